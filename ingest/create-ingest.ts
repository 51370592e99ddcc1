/** Puts ingest together: the manager of streams, what it publishes, and the sweeping of frames. */
import { BoundedQueue } from '../kernel/bounded-queue.ts';
import type { Component, Started } from '../kernel/lifecycle.ts';
import { supervise } from '../kernel/lifecycle.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MessageLog, Topic } from '../kernel/message-log.ts';
import type { Clock } from '../kernel/time.ts';
import { startCapture } from './capture-process.ts';
import { type FrameSampled, framesTopic, streamStatusTopic } from './contract.ts';
import type { Stream, StreamId, StreamStatus } from './domain/stream.ts';
import { defaultIngestOptions, type IngestOptions } from './ingest-options.ts';
import type { FrameStore, RecordingStore, SegmentStore, StartCapture } from './ports.ts';
import { StreamManager } from './stream-manager.ts';
import type { StreamProgress } from './stream-worker.ts';

export interface Ingest {
  /** Starts recording; rejects for a request that cannot be right, not for an unreachable source. */
  add(stream: Stream): Promise<void>;
  /** Stops recording the stream; what was recorded stays. */
  remove(streamId: StreamId): Promise<void>;
  statuses(): readonly StreamStatus[];
  /** Resolves when a file has ended or failed, or the stream was stopped, and all is recorded. */
  finished(streamId: StreamId, signal?: AbortSignal): Promise<StreamStatus>;
  progress(streamId: StreamId): StreamProgress;
}

export interface IngestDeps {
  readonly store: RecordingStore;
  readonly segments: SegmentStore;
  readonly frames: FrameStore;
  readonly log: MessageLog;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly options?: Partial<IngestOptions>;
  /** Replaced in tests by a scripted child. */
  readonly startCapture?: StartCapture;
}

const sweepEveryMs = 30_000;
const queuedMessages = 256;

export const createIngest = (deps: IngestDeps): Component<Ingest> => ({
  async start(): Promise<Started<Ingest>> {
    const options = { ...defaultIngestOptions, ...deps.options };
    const stopping = new AbortController();
    const frames = new Publisher<FrameSampled>(deps, framesTopic, (m) => m.chunk.streamId);
    const statuses = new Publisher<StreamStatus>(deps, streamStatusTopic, (m) => m.streamId);
    const manager = new StreamManager({
      ...deps,
      policy: options,
      worker: {
        ...deps,
        options,
        startCapture: deps.startCapture ?? startCapture,
        onFrame: (sampled) => frames.publish(sampled),
        onStatus: (status) => statuses.publish(status),
      },
    });
    const sweeping = sweepFrames(deps, options.frameLifeMs, stopping.signal);
    const stop = async () => {
      await manager.close();
      stopping.abort();
      frames.close();
      statuses.close();
      await sweeping;
    };
    return { value: manager, stop };
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

async function sweepFrames(deps: IngestDeps, lifeMs: number, signal: AbortSignal): Promise<void> {
  const { store, frames, clock, logger } = deps;
  const sweep = async () => {
    const ids = (await store.streams()).map(({ stream }) => stream.id);
    const keep = (await Promise.all(ids.map((id) => store.backlog(id)))).flat();
    await frames.sweep(clock.now() - lifeMs, keep);
  };
  await supervise(sweep, { name: 'frame sweep', clock, logger, signal, pause: () => sweepEveryMs });
}
