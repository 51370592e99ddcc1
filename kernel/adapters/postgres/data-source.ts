/**
 * Opens the durable store: the embedded Postgres of a data folder, or a server by its URL. Above
 * this file the two are the same. Contexts bring their tables as entities and migrations; nothing
 * here knows what they hold.
 */
import pg from 'pg';
import {
  DataSource,
  type DataSourceOptions,
  type EntitySchema,
  MigrationExecutor,
  type MigrationInterface,
} from 'typeorm';
import { CleanupStack, type Component, type Started } from '../../lifecycle.ts';
import type { Logger } from '../../logger.ts';
import { type Clock, systemClock } from '../../time.ts';
import { Database } from './database.ts';
import { embeddedPostgres } from './embedded-postgres.ts';
import { keepHouse } from './housekeeping.ts';
import { outboxEntity, outboxMigrations } from './outbox-table.ts';
import { toStoreError } from './store-error.ts';

/** `embedded` without `dir` keeps everything in memory, for tests. */
export type DatabaseLocation =
  | { readonly embedded: { readonly dir?: string } }
  | { readonly url: string };

export type MigrationClass = new () => MigrationInterface;

export interface OpenDatabaseOptions {
  readonly entities: readonly EntitySchema[];
  /** In the order in which they apply; each name ends in a timestamp that says the same. */
  readonly migrations: readonly MigrationClass[];
  readonly logger: Logger;
  readonly clock?: Clock;
}

/**
 * Starts with all migrations applied. Throws INVALID_STATE when another process has the data
 * folder, STORE_UNAVAILABLE when the server does not answer.
 */
export function openDatabase(
  location: DatabaseLocation,
  options: OpenDatabaseOptions,
): Component<Database> {
  return { start: () => start(location, options) };
}

async function start(
  location: DatabaseLocation,
  options: OpenDatabaseOptions,
): Promise<Started<Database>> {
  const cleanup = new CleanupStack(options.logger, { timeoutMs: 15_000 });
  try {
    const connection = await connectionTo(location, options, cleanup);
    const source = await connect({ ...connection, ...schemaOf(options) });
    cleanup.defer('connections', () => source.destroy());
    await migrate(source);
    const database = new Database(source);
    if ('embedded' in location) startHousekeeping(database, options, cleanup);
    return { value: database, stop: () => cleanup.stop() };
  } catch (error) {
    await cleanup.stop().catch(() => {});
    throw toStoreError(error);
  }
}

async function connectionTo(
  location: DatabaseLocation,
  options: OpenDatabaseOptions,
  cleanup: CleanupStack,
): Promise<DataSourceOptions> {
  if ('url' in location) {
    return { type: 'postgres', url: location.url, poolSize: 10, extra: { types: numericTypes } };
  }
  const { stream } = await cleanup.start(
    'embedded postgres',
    embeddedPostgres({ ...location.embedded, logger: options.logger }),
  );
  const extra = { types: numericTypes, stream, max: 1, idleTimeoutMillis: 0 };
  return { type: 'postgres', username: 'postgres', database: 'postgres', extra };
}

const schemaOf = (options: OpenDatabaseOptions) => ({
  entities: [outboxEntity, ...options.entities],
  migrations: [...outboxMigrations, ...options.migrations],
  synchronize: false,
  installExtensions: false,
  poolErrorHandler: (error: unknown) =>
    options.logger.warn({ err: error }, 'a database connection was lost'),
});

const int8Oid = 20;

/** Instants are bigint columns; all of ours are exact as numbers. */
const numericTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8Oid ? Number : pg.types.getTypeParser(oid, format),
};

async function connect(options: DataSourceOptions): Promise<DataSource> {
  const source = new DataSource(options);
  await source.initialize();
  return source;
}

/** Any number; the same for every process that may migrate this database. */
const migrationLock = 5_741_226;

/** Several roles may start at once on one server: the lock lets one of them migrate. */
async function migrate(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await new MigrationExecutor(source, runner).executePendingMigrations();
    await runner.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
  } finally {
    await runner.release();
  }
}

function startHousekeeping(
  database: Database,
  options: OpenDatabaseOptions,
  cleanup: CleanupStack,
): void {
  const stopping = new AbortController();
  const running = keepHouse(database, {
    clock: options.clock ?? systemClock,
    logger: options.logger,
    signal: stopping.signal,
  });
  cleanup.defer('housekeeping', async () => {
    stopping.abort();
    await running;
  });
}
