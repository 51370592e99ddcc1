/**
 * The durable side of one stream: chunks, gaps and segments go to the store in order, whoever asks
 * for them. The record must not have holes, so a store that is away is waited for.
 */
import { classify } from '../../kernel/errors.ts';
import { FailureLog } from '../../kernel/failure-log.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Clock, Instant } from '../../kernel/time.ts';
import { ChunkAssembler, type EpochStart, type WindowEnd } from '../assemble-chunks.ts';
import type { SegmentFile } from '../child/messages.ts';
import type { StreamRecorded } from '../contract.ts';
import { chunkSeqAt } from '../domain/chunk.ts';
import type { FrameRef } from '../domain/frame.ts';
import type { GapReason } from '../domain/gap.ts';
import type { Segment } from '../domain/segment.ts';
import type { StreamId } from '../domain/stream.ts';
import type { RecordingStore, SegmentStore } from '../ports.ts';

export interface StreamRecorderOptions {
  readonly streamId: StreamId;
  readonly chunkMs: number;
  readonly recordedUntil: Instant | undefined;
  readonly store: RecordingStore;
  readonly segments: SegmentStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** When aborted, a store that is away is waited for no longer. */
  readonly signal: AbortSignal;
}

const storeRetryMs = 1_000;
const backlogPollMs = 200;

export class StreamRecorder {
  readonly #options: StreamRecorderOptions;
  readonly #assembler: ChunkAssembler;
  #writes: Promise<void> = Promise.resolve();

  constructor(options: StreamRecorderOptions) {
    this.#options = options;
    this.#assembler = new ChunkAssembler(options);
  }

  /** End of the newest chunk or gap. */
  get recordedUntil(): Instant | undefined {
    return this.#assembler.recordedUntil;
  }

  /** Opens an epoch, records the hole before it and returns its number. */
  async beginEpoch(start: Omit<EpochStart, 'epoch'>): Promise<number> {
    const { store, streamId } = this.#options;
    const epoch = await this.#stubbornly(() => store.openEpoch(streamId));
    await this.#record(this.#assembler.beginEpoch({ ...start, epoch }));
    return epoch;
  }

  addFrame(frame: FrameRef): void {
    this.#assembler.addFrame(frame);
  }

  endWindow(window: WindowEnd): Promise<void> {
    return this.#record(this.#assembler.endWindow(window));
  }

  /** Records what a dead child had sent of the open window. */
  abandon(ended: Omit<WindowEnd, 'seq'>): Promise<void> {
    return this.#record(this.#assembler.abandon(ended));
  }

  /** Records the windows that are over as a gap. Only between epochs. */
  recordOutage(now: Instant, reason: GapReason): Promise<void> {
    const { chunkMs } = this.#options;
    return this.fillGap(chunkSeqAt(now, chunkMs) * chunkMs, reason);
  }

  /** Records the time up to the instant as a gap. Only between epochs. */
  fillGap(until: Instant, reason: GapReason): Promise<void> {
    return this.#record(this.#assembler.fillGap(until, reason));
  }

  /** Gives a segment its name. A segment that cannot be kept costs evidence, not the stream. */
  async commitSegment(epoch: number, file: SegmentFile): Promise<void> {
    const { segments, logger } = this.#options;
    const segment = this.#named(epoch, file);
    const commit = () => segments.commit(file.path, segment);
    await this.#stubbornly(commit, isRetryable).catch((error) => {
      logger.error({ segment: segment.key, err: error }, 'segment not recorded');
    });
  }

  /** The open segment goes so far by now. */
  async noteGrowth(epoch: number, file: SegmentFile): Promise<void> {
    const { segments, logger } = this.#options;
    const segment = this.#named(epoch, file);
    await segments.noteGrowth(file.path, segment).catch((error) => {
      logger.warn({ segment: segment.key, err: error }, 'open segment not noted');
    });
  }

  #named(epoch: number, { path, ...described }: SegmentFile): Omit<Segment, 'bytes'> {
    const { streamId } = this.#options;
    const key = `${streamId}/${epoch}/${described.start}${path.slice(path.lastIndexOf('.'))}`;
    return { ...described, id: key, key, streamId, epoch };
  }

  /** Where the segments before the instant end: reading must go on from there to lose none. */
  async segmentsUntil(until: Instant, within: number): Promise<Instant> {
    const { streamId, segments } = this.#options;
    const recent = { start: until - within, end: until };
    const ends = (await segments.find(streamId, recent)).map((segment) => segment.end);
    return Math.min(until, Math.max(...ends, recent.start));
  }

  /** Resolves when fewer than `limit` chunks are unprocessed, or when told to stop. */
  async waitForBacklog(limit: number): Promise<void> {
    const { store, streamId, clock, signal } = this.#options;
    while (!signal.aborted) {
      const backlog = await this.#stubbornly(() => store.backlog(streamId));
      if (backlog.length < limit) return;
      await clock.sleep(backlogPollMs, signal).catch(() => {});
    }
  }

  /** Once a write was given up, nothing more is written: the record ends there, without a hole. */
  #record(items: readonly StreamRecorded[]): Promise<void> {
    this.#writes = this.#writes.then(() => this.#write(items));
    return this.#writes;
  }

  async #write(items: readonly StreamRecorded[]): Promise<void> {
    const { store } = this.#options;
    for (const item of items) {
      await this.#stubbornly(async () => {
        if (item.type === 'chunk') await store.recordChunk(item.chunk);
        else await store.recordGap(item.gap);
      });
    }
  }

  async #stubbornly<T>(
    attempt: () => Promise<T>,
    mayPass = (_error: unknown): boolean => true,
  ): Promise<T> {
    const { streamId, clock, signal } = this.#options;
    const failures = new FailureLog({ ...this.#options, name: `record of ${streamId}` });
    while (true) {
      try {
        const result = await attempt();
        failures.worked();
        return result;
      } catch (error) {
        if (signal.aborted || !mayPass(error)) throw error;
        failures.failed(error);
        await clock.sleep(storeRetryMs, signal);
      }
    }
  }
}

const isRetryable = (error: unknown): boolean => classify(error).retryable;
