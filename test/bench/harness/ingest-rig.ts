/** Ingest as in the program, with its records in memory and nobody who takes its messages. */
import { join } from 'node:path';
import { DiskFrameStore } from '../../../ingest/adapters/disk-frame-store.ts';
import { diskSegmentStore } from '../../../ingest/adapters/disk-segment-store.ts';
import { createIngest, type Ingest } from '../../../ingest/create-ingest.ts';
import type { Source } from '../../../ingest/domain/stream.ts';
import type { IngestOptions } from '../../../ingest/ingest-options.ts';
import type { FrameStore } from '../../../ingest/ports.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import type { MessageLog } from '../../../kernel/message-log.ts';
import { systemClock } from '../../../kernel/time.ts';
import { compileCacheFolder } from '../../support/compile-cache.ts';
import { MemoryRecordingStore } from '../../support/memory-recording-store.ts';
import { namedByOperator } from '../../support/named-by-operator.ts';
import { inWorkFolder } from './work-folder.ts';

process.env.NODE_COMPILE_CACHE ??= compileCacheFolder;

export interface IngestRig {
  readonly ingest: Ingest;
  readonly store: MemoryRecordingStore;
  readonly frames: FrameStore;
}

const nobody: MessageLog = {
  publish: async () => {},
  offer: async () => true,
  subscribe: async () => async () => {},
};

/** Everything is stopped and gone when the work has ended. */
export const withIngest = <T>(
  options: Partial<IngestOptions>,
  work: (rig: IngestRig) => Promise<T>,
  log: MessageLog = nobody,
): Promise<T> =>
  inWorkFolder(async (folder) => {
    const store = new MemoryRecordingStore();
    const segments = await diskSegmentStore({ root: join(folder, 'segments'), store }).start();
    const frames = new DiskFrameStore(join(folder, 'frames'));
    const { value: ingest, stop } = await createIngest({
      store,
      segments: segments.value,
      frames,
      log,
      clock: systemClock,
      logger: silentLogger,
      options: { maxBacklog: Number.POSITIVE_INFINITY, ...options },
    }).start();
    try {
      return await work({ ingest: namedByOperator(ingest), store, frames });
    } finally {
      await stop();
    }
  });

/** Takes in a whole file as fast as it goes; throws when it does not come to its end. */
export const ingestFile = (
  url: string,
  options: Partial<IngestOptions> = {},
  source: Partial<Source> = {},
): Promise<void> =>
  withIngest(options, async ({ ingest }) => {
    const startAt = 1_700_000_000_000;
    await ingest.add({
      id: 'bench',
      name: 'Bench',
      source: { url, pace: 'fast', startAt, ...source },
    });
    const status = await ingest.finished('bench');
    if (status.state !== 'ended') throw new Error(`ingest ${status.state}: ${status.reason}`);
  });
