/** The dashboard: one HTTP server with REST, sockets and the page. */
import { fileURLToPath } from 'node:url';
import type { FrameReader, SegmentReader } from '../ingest/contract.ts';
import { AppError } from '../kernel/errors.ts';
import type { Component, Started } from '../kernel/lifecycle.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MessageLog } from '../kernel/message-log.ts';
import type { Clock } from '../kernel/time.ts';
import type { QueryApi } from '../query/contract.ts';
import { AlertJournal } from './alert-journal.ts';
import { apiRoutes } from './http/api.ts';
import { createHttpServer } from './http/server.ts';
import type { Notice, StreamControl, SystemFacts } from './ports.ts';
import { startGateway } from './socket/gateway.ts';

export interface DashboardOptions {
  /** Default 127.0.0.1: only this machine. */
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
  /** Names, besides addresses and `localhost`, under which the page may be opened. */
  readonly allowedHosts?: readonly string[];
  /** Folder of the built page; default: where the build puts it. */
  readonly webRoot?: string;
}

export interface DashboardDeps {
  readonly query: QueryApi;
  readonly streams: StreamControl;
  readonly frames: FrameReader;
  readonly segments: SegmentReader;
  readonly log: MessageLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly options: DashboardOptions;
  readonly notice?: Notice;
  readonly system: () => SystemFacts;
}

const builtPage = fileURLToPath(new URL('web/dist', import.meta.url));

/** Its value is the address to open. Throws CONFIG_INVALID when the port is taken or forbidden. */
export const createDashboard = (deps: DashboardDeps): Component<{ url: string }> => ({
  start: () => startDashboard(deps),
});

async function startDashboard(deps: DashboardDeps): Promise<Started<{ url: string }>> {
  const { options, logger, query, log } = deps;
  const host = options.host ?? '127.0.0.1';
  const origins = { allowedHosts: [...(options.allowedHosts ?? []), host] };
  const journal = new AlertJournal({ epoch: deps.clock.now().toString(36), capacity: 1000 });
  const app = createHttpServer({
    routes: apiRoutes({ ...deps, journal }),
    webRoot: options.webRoot ?? builtPage,
    origins,
    logger,
  });
  await app.ready();
  const gateway = await startGateway({ http: app.server, query, log, journal, origins, logger });
  const stop = async () => {
    await gateway.stop();
    await app.close();
  };
  try {
    await app.listen({ host, port: options.port });
  } catch (cause) {
    await stop();
    throw cannotListen(host, options.port, cause);
  }
  let stopped: Promise<void> | undefined;
  return {
    value: { url: urlOf(host, app.server.address()) },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function cannotListen(host: string, port: number, cause: unknown): AppError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
  return new AppError(
    'CONFIG_INVALID',
    `the dashboard cannot listen on ${host}:${port}: ${reason}`,
    {
      cause,
    },
  );
}

function urlOf(host: string, address: ReturnType<import('node:net').Server['address']>): string {
  const port = typeof address === 'object' && address ? address.port : 0;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
