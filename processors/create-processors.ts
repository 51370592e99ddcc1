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
  /** Streams that may have been recorded but not processed when the program ended. */
  readonly streamIds: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

const group = 'processors';
const storeRetryMs = 1_000;

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
  readonly #streams = new Map<string, { fold: StreamFold; caughtUp: Promise<void> }>();
  readonly #stopping = new AbortController();

  constructor(dependencies: ProcessorsDependencies) {
    this.#dependencies = dependencies;
  }

  async start(): Promise<() => Promise<void>> {
    const { log, logger } = this.#dependencies;
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
    for (const streamId of this.#dependencies.streamIds) this.#streamOf(streamId);
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

  #streamOf(streamId: string) {
    const existing = this.#streams.get(streamId);
    if (existing) return existing;
    const { extractor, store, steps, profileOf, clock } = this.#dependencies;
    const fold = new StreamFold({
      streamId,
      extractor,
      store,
      steps,
      clock,
      profile: () => profileOf(streamId),
      logger: this.#dependencies.logger.child({ streamId }),
      tries: 3,
      pauseMs: 1_000,
    });
    const stream = { fold, caughtUp: this.#catchUp(streamId, fold) };
    this.#streams.set(streamId, stream);
    return stream;
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
    const { store, logger } = this.#dependencies;
    const { signal } = this.#stopping;
    for (const recorded of await store.unprocessed(streamId)) {
      if (signal.aborted) return;
      const outcome = await fold.take(recorded, signal);
      if (outcome.fate === 'deadLetter') logger.error({ streamId, outcome }, 'chunk was given up');
    }
    await fold.recall(signal);
  }

  async #close(): Promise<void> {
    const streams = [...this.#streams.values()];
    for (const { fold } of streams) fold.close();
    await Promise.all(streams.map(({ caughtUp }) => caughtUp));
  }
}
