/** Ingest on a folder of its own with an in-memory store, for tests; everything is cleaned up. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DiskFrameStore } from '../../ingest/adapters/disk-frame-store.ts';
import { diskSegmentStore } from '../../ingest/adapters/disk-segment-store.ts';
import { createIngest, type Ingest } from '../../ingest/create-ingest.ts';
import type { Segment } from '../../ingest/domain/segment.ts';
import type { Source } from '../../ingest/domain/stream.ts';
import type { IngestOptions } from '../../ingest/ingest-options.ts';
import type { Capture, FrameStore, SegmentStore } from '../../ingest/ports.ts';
import type { DiskLimits } from '../../ingest/retention/disk-space.ts';
import type { RetentionRules } from '../../ingest/retention/plan-retention.ts';
import { startCapture } from '../../ingest/stream/capture-process.ts';
import { silentLogger } from '../../kernel/logger.ts';
import type { MessageLog } from '../../kernel/message-log.ts';
import { systemClock } from '../../kernel/time.ts';
import { MemoryRecordingStore } from './memory-recording-store.ts';
import { MemoryRetentionStore } from './memory-retention-store.ts';
import { namedByOperator } from './named-by-operator.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface RecordingRig {
  readonly ingest: Ingest;
  readonly store: MemoryRecordingStore;
  readonly frames: FrameStore;
  readonly segments: SegmentStore;
  /** Every child started so far, the newest last. */
  readonly captures: Capture[];
  /** Messages published, by topic. */
  readonly published: Map<string, unknown[]>;
  /** Warnings logged, in order. */
  readonly warned: readonly string[];
  stop(): Promise<void>;
}

export interface RigOptions extends Partial<IngestOptions> {
  /** To go on with what an earlier rig recorded. */
  readonly store?: MemoryRecordingStore;
  readonly folder?: string;
  /** Messages of a child that may wait to be read. */
  readonly capacity?: number;
  /** Watches the disk, and removes what is recorded by the rules. */
  readonly disk?: DiskLimits & { readonly rules?: RetentionRules };
}

export async function startRig(options: RigOptions = {}): Promise<RecordingRig> {
  const {
    store = new MemoryRecordingStore(),
    folder = await temporaryFolder(),
    disk,
    capacity,
    ...ingestOptions
  } = options;
  const segments = await diskSegmentStore({ root: join(folder, 'segments'), store }).start();
  const frames = new DiskFrameStore(join(folder, 'frames'));
  const captures: Capture[] = [];
  const published = new Map<string, unknown[]>();
  const warned: string[] = [];
  const { value: ingest, stop } = await createIngest({
    store,
    frames,
    segments: segments.value,
    ...(disk && {
      retention: {
        store: new MemoryRetentionStore(store),
        files: segments.value,
        pins: { pins: async () => [] },
        rules: disk.rules ?? { eachStream: {}, streams: {}, keepFreeBytes: 0 },
        disk,
      },
    }),
    log: collectingLog(published),
    clock: systemClock,
    logger: { ...silentLogger, warn: (_, message) => void warned.push(message) },
    options: { maxBacklog: Number.POSITIVE_INFINITY, firstPauseMs: 50, ...ingestOptions },
    startCapture: (start, onArrival, onComplaint) => {
      captures.push(startCapture(start, onArrival, onComplaint, capacity));
      return captures.at(-1)!;
    },
  }).start();
  onTestFinished(stop);
  return {
    ingest: namedByOperator(ingest),
    store,
    frames,
    segments: segments.value,
    captures,
    published,
    warned,
    stop,
  };
}

/** Records the whole of a file as stream `cam` and returns when it has ended or failed. */
export async function recordFile(rig: RecordingRig, source: Source) {
  await rig.ingest.add({ id: 'cam', name: 'Camera', source });
  return rig.ingest.finished('cam');
}

export const filesOf = (rig: RecordingRig): string[] =>
  rig.store.segments.map((segment: Segment) => rig.segments.pathOf(segment));

function collectingLog(published: Map<string, unknown[]>): MessageLog {
  return {
    publish: async (topic, _key, message) => {
      published.set(topic.name, [...(published.get(topic.name) ?? []), message]);
    },
    offer: async () => true,
    subscribe: async () => async () => {},
  };
}
