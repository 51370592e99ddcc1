/** Opens what is stored: database, media on disk, the message log, and query over them. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DiskFrameStore } from '../ingest/adapters/disk-frame-store.ts';
import { diskSegmentStore } from '../ingest/adapters/disk-segment-store.ts';
import {
  ingestSchema,
  PostgresRecordingStore,
  PostgresRetentionStore,
} from '../ingest/adapters/postgres/index.ts';
import { chunksTopic } from '../ingest/contract.ts';
import type { Ingest } from '../ingest/index.ts';
import { memoryMessageLog } from '../kernel/adapters/memory-message-log.ts';
import { openDatabase } from '../kernel/adapters/postgres/data-source.ts';
import { PostgresOutboxStore } from '../kernel/adapters/postgres/outbox-store.ts';
import { openSecretBox } from '../kernel/adapters/secret-box.ts';
import { OutboxRelay } from '../kernel/outbox.ts';
import { systemClock as clock } from '../kernel/time.ts';
import { PostgresProcessingStore, processorSchema } from '../processors/adapters/postgres/index.ts';
import { useLiteEmbedder } from '../processors/adapters/use-lite-embedder.ts';
import { memoryTopic } from '../processors/contract.ts';
import type { StreamProfile } from '../processors/domain/stream-profile.ts';
import { createAvClipCutter } from '../query/adapters/av-clip-cutter.ts';
import { createClips } from '../query/adapters/disk-clips.ts';
import { postgresQueryStores, querySchema } from '../query/adapters/postgres/index.ts';
import { createWebhookNotifier } from '../query/adapters/webhook-notifier.ts';
import { createQuery } from '../query/create-query.ts';
import type { Run } from './run.ts';

/** Memory opened: everything that was stored can be read, asked and watched. */
export async function openMemory({ config, logger, cleanup }: Run, isWatching: boolean) {
  const dataDir = resolve(config.data);
  await mkdir(dataDir, { recursive: true });
  const database = await cleanup.start(
    'database',
    openDatabase(
      { embedded: { dir: dataDir } },
      {
        entities: [...ingestSchema.entities, ...processorSchema.entities, ...querySchema.entities],
        migrations: [
          ...ingestSchema.migrations,
          ...processorSchema.migrations,
          ...querySchema.migrations,
        ],
        logger,
      },
    ),
  );
  const log = await cleanup.start('message log', memoryMessageLog({ logger }));
  const topics = [chunksTopic, memoryTopic];
  const outbox = new OutboxRelay({
    store: new PostgresOutboxStore(database),
    log,
    topics,
    clock,
    logger,
  });
  const committed = { onCommitted: () => outbox.wake() };
  const secrets = await openSecretBox(join(dataDir, 'secret.key'));
  const recordings = new PostgresRecordingStore(database, { ...committed, secrets });
  await recordings.sealCredentials();
  const results = new PostgresProcessingStore(database, committed);
  const segmentsDir = join(dataDir, 'segments');
  const segments = await cleanup.start(
    'segments',
    diskSegmentStore({ root: segmentsDir, store: recordings, logger }),
  );
  const frames = new DiskFrameStore(join(dataDir, 'frames'));
  const embedder = await cleanup.start('sentence encoder', useLiteEmbedder());
  const profiles = new Map<string, StreamProfile>();
  for (const { stream } of await recordings.streams()) {
    if (stream.profile) profiles.set(stream.id, stream.profile as StreamProfile);
  }
  const queryStores = postgresQueryStores(database);
  let ingest: Ingest | undefined;
  const query = await cleanup.start(
    'query',
    createQuery({
      ...queryStores,
      segments,
      clips: createClips({
        segments,
        cutter: createAvClipCutter(),
        dir: join(dataDir, 'clips'),
        keepFreeBytes: (config.retention.stopBelowGigabytes / 2) * 1e9,
        clock,
        logger,
      }),
      embed: async (text) => (await embedder.embed([text]))[0]!,
      statuses: () => ingest?.statuses() ?? [],
      places: () => placesOf(profiles),
      notifier: createWebhookNotifier({ clock, secret: config.webhooks.secret }),
      log,
      clock,
      logger,
      externalUrl: config.server.externalUrl,
      isWatching,
    }),
  );
  const attachIngest = (started: Ingest) => {
    ingest = started;
  };
  const stores = { dataDir, recordings, results, segments, frames };
  const archive = {
    store: new PostgresRetentionStore(database),
    files: segments,
    pins: queryStores.pins,
  };
  return { ...stores, archive, isWatching, log, outbox, embedder, profiles, query, attachIngest };
}

export type Memory = Awaited<ReturnType<typeof openMemory>>;

function placesOf(profiles: ReadonlyMap<string, StreamProfile>) {
  const all = [...profiles.values()];
  return {
    zones: [...new Set(all.flatMap(({ zones }) => zones.map(({ name }) => name)))],
    lines: [...new Set(all.flatMap(({ lines }) => lines.map(({ name }) => name)))],
  };
}
