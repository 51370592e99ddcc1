/**
 * What a server's background processes do and the embedded Postgres has none to do: vacuum and
 * analyse tables that changed, and write checkpoints. Without it every rewritten row stays in its
 * file, the planner knows nothing of the tables, the write-ahead log grows until the program ends
 * and all of it is replayed after a crash.
 */
import { isAbort } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { Clock } from '../../time.ts';
import type { Sql } from './database.ts';

export interface HousekeepingOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const roundMs = 20_000;

/** One write-ahead segment is 16 MB; this much is replayed within a second or two. */
const checkpointAfterBytes = 32 * 1024 * 1024;

/** Runs until aborted; a round that fails is logged and tried again. */
export async function keepHouse(sql: Sql, options: HousekeepingOptions): Promise<void> {
  const { clock, logger, signal } = options;
  while (!signal.aborted) {
    await clock.sleep(roundMs, signal).catch(() => {});
    if (signal.aborted) return;
    try {
      await vacuumChanged(sql, signal);
      await writeCheckpoint(sql);
    } catch (error) {
      if (!isAbort(error, signal)) logger.warn({ err: error }, 'housekeeping failed');
    }
  }
}

/** Thresholds as autovacuum's defaults; one table a statement, so that others get in between. */
export async function vacuumChanged(sql: Sql, signal?: AbortSignal): Promise<string[]> {
  const changed = await sql.query<{ name: string }>(
    `SELECT relid::regclass::text AS name FROM pg_stat_user_tables
     WHERE n_dead_tup > 50 + 0.2 * n_live_tup
        OR n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
  );
  for (const { name } of changed) {
    if (signal?.aborted) break;
    await sql.query(`VACUUM (ANALYZE) ${name}`);
  }
  return changed.map(({ name }) => name);
}

/** True when one was due. */
export async function writeCheckpoint(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) AS bytes FROM pg_control_checkpoint()`,
  );
  if (Number(row?.bytes) < checkpointAfterBytes) return false;
  await sql.query('CHECKPOINT');
  return true;
}
