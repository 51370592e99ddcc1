/**
 * Subscribes the folds to what ingest records. What was recorded but not processed when the
 * program ended is taken up first, stream by stream.
 */
import { chunksTopic, framesTopic, type StreamRecorded } from '../ingest/contract.ts';
import { isAbort } from '../kernel/errors.ts';
import { abortable, CleanupStack, type Component, type Started } from '../kernel/lifecycle.ts';
import type { Logger } from '../kernel/logger.ts';
import type { MessageLog } from '../kernel/message-log.ts';
import { type Outcome, ok } from '../kernel/outcome.ts';
import type { Clock } from '../kernel/time.ts';
import type { StreamProfile } from './domain/stream-profile.ts';
import type { Extractor, ProcessingStore } from './ports.ts';
import type { FoldingSteps } from './process-chunk.ts';
import { StreamFold } from './stream-fold.ts';

export interface ProcessorsDependencies {
  readonly log: MessageLog;
  readonly store: ProcessingStore;
  readonly extractor: Extractor;
  readonly steps: FoldingSteps;
  readonly profileOf: (streamId: string) => StreamProfile;
  /** Recorded time of a stream that may wait to be analysed; beyond it the oldest is given up. */
  readonly maxWaitingMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const group = 'processors';
const storeRetryMs = 1_000;
/** Chunks and gaps that are read at a time while catching up. */
const pageSize = 100;
/** What is not used for so long is let go, and loaded again when it is. */
const idleMs = 3_600_000;

interface StreamInUse {
  readonly fold: StreamFold;
  readonly caughtUp: Promise<void>;
  /** By the monotonic clock; never over while it catches up. */
  usedUntil: number;
}

export function createProcessors(dependencies: ProcessorsDependencies): Component<void> {
  return {
    start: async (): Promise<Started<void>> => {
      const consumer = new ChunkConsumer(dependencies);
      const stop = await consumer.start();
      return { value: undefined, stop };
    },
  };
}

class ChunkConsumer {
  readonly #dependencies: ProcessorsDependencies;
  readonly #streams = new Map<string, StreamInUse>();
  readonly #stopping = new AbortController();

  constructor(dependencies: ProcessorsDependencies) {
    this.#dependencies = dependencies;
  }

  async start(): Promise<() => Promise<void>> {
    const { log, logger, store } = this.#dependencies;
    const waiting = await store.streamsWaiting();
    const cleanup = new CleanupStack(logger, { timeoutMs: 10_000 });
    cleanup.defer('extractions', () => this.#close());
    const chunks = await log.subscribe(chunksTopic, group, (recorded, signal) =>
      this.#take(recorded, signal),
    );
    cleanup.defer('chunks', chunks);
    const frames = await log.subscribe(framesTopic, group, async (sampled) => {
      this.#streamOf(sampled.chunk.streamId).fold.offer(sampled);
      return ok;
    });
    cleanup.defer('frames', frames);
    for (const streamId of waiting) this.#streamOf(streamId);
    return () => {
      // What waits until its stream has caught up must not be waited for.
      this.#stopping.abort();
      return cleanup.stop();
    };
  }

  async #take(recorded: StreamRecorded, signal: AbortSignal): Promise<Outcome> {
    const streamId = recorded.type === 'chunk' ? recorded.chunk.streamId : recorded.gap.streamId;
    const { fold, caughtUp } = this.#streamOf(streamId);
    await abortable(caughtUp, signal);
    return fold.take(recorded, signal);
  }

  #streamOf(streamId: string): StreamInUse {
    const stream = this.#streams.get(streamId) ?? this.#open(streamId);
    stream.usedUntil = Math.max(stream.usedUntil, this.#dependencies.clock.monotonic());
    return stream;
  }

  #open(streamId: string): StreamInUse {
    this.#letIdleGo();
    const { extractor, store, steps, profileOf, maxWaitingMs, clock } = this.#dependencies;
    const fold = new StreamFold({
      streamId,
      extractor,
      store,
      steps,
      clock,
      maxWaitingMs,
      profile: () => profileOf(streamId),
      logger: this.#dependencies.logger.child({ streamId }),
      tries: 3,
      pauseMs: 1_000,
    });
    const caughtUp = this.#catchUp(streamId, fold).then(() => {
      stream.usedUntil = clock.monotonic();
    });
    const stream: StreamInUse = { fold, caughtUp, usedUntil: Infinity };
    this.#streams.set(streamId, stream);
    return stream;
  }

  /** Streams that were removed do not stay. */
  #letIdleGo(): void {
    const now = this.#dependencies.clock.monotonic();
    for (const [streamId, { fold, usedUntil }] of this.#streams) {
      if (fold.isBusy || now - usedUntil < idleMs) continue;
      fold.close();
      this.#streams.delete(streamId);
    }
  }

  /** Never rejects: nobody may be waiting for it. What is left is taken up at the next start. */
  async #catchUp(streamId: string, fold: StreamFold): Promise<void> {
    const { clock, logger } = this.#dependencies;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        return await this.#takeLeft(streamId, fold);
      } catch (error) {
        if (isAbort(error, signal)) return;
        logger.warn({ streamId, err: error }, 'catching up failed and will be tried again');
        await clock.sleep(storeRetryMs, signal).catch(() => {});
      }
    }
  }

  async #takeLeft(streamId: string, fold: StreamFold): Promise<void> {
    const { logger } = this.#dependencies;
    const { signal } = this.#stopping;
    for await (const recorded of this.#left(streamId)) {
      if (signal.aborted) return;
      const outcome = await fold.take(recorded, signal);
      if (outcome.fate === 'deadLetter') logger.error({ streamId, outcome }, 'chunk was given up');
    }
    await fold.recall(signal);
  }

  /** Page by page: what was taken waits no more. */
  async *#left(streamId: string): AsyncGenerator<StreamRecorded> {
    const next = () => this.#dependencies.store.unprocessed(streamId, pageSize);
    for (let page = await next(); page.length > 0; page = await next()) yield* page;
  }

  async #close(): Promise<void> {
    const streams = [...this.#streams.values()];
    for (const { fold } of streams) fold.close();
    await Promise.all(streams.map(({ caughtUp }) => caughtUp));
  }
}
