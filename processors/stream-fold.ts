/**
 * One stream's folds: owns its memory and the extraction that runs ahead while a chunk is open.
 * Chunks and gaps are given to it one after another; hints of sampled frames at any time. What it
 * holds in memory is what was last committed, so that a crash anywhere loses only work.
 */
import type { FrameSampled, StreamRecorded } from '../ingest/contract.ts';
import { type Chunk, type ChunkKey, chunkId, compareChunks } from '../ingest/domain/chunk.ts';
import type { Gap } from '../ingest/domain/gap.ts';
import { AppError, classify, isAbort } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logger.ts';
import { deadLetter, drop, type Outcome, ok } from '../kernel/outcome.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { noTrajectoryChanges } from './aggregate.ts';
import { type Hole, holeOf } from './domain/hole.ts';
import type { StreamProfile } from './domain/stream-profile.ts';
import { FrameFeed } from './frame-feed.ts';
import type { Extraction, Extractor, ProcessingStore, StreamMemory } from './ports.ts';
import { type FoldingSteps, processChunk, processGap } from './process-chunk.ts';

export interface StreamFoldOptions {
  readonly streamId: string;
  readonly extractor: Extractor;
  readonly store: ProcessingStore;
  readonly steps: FoldingSteps;
  readonly profile: () => StreamProfile;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Tries before a chunk is given up, and the pause between them. */
  readonly tries: number;
  readonly pauseMs: number;
  /** Recorded time that may wait behind a chunk; with more of it the chunk is given up. */
  readonly maxWaitingMs: number;
}

/** Hints for chunks further ahead are ignored: their frames come with the chunk. */
const maxOpenFeeds = 8;

interface AheadExtraction {
  readonly id: string;
  readonly abort: AbortController;
  readonly extraction: Promise<Extraction>;
}

const emptyMemory: StreamMemory = { scene: undefined, aggregation: undefined, events: undefined };

const nothingMade = { changes: noTrajectoryChanges, events: [], synopsis: undefined };

export class StreamFold {
  readonly #options: StreamFoldOptions;
  readonly #feeds = new Map<string, { key: ChunkKey; feed: FrameFeed }>();
  #memory: StreamMemory | undefined;
  #newest: ChunkKey | undefined;
  #ahead: AheadExtraction | undefined;
  #busy = false;

  constructor(options: StreamFoldOptions) {
    this.#options = options;
  }

