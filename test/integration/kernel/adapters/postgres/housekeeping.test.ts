/** Housekeeping on the embedded Postgres. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../../../kernel/adapters/postgres/database.ts';
import {
  keepHouse,
  vacuumChanged,
  writeCheckpoint,
} from '../../../../../kernel/adapters/postgres/housekeeping.ts';
import { silentLogger } from '../../../../../kernel/logger.ts';
import { systemClock } from '../../../../../kernel/time.ts';
import { openTestDatabase } from '../../../../support/database.ts';
import { waitFor } from '../../../../support/wait-for.ts';

let database: Database;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'strandline-data-'));
  const { value, stop } = await openTestDatabase({ embedded: { dir } });
  database = value;
  return async () => {
    await stop();
    await rm(dir, { recursive: true, force: true });
  };
});

/** Writes a row of 100 kB again and again, as the memory of a stream is. */
async function rewriteRow(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await database.query(
      `INSERT INTO stream_memories (stream_id, revision, refolded_revision, scene)
       SELECT 'cam', 1, 0, string_agg(sha256((g * $1)::text::bytea), NULL) FROM generate_series(1, 3200) g
       ON CONFLICT (stream_id) DO UPDATE SET scene = excluded.scene`,
      [n],
    );
  }
}

const sizeOf = async (table: string): Promise<number> => {
  const [row] = await database.query<{ bytes: number }>(
    'SELECT pg_total_relation_size($1::regclass) AS bytes',
    [table],
  );
  return row!.bytes;
};

/** The server counts changed rows with a delay of up to a second. */
const vacuumWhenDue = () => waitFor(async () => (await vacuumChanged(database)).length > 0);

it('a row that is rewritten for ever does not make its table grow for ever', async () => {
  await rewriteRow(80);
  await vacuumWhenDue();
  const size = await sizeOf('stream_memories');
  await rewriteRow(60);
  await vacuumWhenDue();
  await rewriteRow(60);
  expect(await sizeOf('stream_memories')).toBeLessThanOrEqual(size * 1.1);
});

it('a checkpoint is written when much was written since the last, and not before', async () => {
  await database.query('CHECKPOINT');
  expect(await writeCheckpoint(database)).toBe(false);
  await rewriteRow(400);
  expect(await writeCheckpoint(database)).toBe(true);
  expect(await writeCheckpoint(database)).toBe(false);
});

it('goes on after a round that failed, and ends when aborted', async () => {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  let rounds = 0;
  const failing = {
    query: async () => {
      rounds += 1;
      throw new Error('no answer');
    },
  };
  const clock = { ...systemClock, sleep: () => new Promise<void>((r) => setImmediate(r)) };
  const running = keepHouse(failing, { clock, logger: silentLogger, signal: stopping.signal });
  await waitFor(() => rounds >= 2);
  stopping.abort();
  await expect(running).resolves.toBeUndefined();
});
