/** The embedded Postgres on a real data folder: restarts, locks, sudden deaths. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { PostgresRecordingStore } from '../../../../../ingest/adapters/postgres/recording-store.ts';
import type { Database } from '../../../../../kernel/adapters/postgres/database.ts';
import type { Started } from '../../../../../kernel/lifecycle.ts';
import { openTestDatabase } from '../../../../support/database.ts';
import { aChunk } from '../../../../support/recordings.ts';
import { waitFor } from '../../../../support/wait-for.ts';

async function aDataFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'strandline-data-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

let memory: Promise<Started<Database>> | undefined;
afterAll(async () => (await memory)?.stop());

/** One for all tests that need no data folder. */
async function inMemory(): Promise<Database> {
  memory ??= openTestDatabase();
  return (await memory).value;
}

const storeOf = (database: Database) =>
  new PostgresRecordingStore(database, { onCommitted: () => {} });

it('what was committed is there after a restart', async () => {
  const dir = await aDataFolder();
  const first = await openTestDatabase({ embedded: { dir } });
  await storeOf(first.value).recordChunk(aChunk({ seq: 3 }));
  await first.stop();
  const second = await openTestDatabase({ embedded: { dir } });
  onTestFinished(second.stop);
  expect(await storeOf(second.value).lastChunk('cam')).toEqual(aChunk({ seq: 3 }));
});

it('answers are not kept once they are given', async () => {
  const database = await inMemory();
  const askForMegabytes = async (count: number) => {
    for (let i = 0; i < count; i++) await database.query(`SELECT repeat('x', 1000000)`);
    return process.memoryUsage.rss() / 1e6;
  };
  const before = await askForMegabytes(50);
  expect((await askForMegabytes(400)) - before).toBeLessThan(200);
});

it('a data folder in use is refused, naming the process, and is free after stop', async () => {
  const dir = await aDataFolder();
  const owner = await openTestDatabase({ embedded: { dir } });
  await expect(openTestDatabase({ embedded: { dir } })).rejects.toMatchObject({
    code: 'INVALID_STATE',
    message: expect.stringContaining(`process ${process.pid}`),
  });
  await owner.stop();
  await owner.stop();
  expect(existsSync(join(dir, 'lock'))).toBe(false);
  const next = await openTestDatabase({ embedded: { dir } });
  await next.stop();
});

it('the lock of another living process is respected, of a dead one taken over', async () => {
  const dir = await aDataFolder();
  const writer = startWriter(dir);
  await acknowledged(writer, 1);
  await expect(openTestDatabase({ embedded: { dir } })).rejects.toMatchObject({
    code: 'INVALID_STATE',
    details: { pid: writer.pid },
  });
  await killSuddenly(writer);
  const { stop } = await openTestDatabase({ embedded: { dir } });
  await stop();
});

