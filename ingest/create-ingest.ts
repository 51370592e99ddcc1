/** Puts ingest together: the manager of streams, what it publishes, and the sweeping of frames. */
import { availableParallelism } from 'node:os';
import { BoundedQueue } from '../kernel/bounded-queue.ts';
import { FailureLog } from '../kernel/failure-log.ts';
import type { Component, Started } from '../kernel/lifecycle.ts';
import { supervise } from '../kernel/lifecycle.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MessageLog, Topic } from '../kernel/message-log.ts';
import type { Clock } from '../kernel/time.ts';
import { type FrameSampled, framesTopic, streamStatusTopic } from './contract.ts';
import type { SourceOrigin } from './domain/source-addresses.ts';
import type { Stream, StreamId, StreamStatus } from './domain/stream.ts';
import { defaultIngestOptions, type IngestOptions } from './ingest-options.ts';
import type { FrameStore, RecordingStore, SegmentStore, StartCapture } from './ports.ts';
import {
  type DiskLimits,
  DiskSpace,
  type DiskStatus,
  unlimitedSpace,
} from './retention/disk-space.ts';
import { keepRecordings } from './retention/keep-recordings.ts';
import type { RetentionDeps } from './retention/retention.ts';
import { sweepFrames } from './retention/sweep-frames.ts';
import { startCapture } from './stream/capture-process.ts';
import { type ProbeSource, probeSource } from './stream/probe-source.ts';
import { StartTurns } from './stream/start-turns.ts';
import { StreamManager } from './stream/stream-manager.ts';
import type { StreamProgress } from './stream/stream-worker.ts';
import { withCaution } from './stream/with-caution.ts';

export interface Ingest {
  /**
   * Starts recording; rejects for a request that cannot be right, not for an unreachable source.
   * The origin, by default `network`, decides about files, devices and addresses of this machine.
   */
  add(stream: Stream, origin?: SourceOrigin): Promise<void>;
  /** Stops recording the stream; what was recorded stays. */
  remove(streamId: StreamId): Promise<void>;
  statuses(): readonly StreamStatus[];
  /** Resolves when a file has ended or failed, or the stream was stopped, and all is recorded. */
  finished(streamId: StreamId, signal?: AbortSignal): Promise<StreamStatus>;
  progress(streamId: StreamId): StreamProgress;
  /** Undefined where the disk is not watched. */
  disk(): DiskStatus | undefined;
}

export interface IngestDeps {
  readonly store: RecordingStore;
  readonly segments: SegmentStore;
  readonly frames: FrameStore;
  readonly log: MessageLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly options?: Partial<IngestOptions>;
  /** What is recorded goes by these rules; without them it stays. */
  readonly retention?: RetentionDeps & { readonly disk: DiskLimits };
  /** Replaced in tests by a scripted child. */
  readonly startCapture?: StartCapture;
  readonly probe?: ProbeSource;
}

const sweepEveryMs = 30_000;
const queuedMessages = 256;

export const createIngest = (given: IngestDeps): Component<Ingest> => ({
  async start(): Promise<Started<Ingest>> {
    const deps = { ...given, ...withCaution({ startCapture, ...given }) };
    const options = { ...defaultIngestOptions, ...deps.options };
    const stopping = new AbortController();
    const frames = new Publisher<FrameSampled>(deps, framesTopic, (m) => m.chunk.streamId);
    const statuses = new Publisher<StreamStatus>(deps, streamStatusTopic, (m) => m.streamId);
    const space = await watchedDisk(deps);
    const manager = new StreamManager({
      ...deps,
      policy: options,
      worker: {
        ...deps,
        options,
        space: space ?? unlimitedSpace,
        turns: new StartTurns(Math.max(1, Math.floor(availableParallelism() / 2))),
        probe: deps.probe ?? probeSource,
        onFrame: (sampled) => frames.publish(sampled),
        onStatus: (status) => statuses.publish(status),
      },
    });
    const running = () => manager.statuses().map(({ streamId }) => streamId);
    const tasks = [keepFrames(deps, running, options.frameLifeMs, stopping.signal)];
    if (space && deps.retention) {
      tasks.push(keepRecordings({ ...deps, ...deps.retention, space }, stopping.signal));
    }
    const stop = async () => {
      await manager.close();
      stopping.abort();
      frames.close();
      statuses.close();
      await Promise.all(tasks);
    };
    const value: Ingest = {
      add: (stream, origin) => manager.add(stream, origin),
      remove: (streamId) => manager.remove(streamId),
      statuses: () => manager.statuses(),
      finished: (streamId, signal) => manager.finished(streamId, signal),
      progress: (streamId) => manager.progress(streamId),
      disk: () => space?.status,
    };
    return { value, stop };
  },
});

/**
 * Publishes without ever holding up the caller. When the log is slow the oldest messages are
 * dropped: they are hints, and a newer state replaces an older one.
 */
class Publisher<T> {
  readonly #queue = new BoundedQueue<T>({ capacity: queuedMessages, policy: 'drop-oldest' });

  constructor(
    deps: Pick<IngestDeps, 'log' | 'logger'>,
    topic: Topic<T>,
    keyOf: (message: T) => string,
  ) {
    void this.#run(deps, topic, keyOf);
  }

  publish(message: T): void {
    void this.#queue.push(message);
  }

  close(): void {
    this.#queue.close();
  }

  async #run(
    deps: Pick<IngestDeps, 'log' | 'logger'>,
    topic: Topic<T>,
    keyOf: (message: T) => string,
  ): Promise<void> {
    for await (const message of this.#queue) {
      await deps.log.publish(topic, keyOf(message), message).catch((error) => {
        deps.logger.warn({ topic: topic.name, err: error }, 'message not published');
      });
    }
  }
}

/** Checked before anything is recorded. */
async function watchedDisk(deps: IngestDeps): Promise<DiskSpace | undefined> {
  if (!deps.retention) return undefined;
  const { disk, files } = deps.retention;
  const space = new DiskSpace({ ...deps, ...disk, freeBytes: () => files.freeBytes() });
  await space.check();
  return space;
}

async function keepFrames(
  deps: IngestDeps,
  running: () => readonly StreamId[],
  lifeMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger } = deps;
  const supervised = { name: 'frame sweep', clock, logger, signal, pause: () => sweepEveryMs };
  const failures = new FailureLog(supervised);
  const sweep = () =>
    sweepFrames({ ...deps, storedBefore: clock.now() - lifeMs, running: running() });
  await supervise(() => failures.watch(sweep), supervised);
}
