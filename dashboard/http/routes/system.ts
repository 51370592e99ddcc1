/** Health, readiness, and what runs here. */
import { z } from 'zod';
import { AppError } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import { presets } from '../../../processors/domain/kind.ts';
import type { QueryApi } from '../../../query/contract.ts';
import type { Notice, SystemFacts } from '../../ports.ts';
import { type SystemView, systemSchema } from '../../views.ts';
import { defineRoute, type Route } from '../route.ts';

export interface SystemRouteDeps {
  readonly query: QueryApi;
  readonly clock: Clock;
  readonly system: () => SystemFacts;
  readonly notice?: Notice | undefined;
}

const statusSchema = z.object({ status: z.literal('ok') });

export const systemRoutes = (deps: SystemRouteDeps): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/health',
    summary: 'The process is alive',
    success: { status: 200, description: 'Alive', content: statusSchema },
    handle: async () => ({ status: 'ok' }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/ready',
    summary: 'Questions can be asked now; 503 otherwise',
    success: { status: 200, description: 'Ready', content: statusSchema },
    handle: async () => {
      await deps.query.streams().catch((cause: unknown) => {
        throw new AppError('STORE_UNAVAILABLE', 'the stores do not answer', { cause });
      });
      return { status: 'ok' };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/system',
    summary: 'What runs here',
    success: { status: 200, description: 'Version, detector, presets', content: systemSchema },
    handle: async (): Promise<SystemView> => {
      const { disk, ...facts } = deps.system();
      return {
        ...facts,
        now: deps.clock.now(),
        presets: Object.keys(presets),
        notice: deps.notice ?? null,
        disk: disk ? { ...disk, text: disk.text ?? null } : null,
      };
    },
  }),
];