  /** A hint; may come late, twice or not at all. */
  offer({ chunk, frame }: FrameSampled): void {
    if (this.#newest && compareChunks(chunk, this.#newest) <= 0) return;
    this.#feedOf(chunk)?.offer(frame);
    this.#runAhead();
  }

  /** Loads what is remembered of the stream, so that work can run ahead before the first chunk ends. */
  async recall(signal: AbortSignal): Promise<void> {
    this.#memory ??= await this.#loadMemory(signal);
    this.#runAhead();
  }

  async take(recorded: StreamRecorded, signal: AbortSignal): Promise<Outcome> {
    this.#busy = true;
    try {
      this.#memory ??= await this.#loadMemory(signal);
      if (recorded.type === 'gap') return await this.#takeGap(recorded.gap, this.#memory, signal);
      return await this.#takeChunk(recorded.chunk, this.#memory, signal);
    } finally {
      this.#busy = false;
      this.#runAhead();
    }
  }

  get isBusy(): boolean {
    return this.#busy;
  }

  close(): void {
    this.#ahead?.abort.abort();
    this.#ahead = undefined;
  }

  async #loadMemory(signal: AbortSignal): Promise<StreamMemory> {
    const { store, streamId } = this.#options;
    return (await this.#stubbornly(() => store.loadMemory(streamId), signal)) ?? emptyMemory;
  }

  async #takeChunk(chunk: Chunk, before: StreamMemory, signal: AbortSignal): Promise<Outcome> {
    const { store } = this.#options;
    if (await this.#stubbornly(() => store.isSettled(chunk), signal)) {
      return drop('the chunk was processed before');
    }
    try {
      await this.#refuseOverload(chunk.range.start, signal);
      const extraction = await this.#extract(chunk, before, signal);
      const fold = () => processChunk(chunk, extraction, before, this.#options.steps);
      const result = await this.#patiently(fold, chunk.range.start, signal);
      await this.#stubbornly(() => store.commitChunk(result), signal);
      this.#memory = result.memory;
      this.#report(chunk, extraction);
      return ok;
    } catch (error) {
      this.#memory = undefined;
      if (isAbort(error, signal)) throw error;
      await this.#giveUp(chunk, before, classify(error).message, signal);
      return deadLetter('the chunk could not be processed', classify(error));
    } finally {
      this.#forget(chunk);
    }
  }

  async #takeGap(gap: Gap, before: StreamMemory, signal: AbortSignal): Promise<Outcome> {
    const { store, steps } = this.#options;
    const fold = () => processGap(gap, before, steps);
    const result = await this.#patiently(fold, gap.start, signal).catch((error) => {
      if (isAbort(error, signal)) throw error;
      return this.#leaveOut(gap, before, error);
    });
    const committed = await this.#stubbornly(() => store.commitGap(gap, result), signal);
    if (!committed) return drop('the gap was passed on before');
    this.#memory = result.memory;
    return ok;
  }

  /** Analysis that is slower than recording must catch up some day: what waits holds its frames. */
  async #refuseOverload(at: Instant, signal: AbortSignal): Promise<void> {
    const { store, streamId, maxWaitingMs } = this.#options;
    const waitingMs = await this.#stubbornly(() => store.waitingBehind(streamId, at), signal);
    if (waitingMs <= maxWaitingMs) return;
    throw new AppError('INVALID_STATE', 'more waits to be analysed than may wait', {
      details: { waitingMs, maxWaitingMs },
    });
  }

  /** The chunk counts as not seen: the folds go on as over a gap. */
  async #giveUp(
    chunk: Chunk,
    before: StreamMemory,
    reason: string,
    signal: AbortSignal,
  ): Promise<void> {
    const hole = holeOf(chunk);
    const result = await processGap(hole, before, this.#options.steps).catch((error) =>
      this.#leaveOut(hole, before, error),
    );
    await this.#stubbornly(() => this.#options.store.giveUp(chunk, reason, result), signal);
    this.#memory = result.memory;
  }

  /** Without a sentence encoder the folds go on with what comes after the hole. */
  #leaveOut(hole: Hole, before: StreamMemory, error: unknown) {
    this.#options.logger.warn({ hole, err: error }, 'a hole was not folded');
    return { ...nothingMade, memory: before };
  }

  /** The sentence encoder is waited for, until too much waits behind what begins at the instant. */
  #patiently<T>(fold: () => Promise<T>, at: Instant, signal: AbortSignal): Promise<T> {
    const attempt = () =>
      fold().catch(async (error) => {
        await this.#refuseOverload(at, signal);
        throw error;
      });
    return this.#stubbornly(attempt, signal);
  }

  /** What is away is waited for: that is no fault of the chunk. */
  async #stubbornly<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const { clock, logger, pauseMs } = this.#options;
    while (true) {
      try {
        return await attempt();
      } catch (error) {
        if (isAbort(error, signal) || !classify(error).retryable) throw error;
        logger.warn({ err: error }, 'not possible for now, trying again');
        await clock.sleep(pauseMs, signal);
      }
    }
  }

  /** The extraction that ran ahead, or a fresh one; tried again when it fails. */
  async #extract(chunk: Chunk, before: StreamMemory, signal: AbortSignal): Promise<Extraction> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead?.id === chunkId(chunk)) {
      this.#feeds.get(ahead.id)?.feed.complete(chunk.frames);
      const extraction = await ahead.extraction.catch(() => undefined);
      if (extraction) return extraction;
    } else {
      ahead?.abort.abort();
    }
    return this.#extractWithRetries(chunk, before, signal);
  }

  async #extractWithRetries(chunk: Chunk, before: StreamMemory, signal: AbortSignal) {
    const { clock, logger, tries, pauseMs } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const feed = new FrameFeed();
      feed.complete(chunk.frames);
      try {
        return await this.#runExtractor(chunk, feed, before, signal);
      } catch (error) {
        if (isAbort(error, signal) || attempt >= tries) throw error;
        logger.warn(
          { chunk: chunkId(chunk), attempt, err: error },
          'extraction failed, trying again',
        );
        await clock.sleep(pauseMs * attempt, signal);
      }
    }
  }

  #runExtractor(chunk: ChunkKey, feed: FrameFeed, memory: StreamMemory, signal: AbortSignal) {
    const { extractor, profile } = this.#options;
    const { streamId, epoch, seq } = chunk;
    const input = { chunk: { streamId, epoch, seq }, frames: feed, profile: profile() };
    return extractor.extract({ ...input, scene: memory.scene }, signal);
  }

  /** Starts on the oldest open chunk; the scene it needs is that of the chunk before. */
  #runAhead(): void {
    if (this.#busy || this.#ahead || !this.#memory) return;
    const open = [...this.#feeds.values()].sort((a, b) => compareChunks(a.key, b.key))[0];
    if (!open) return;
    const abort = new AbortController();
    const extraction = this.#runExtractor(open.key, open.feed, this.#memory, abort.signal);
    extraction.catch(() => {});
    this.#ahead = { id: chunkId(open.key), abort, extraction };
  }

  #feedOf(key: ChunkKey): FrameFeed | undefined {
    const id = chunkId(key);
    const existing = this.#feeds.get(id);
    if (existing) return existing.feed;
    if (this.#feeds.size >= maxOpenFeeds) return undefined;
    const feed = new FrameFeed();
    this.#feeds.set(id, { key, feed });
    return feed;
  }

  #forget(chunk: ChunkKey): void {
    if (!this.#newest || compareChunks(chunk, this.#newest) > 0) this.#newest = chunk;
    for (const [id, { key }] of this.#feeds) {
      if (compareChunks(key, this.#newest) <= 0) this.#feeds.delete(id);
    }
  }

  #report(chunk: Chunk, extraction: Extraction): void {
    const fields = {
      chunk: chunkId(chunk),
      behindMs: this.#options.clock.now() - chunk.range.end,
      observations: extraction.observations.length,
      framesExamined: extraction.framesExamined,
      framesSkipped: extraction.framesSkipped,
    };
    this.#options.logger.debug(fields, 'chunk processed');
  }
}
