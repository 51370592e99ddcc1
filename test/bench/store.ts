/**
 * The durable store: writing, and reading from a history of 24 h x 20 streams,
 * on the embedded Postgres and on a server in the same run. `node --expose-gc test/bench/store.ts`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresRecordingStore } from '../../ingest/adapters/postgres/recording-store.ts';
import type { DatabaseLocation } from '../../kernel/adapters/postgres/data-source.ts';
import type { Database } from '../../kernel/adapters/postgres/database.ts';
import { PostgresProcessingStore } from '../../processors/adapters/postgres/processing-store.ts';
import { PostgresCoverageReader } from '../../query/adapters/postgres/coverage-reader.ts';
import { RecentTrajectoryReader } from '../../query/adapters/postgres/recent-trajectory-reader.ts';
import { PostgresTrajectoryReader } from '../../query/adapters/postgres/trajectory-reader.ts';
import type { TrajectoryReader } from '../../query/ports.ts';
import { aChunkResult, aMemory } from '../support/chunk-results.ts';
import { openTestDatabase } from '../support/database.ts';
import { anObservation, aTrajectory, aTrajectoryState } from '../support/observations.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { aChunk } from '../support/recordings.ts';
import { measurementOf } from './harness/measure.ts';
import { report, reportNotRun } from './harness/report.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const streamIds = Array.from({ length: 20 }, (_, n) => `cam${n}`);

await withEmbedded((location) => measure('embedded', location));
await withServer((location) => measure('server', location));

async function measure(name: string, location: DatabaseLocation): Promise<void> {
  const { value: database, stop } = await openTestDatabase(location);
  await measureWriting(name, database);
  await writeHistory(database);
  await measureReading(name, database);
  await measureCommits(`${name}, after a day`, database, 'cam0', dayMs / 15_000);
  await stop();
}

async function measureWriting(name: string, database: Database): Promise<void> {
  await database.query('CREATE TABLE bare (id bigint PRIMARY KEY, body json NOT NULL)');
  const body = JSON.stringify(aTrajectory());
  await reportLatency(`${name}, a bare row inserted`, 1_000, (n) =>
    database.query('INSERT INTO bare VALUES ($1, $2)', [n, body]),
  );
  await reportLatency(`${name}, 1,000 bare rows inserted`, 20, (n) =>
    database.query(
      `INSERT INTO bare SELECT id, body FROM json_to_recordset($1) AS row(id bigint, body json)`,
      [batchOf(10_000 + n * 1_000, 1_000)],
    ),
  );
  await measureCommits(`${name}, no history`, database, 'busy', 0);
}

function batchOf(first: number, count: number): string {
  const rows = Array.from({ length: count }, (_, n) => ({ id: first + n, body: aTrajectory() }));
  return JSON.stringify(rows);
}

/** A chunk with 60 frames, three people with four states each, and 60 kB of scene. */
async function measureCommits(
  name: string,
  database: Database,
  streamId: string,
  firstSeq: number,
): Promise<void> {
  const recordings = new PostgresRecordingStore(database, { onCommitted: () => {} });
  const processing = new PostgresProcessingStore(database, { onCommitted: () => {} });
  const chunkAt = (n: number) => {
    const chunk = aChunk({ streamId, seq: firstSeq + n });
    const frames = Array.from({ length: 60 }, (_, i) => ({ ...chunk.frames[0]!, index: i }));
    return { ...chunk, frames };
  };
  await reportLatency(`${name}, recordChunk`, 200, (n) => recordings.recordChunk(chunkAt(n)));
  await reportLatency(`${name}, commitChunk`, 200, (n) =>
    processing.commitChunk(resultOf(chunkAt(n))),
  );
}

function resultOf(chunk: ReturnType<typeof aChunk>) {
  const observations = [0, 1, 2].map((n) => anObservation({ chunk, n }));
  const trajectories = observations.map(({ id, range }) =>
    aTrajectory({ id, streamId: chunk.streamId, firstAt: range.start, lastAt: range.end }),
  );
  const states = observations.flatMap(({ id, range }) =>
    [0, 1, 2, 3].map((n) => aTrajectoryState(id, 'present', [], range, n)),
  );
  const assignments = observations.map(({ id }) => ({ observationId: id, trajectoryId: id }));
  const changes = { trajectories, states, assignments, links: [], removedTrajectoryIds: [] };
  const memory = aMemory(chunk.seq, new Uint8Array(60_000).fill(chunk.seq));
  return aChunkResult({ chunk, observations, changes, memory });
}

