/**
 * Sampled frames to chunks on the UTC grid, and holes to gaps, so that both together tile the
 * stream's time. Runs in the parent, so that it survives the child that sends the frames.
 */
import type { Instant } from '../kernel/time.ts';
import type { StreamRecorded } from './contract.ts';
import {
  type Chunk,
  type ChunkFlag,
  chunkSeqAt,
  chunkWindow,
  type DecodeStatistics,
} from './domain/chunk.ts';
import type { FrameRef } from './domain/frame.ts';
import type { GapReason } from './domain/gap.ts';
import type { StreamId } from './domain/stream.ts';
import type { WindowPicture } from './picture-watch.ts';

export interface ChunkAssemblerOptions {
  readonly streamId: StreamId;
  readonly chunkMs: number;
  /** Where the stream's recorded time ends; undefined when nothing was recorded yet. */
  readonly recordedUntil: Instant | undefined;
}

export interface EpochStart {
  readonly epoch: number;
  readonly firstFrameAt: Instant;
  readonly frameIntervalMs: number;
  /** Why nothing was recorded since the last epoch. */
  readonly reason: GapReason;
}

export interface WindowEnd {
  /** Number of the window that is over. */
  readonly seq: number;
  /** End of what was decoded in it: the window's end when the stream goes on. */
  readonly end: Instant;
  readonly statistics: DecodeStatistics;
  readonly picture?: WindowPicture;
}

const roundingMs = 2;

export class ChunkAssembler {
  readonly #options: ChunkAssemblerOptions;
  #recordedUntil: Instant | undefined;
  #epoch: number | undefined;
  #frames: FrameRef[] = [];

  constructor(options: ChunkAssemblerOptions) {
    this.#options = options;
    this.#recordedUntil = options.recordedUntil;
  }

  /** End of the newest chunk or gap handed out. */
  get recordedUntil(): Instant | undefined {
    return this.#recordedUntil;
  }

  /** The hole before the epoch as a gap; a hole of no more than one frame is none. */
  beginEpoch(start: EpochStart): StreamRecorded[] {
    this.#epoch = start.epoch;
    this.#frames = [];
    const from = this.#recordedUntil;
    if (from !== undefined && this.#isSeamless(from, start)) return [];
    this.#recordedUntil = start.firstFrameAt;
    return from === undefined ? [] : [this.#gap(from, start.firstFrameAt, start.reason)];
  }

  /** The chunk of the first frame begins where the record ends, unless a window's end lies between. */
  #isSeamless(from: Instant, { firstFrameAt, frameIntervalMs }: EpochStart): boolean {
    const { chunkMs } = this.#options;
    const holeMs = firstFrameAt - from;
    if (chunkSeqAt(from, chunkMs) !== chunkSeqAt(firstFrameAt, chunkMs))
      return holeMs <= roundingMs;
    return holeMs <= 1.5 * frameIntervalMs;
  }

  addFrame(frame: FrameRef): void {
    this.#frames.push(frame);
  }

  /**
   * Closes a window. Without a sampled frame it becomes a gap when the stream went on, and nothing
   * when the epoch ends there: the next epoch, or nobody, then accounts for the rest.
   */
  endWindow(ended: WindowEnd): StreamRecorded[] {
    const window = chunkWindow(ended.seq, this.#options.chunkMs);
    const start = this.#recordedUntil ?? window.start;
    const end = Math.min(ended.end, window.end);
    const frames = this.#frames;
    this.#frames = [];
    if (this.#epoch === undefined || end <= start) return [];
    if (frames.length === 0 && end < window.end) return [];
    this.#recordedUntil = end;
    if (frames.length === 0) return [this.#gap(start, end, 'no-frames')];
    return [{ type: 'chunk', chunk: this.#chunk(this.#epoch, frames, { ...ended, end }, start) }];
  }

  /** Time without a stream, up to the instant, as a gap. Only between epochs. */
  fillGap(until: Instant, reason: GapReason): StreamRecorded[] {
    const from = this.#recordedUntil;
    if (from === undefined || until <= from) return [];
    this.#recordedUntil = until;
    return [this.#gap(from, until, reason)];
  }

  /** The child is gone: what it sent becomes a partial chunk. The epoch is over. */
  abandon({ end, ...counted }: Omit<WindowEnd, 'seq'>): StreamRecorded[] {
    const last = this.#frames.at(-1);
    if (!last) return [];
    const seq = chunkSeqAt(last.at, this.#options.chunkMs);
    const recorded = this.endWindow({ ...counted, seq, end: Math.max(end, last.at + 1) });
    this.#epoch = undefined;
    return recorded;
  }

  #chunk(epoch: number, frames: FrameRef[], ended: WindowEnd, start: Instant): Chunk {
    const { streamId, chunkMs } = this.#options;
    const window = chunkWindow(ended.seq, chunkMs);
    const range = { start: Math.max(start, window.start), end: ended.end };
    const { faults = [], blind = [] } = ended.picture ?? {};
    const flags: ChunkFlag[] = [];
    if (range.start > window.start || range.end < window.end) flags.push('partial');
    const isBad = faults.some((fault) => fault !== 'dark');
    const { decodeErrors, packetsLost = 0 } = ended.statistics;
    if (decodeErrors + packetsLost > 0 || isBad) flags.push('degraded');
    flags.push(...faults);
    return {
      streamId,
      epoch,
      seq: ended.seq,
      range,
      frames,
      statistics: ended.statistics,
      flags,
      ...(blind.length > 0 && { blind }),
    };
  }

  #gap(start: Instant, end: Instant, reason: GapReason): StreamRecorded {
    return { type: 'gap', gap: { streamId: this.#options.streamId, start, end, reason } };
  }
}
