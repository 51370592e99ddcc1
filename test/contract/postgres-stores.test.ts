/** The stores on the embedded Postgres, and on a real server, which has no pgvector on Debian. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresRecordingStore } from '../../ingest/adapters/postgres/recording-store.ts';
import { PostgresRetentionStore } from '../../ingest/adapters/postgres/retention-store.ts';
import type { StreamRecorded } from '../../ingest/contract.ts';
import type { DatabaseLocation } from '../../kernel/adapters/postgres/data-source.ts';
import type { Database } from '../../kernel/adapters/postgres/database.ts';
import { PostgresOutboxStore } from '../../kernel/adapters/postgres/outbox-store.ts';
import { openSecretBox } from '../../kernel/adapters/secret-box.ts';
import type { Started } from '../../kernel/lifecycle.ts';
import { PostgresProcessingStore } from '../../processors/adapters/postgres/processing-store.ts';
import type { MemoryAdvanced } from '../../processors/contract.ts';
import { PostgresAnswerStore } from '../../query/adapters/postgres/answer-store.ts';
import { PostgresCaseStore } from '../../query/adapters/postgres/case-store.ts';
import { PostgresCoverageReader } from '../../query/adapters/postgres/coverage-reader.ts';
import { PostgresEventReader } from '../../query/adapters/postgres/event-reader.ts';
import { PostgresPinReader } from '../../query/adapters/postgres/pin-reader.ts';
import { RecentTrajectoryReader } from '../../query/adapters/postgres/recent-trajectory-reader.ts';
import { PostgresStandingQuestionStore } from '../../query/adapters/postgres/standing-question-store.ts';
import { PostgresStreamReader } from '../../query/adapters/postgres/stream-reader.ts';
import { PostgresTrajectoryReader } from '../../query/adapters/postgres/trajectory-reader.ts';
import { emptyDatabase, openTestDatabase } from '../support/database.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { answerStoreContract } from './answer-store.contract.ts';
import { caseStoreContract } from './case-store.contract.ts';
import { historyReadersContract } from './history-readers.contract.ts';
import { outboxStoreContract } from './outbox-store.contract.ts';
import { pinReaderContract } from './pin-reader.contract.ts';
import { processingStoreContract } from './processing-store.contract.ts';
import { recordingStoreContract } from './recording-store.contract.ts';
import { retentionStoreContract } from './retention-store.contract.ts';
import { standingQuestionStoreContract } from './standing-question-store.contract.ts';

const folder = await mkdtemp(join(tmpdir(), 'strandline-stores-'));
afterAll(() => rm(folder, { recursive: true }));
const secrets = await openSecretBox(join(folder, 'secret.key'));
const server = await startPostgresServer();
if (!server) console.warn('SKIPPED: no Postgres server here, and none in STRANDLINE_TEST_POSTGRES');
afterAll(() => server?.stop());

storesContract('embedded', { embedded: {} }, 'vector');
if (server) storesContract('server', { url: server.url });

function storesContract(name: string, location: DatabaseLocation, column?: string): void {
  let opened: Started<Database>;
  beforeAll(async () => {
    opened = await openTestDatabase(location);
  });
  afterAll(() => opened.stop());

  describe(`credentials: ${name}`, () => {
    const url = 'rtsp://admin:S3cr3t@10.0.0.7/1';
    const stream = { id: 'cam', name: 'Dock', source: { url, pace: 'live' as const } };
    const rows = () => opened.value.query('SELECT * FROM streams');

    it('of sources lie in no table as they are, and come back whole', async () => {
      const { store } = recordingsOf(await empty());
      await store.saveStream(stream, 5_000);
      expect(JSON.stringify(await rows())).not.toContain('S3cr3t');
      expect((await store.streams())[0]!.stream).toEqual(stream);
    });

    it('that an earlier version kept as they were are sealed', async () => {
      const { store } = recordingsOf(await empty());
      await opened.value.query(
        'INSERT INTO streams (id, name, source, enabled_at) VALUES ($1, $2, $3, 5000)',
        [stream.id, stream.name, JSON.stringify(stream.source)],
      );
      await store.sealCredentials();
      await store.sealCredentials();
      expect(JSON.stringify(await rows())).not.toContain('S3cr3t');
      expect((await store.streams())[0]!.stream).toEqual(stream);
    });

    it('are lost with their key, and then the source cannot be taken for one without', async () => {
      await recordingsOf(await empty()).store.saveStream(stream, 5_000);
      const other = await openSecretBox(join(folder, `other-${name}.key`));
      const store = new PostgresRecordingStore(opened.value, { onCommitted, secrets: other });
      expect((await store.streams())[0]!.stream.source.url).toBe('rtsp://***@10.0.0.7/1');
    });

    it('are not taken where there is no key', async () => {
      const store = new PostgresRecordingStore(await empty(), { onCommitted });
      await expect(store.saveStream(stream, 5_000)).rejects.toMatchObject({
        code: 'INVALID_STATE',
      });
      expect(await rows()).toEqual([]);
    });
  });

  const empty = async (): Promise<Database> => {
    await emptyDatabase(opened.value);
    return opened.value;
  };

  outboxStoreContract(name, empty);
  recordingStoreContract(name, async () => recordingsOf(await empty()));
  retentionStoreContract(name, async () => retentionOf(await empty()));
  processingStoreContract(name, async () => processingOf(await empty()));
  historyReadersContract(name, async () => historyOf(await empty()));
  historyReadersContract(`${name}, newest in memory`, async () => recentHistoryOf(await empty()));
  answerStoreContract(name, async () => new PostgresAnswerStore(await empty()));
  caseStoreContract(name, async () => new PostgresCaseStore(await empty()));
  standingQuestionStoreContract(name, async () => questionsOf(await empty()));
  pinReaderContract(name, async () => pinsOf(await empty()));

  describe.runIf(column)(`embeddings: ${name}`, () => {
    it('are kept as vectors where the extension is there', async () => {
      const [row] = await opened.value.query<{ type: string }>(
        `SELECT udt_name AS type FROM information_schema.columns
         WHERE table_name = 'events' AND column_name = 'embedding'`,
      );
      expect(row?.type).toBe(column);
    });
  });
}

const onCommitted = () => {};

function recordingsOf(database: Database) {
  let commits = 0;
  const store = new PostgresRecordingStore(database, {
    onCommitted: () => (commits += 1),
    secrets,
  });
  return {
    store,
    told: () => toldOn<StreamRecorded>(database, 'chunks'),
    commits: () => commits,
  };
}

function processingOf(database: Database) {
  let commits = 0;
  const store = new PostgresProcessingStore(database, { onCommitted: () => (commits += 1) });
  return {
    store,
    recordings: recordingsOf(database).store,
    trajectories: new PostgresTrajectoryReader(database),
    events: new PostgresEventReader(database),
    told: () => toldOn<MemoryAdvanced>(database, 'memory'),
    commits: () => commits,
  };
}

const historyOf = (database: Database) => ({
  recordings: recordingsOf(database).store,
  processing: processingOf(database).store,
  trajectories: new PostgresTrajectoryReader(database),
  events: new PostgresEventReader(database),
  coverage: new PostgresCoverageReader(database),
  streams: new PostgresStreamReader(database),
});

const recentHistoryOf = (database: Database) => ({
  ...historyOf(database),
  trajectories: new RecentTrajectoryReader(new PostgresTrajectoryReader(database)),
});

const retentionOf = (database: Database) => ({
  store: new PostgresRetentionStore(database),
  recordings: recordingsOf(database).store,
});

const pinsOf = (database: Database) => ({
  reader: new PostgresPinReader(database),
  cases: new PostgresCaseStore(database),
  standing: new PostgresStandingQuestionStore(database),
});

const questionsOf = (database: Database) => ({
  store: new PostgresStandingQuestionStore(database),
  recordings: recordingsOf(database).store,
  processing: processingOf(database).store,
});

async function toldOn<T>(database: Database, topic: string): Promise<T[]> {
  const entries = await new PostgresOutboxStore(database, { topics: [topic] }).next(10_000);
  return entries.map(({ payload }) => payload as T);
}