/** Each stream: a chunk every 15 s, all processed, and a trajectory of five states a minute. */
async function writeHistory(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO chunks (stream_id, epoch, seq, start_at, end_at, frames, statistics, flags,
                         processed_at)
     SELECT stream, 1, n, n * 15000, (n + 1) * 15000, '[]', '{}', '[]', 1
     FROM unnest($1::text[]) AS stream, generate_series(0, 5759) AS n`,
    [streamIds],
  );
  await database.query(
    `INSERT INTO gaps SELECT stream, n * 3600000 + 14990, n * 3600000 + 15000, 'stalled', 1
     FROM unnest($1::text[]) AS stream, generate_series(0, 23) AS n`,
    [streamIds],
  );
  await database.query(
    `INSERT INTO watched_spans SELECT stream, n * 3600000, (n + 1) * 3600000
     FROM unnest($1::text[]) AS stream, generate_series(0, 23) AS n`,
    [streamIds],
  );
  await database.query(
    `INSERT INTO trajectories
     SELECT stream || '/1/' || n || '#0', stream, kind, n * 60000, n * 60000 + 20000, 1,
       ($2::jsonb || jsonb_build_object('id', stream || '/1/' || n || '#0', 'streamId', stream,
         'kind', kind, 'firstAt', n * 60000, 'lastAt', n * 60000 + 20000))::json
     FROM unnest($1::text[]) AS stream, generate_series(0, 1439) AS n,
       LATERAL (SELECT (ARRAY['person', 'person', 'person', 'person', 'person', 'person', 'person',
         'person', 'person', 'person', 'person', 'person', 'car', 'car', 'car', 'car', 'car', 'dog',
         'dog', 'truck'])[1 + (n * 7) % 20] AS kind) AS named`,
    [streamIds, JSON.stringify(aTrajectory())],
  );
  await database.query(
    `INSERT INTO states
     SELECT id || ':' || n, id, first_at, last_at, json_build_object(
       'id', id || ':' || n, 'trajectoryId', id, 'type', 'attribute',
       'predicate', (ARRAY['present', 'enters', 'moves', 'stops', 'leaves'])[1 + n],
       'args', json_build_array(id, 'direction:left'), 'confidence', 0.8,
       'range', json_build_object('start', first_at, 'end', last_at))
     FROM trajectories, generate_series(0, 4) AS n WHERE stream_id = ANY($1)`,
    [streamIds],
  );
  await database.query(
    `INSERT INTO stream_memories SELECT stream, 1, 0 FROM unnest($1::text[]) AS stream`,
    [streamIds],
  );
  await database.query('ANALYZE');
}

async function measureReading(name: string, database: Database): Promise<void> {
  const stored = new PostgresTrajectoryReader(database);
  const recent = new RecentTrajectoryReader(stored);
  const before = heapUsed();
  await reportLatency(`${name}, loading a day of 20 streams into memory`, 1, () => loadDay(recent));
  report(
    measurementOf([heapUsed() - before], {
      ...{ name: `${name}, a day of 20 streams in memory`, unit: 'MB', isBetter: 'lower' },
    }),
  );
  await measureReader(`${name}, in memory`, database, recent);
  await measureReader(name, database, stored);
}

/** A stream is loaded behind the scenes when it is asked for again. */
async function loadDay(reader: TrajectoryReader): Promise<void> {
  for (const streamId of streamIds) {
    const filter = { streamIds: [streamId], range: { start: dayMs - 1, end: dayMs } };
    for (let n = 0; n < 3; n += 1) await reader.find(filter);
  }
}

async function measureReader(
  name: string,
  database: Database,
  trajectories: TrajectoryReader,
): Promise<void> {
  const coverage = new PostgresCoverageReader(database);
  const day = { start: 0, end: dayMs };
  const hourOf = (n: number) => ({ start: (n % 24) * hourMs, end: ((n % 24) + 1) * hourMs });
  const oneOf = (n: number) => [streamIds[n % 20]!];
  const cases = {
    '1 h, 20 streams, trucks': (n: number) =>
      trajectories.find({ streamIds, kinds: ['truck'], range: hourOf(n) }),
    '1 h, 20 streams, people': (n: number) =>
      trajectories.find({ streamIds, kinds: ['person'], range: hourOf(n) }),
    '1 h, 1 stream, all kinds': (n: number) =>
      trajectories.find({ streamIds: oneOf(n), range: hourOf(n) }),
    '24 h, 1 stream, people': (n: number) =>
      trajectories.find({ streamIds: oneOf(n), kinds: ['person'], range: day }),
    '24 h, 20 streams, trucks': () =>
      trajectories.find({ streamIds, kinds: ['truck'], range: day }),
    '24 h, 20 streams, people': () =>
      trajectories.find({ streamIds, kinds: ['person'], range: day }),
    'coverage, 24 h, 20 streams': () => coverage.coverage(streamIds, day),
    'extent, 20 streams': () => coverage.extent(streamIds),
  };
  for (const [what, read] of Object.entries(cases)) {
    const found = await read(0);
    const rows = Array.isArray(found) ? found.length : 1;
    const runs = rows > 5_000 ? 8 : 60;
    await reportLatency(`${name}, ${what} (${rows} rows)`, runs, read);
  }
}

function heapUsed(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}

/** Milliseconds of each turn. */
async function reportLatency(
  name: string,
  count: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now();
    await work(n);
    times.push(performance.now() - startedAt);
  }
  report(measurementOf(times, { name, unit: 'ms', isBetter: 'lower' }));
}

async function withEmbedded(work: (location: DatabaseLocation) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'strandline-bench-'));
  try {
    await work({ embedded: { dir } });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function withServer(work: (location: DatabaseLocation) => Promise<void>): Promise<void> {
  const server = await startPostgresServer();
  if (!server) return reportNotRun('server', 'there is no Postgres server');
  try {
    await work({ url: server.url });
  } finally {
    await server.stop();
  }
}
