/** Retention with the real stores on a data folder, for programs and tests that sweep it. */
import { join } from 'node:path';
import { diskSegmentStore } from '../../ingest/adapters/disk-segment-store.ts';
import { PostgresRecordingStore } from '../../ingest/adapters/postgres/recording-store.ts';
import { PostgresRetentionStore } from '../../ingest/adapters/postgres/retention-store.ts';
import { Retention } from '../../ingest/retention/retention.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { systemClock } from '../../kernel/time.ts';
import { openTestDatabase } from './database.ts';
import { aSource } from './recordings.ts';

/** Segments of `cam` before this instant are pinned. */
export const pinnedUntil = 1_010_000;

export const keptBytes = 400;

/** Keeps 400 bytes of `cam`, and what is pinned. */
export async function openRetention(folder: string) {
  const { value: database, stop } = await openTestDatabase({ embedded: { dir: folder } });
  const recordings = new PostgresRecordingStore(database, { onCommitted: () => {} });
  await recordings.saveStream(aSource(), 0);
  const root = join(folder, 'segments');
  const { value: segments } = await diskSegmentStore({ root, store: recordings }).start();
  const store = new PostgresRetentionStore(database);
  const options = {
    store,
    files: segments,
    pins: {
      pins: async () => [{ streamId: 'cam', start: 0, end: pinnedUntil, reason: 'alert' }],
    },
    rules: { eachStream: { maxBytes: keptBytes }, streams: {}, keepFreeBytes: 0 },
    clock: systemClock,
    logger: silentLogger,
    pageSize: 7,
  };
  return { recordings, segments, store, options, retention: new Retention(options), stop };
}