it('writes durably: the server itself asks for its commits to be synced', async () => {
  const { value: database, stop } = await openTestDatabase({
    embedded: { dir: await aDataFolder() },
  });
  onTestFinished(stop);
  expect(await database.query('SHOW fsync')).toEqual([{ fsync: 'on' }]);
  expect(await database.query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  expect(await database.query('SHOW wal_sync_method')).toEqual([{ wal_sync_method: 'fsync' }]);
});

it('a first start that was cut short is started over', async () => {
  const dir = await aDataFolder();
  await mkdir(join(dir, 'postgres.unfinished', 'base'), { recursive: true });
  await writeFile(join(dir, 'postgres.unfinished', 'PG_VERSION'), '18\n');
  const { value: database, stop } = await openTestDatabase({ embedded: { dir } });
  onTestFinished(stop);
  expect(await storeOf(database).recordChunk(aChunk())).toBe(true);
});

it('killed in the middle of commits, again and again, it keeps all that it acknowledged', async () => {
  const dir = await aDataFolder();
  let last = -1;
  for (const commits of [3, 40, 17]) {
    const writer = startWriter(dir);
    last = await acknowledged(writer, commits);
    await killSuddenly(writer);
  }
  const { value: database, stop } = await openTestDatabase({ embedded: { dir } });
  onTestFinished(stop);
  const [counts] = await database.query<Counts>(countsSql);
  expect(counts!.chunks).toBeGreaterThan(last);
  expect(counts).toMatchObject({ chunks: counts!.newest + 1, told: counts!.chunks });
  // The death may fall between recording and processing the last chunk, nowhere else.
  expect(counts!.chunks - counts!.processed).toBeLessThanOrEqual(1);
  expect(counts).toMatchObject({
    remembered: counts!.processed - 1,
    observed: counts!.processed,
    toldOfMemory: counts!.processed,
  });
});

it('when its log cannot be written it says so at once, and recovers when it can', async () => {
  const dir = await aDataFolder();
  const { value: database, stop } = await openTestDatabase({ embedded: { dir } });
  onTestFinished(stop);
  await storeOf(database).recordChunk(aChunk({ seq: 0 }));
  const log = join(dir, 'postgres', 'pg_wal');
  await rename(log, `${log}.away`);
  const writing = async () => {
    await database.query('SELECT pg_switch_wal()');
    await storeOf(database).recordChunk(aChunk({ seq: 1 }));
  };
  const failed = { code: 'STORE_UNAVAILABLE', retryable: true };
  await expect(writing()).rejects.toMatchObject(failed);
  await expect(database.query('SELECT 1')).rejects.toMatchObject(failed);
  await rename(`${log}.away`, log);
  await waitFor(() => storeOf(database).recordChunk(aChunk({ seq: 2 })));
  const chunks = await database.query('SELECT seq FROM chunks ORDER BY seq');
  expect(chunks).toEqual([{ seq: 0 }, { seq: 2 }]);
});

it('sessions take turns: transactions never interleave', async () => {
  const database = await inMemory();
  await database.query('CREATE TABLE counter (n integer NOT NULL)');
  await database.query('INSERT INTO counter VALUES (0)');
  const increment = () =>
    database.transaction(async (sql) => {
      const [row] = await sql.query<{ n: number }>('SELECT n FROM counter');
      await new Promise((resolve) => setImmediate(resolve));
      await sql.query('UPDATE counter SET n = $1', [row!.n + 1]);
    });
  const fail = () =>
    database.transaction(async (sql) => {
      await sql.query('UPDATE counter SET n = n + 100');
      await sql.query('SELECT 1 / 0');
    });
  const work = Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? fail() : increment()));
  const results = await Promise.allSettled(work);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  expect(await database.query('SELECT n FROM counter')).toEqual([{ n: 20 }]);
});

it('after a statement that fails, the next one is answered', async () => {
  const database = await inMemory();
  await expect(database.query('SELECT nonsense')).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(database.query('SELECT $1::int', ['x'])).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('carries large values both ways', async () => {
  const database = await inMemory();
  const bytes = Buffer.alloc(5_000_000, 'strandline');
  const [row] = await database.query<{ bytes: Buffer }>('SELECT $1::bytea AS bytes', [bytes]);
  expect(row!.bytes.equals(bytes)).toBe(true);
});

interface Counts {
  readonly chunks: number;
  readonly newest: number;
  readonly told: number;
  readonly processed: number;
  readonly remembered: number;
  readonly observed: number;
  readonly toldOfMemory: number;
}

const countsSql = `
  SELECT (SELECT count(*) FROM chunks) AS chunks,
         (SELECT max(seq) FROM chunks) AS newest,
         (SELECT count(*) FROM outbox WHERE topic = 'chunks') AS told,
         (SELECT count(*) FROM chunks WHERE processed_at IS NOT NULL) AS processed,
         (SELECT (events ->> 'watermark')::int FROM stream_memories) AS remembered,
         (SELECT count(*) FROM observations) AS observed,
         (SELECT count(*) FROM outbox WHERE topic = 'memory') AS "toldOfMemory"`;

function startWriter(dir: string): ChildProcess {
  const script = join(import.meta.dirname, '../../../../support/commit-chunks-forever.ts');
  const writer = spawn(process.execPath, [script, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => killSuddenly(writer));
  return writer;
}

/** Resolves with the number of the chunk when the process has committed so many more. */
async function acknowledged(writer: ChildProcess, commits: number): Promise<number> {
  let left = commits;
  for await (const line of createInterface({ input: writer.stdout! })) {
    left -= 1;
    if (left === 0) return Number(line);
  }
  throw new Error('the writer ended before it had committed');
}

async function killSuddenly(writer: ChildProcess): Promise<void> {
  if (writer.exitCode !== null || writer.signalCode !== null) return;
  const exited = once(writer, 'exit');
  writer.kill('SIGKILL');
  await exited;
}
