/** A dashboard on a free port in front of a scripted QueryApi; `stop` is the caller's to register. */
import { createDashboard, type DashboardDeps } from '../../dashboard/create-dashboard.ts';
import type { NewStream } from '../../dashboard/ports.ts';
import { memoryMessageLog } from '../../kernel/adapters/memory-message-log.ts';
import { AppError } from '../../kernel/errors.ts';
import { silentLogger } from '../../kernel/logger.ts';
import type { MessageLog } from '../../kernel/message-log.ts';
import { systemClock } from '../../kernel/time.ts';
import type { QueryApi } from '../../query/contract.ts';

export interface DashboardServer {
  readonly url: string;
  readonly log: MessageLog;
  readonly added: NewStream[];
  readonly removed: string[];
  stop(): Promise<void>;
}

export async function startDashboardServer(
  query: QueryApi,
  over: Partial<DashboardDeps> = {},
): Promise<DashboardServer> {
  const log = await memoryMessageLog({ logger: silentLogger }).start();
  const added: NewStream[] = [];
  const removed: string[] = [];
  const dashboard = await createDashboard({
    query,
    streams: {
      add: async (stream) => {
        added.push(stream);
        return { id: 'added' };
      },
      remove: async (id) => {
        if (id === 'nobody') throw new AppError('NOT_FOUND', `no stream '${id}'`);
        removed.push(id);
      },
    },
    frames: {
      read: async () => {
        throw new AppError('NOT_FOUND', 'this script has no frames');
      },
      newest: async () => undefined,
    },
    segments: { find: async () => [], pathOf: ({ key }) => key },
    log: log.value,
    clock: systemClock,
    logger: silentLogger,
    options: { port: 0 },
    system: () => ({ version: '0.1.0', detector: { engine: 'scripted', model: 'none' } }),
    ...over,
  }).start();
  return {
    url: dashboard.value.url,
    log: log.value,
    added,
    removed,
    stop: async () => {
      await dashboard.stop();
      await log.stop();
    },
  };
}
