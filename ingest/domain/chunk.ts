/**
 * A chunk: the analysis window `[seq * length, (seq + 1) * length)` of UTC for one stream and
 * epoch, with references to its sampled frames. Its identity is (stream, epoch, seq), so a replay
 * makes the same ids. `range` is the part of the window that was really recorded.
 */
import type { Instant, TimeRange } from '../../kernel/time.ts';
import type { FrameRef } from './frame.ts';
import type { BlindStretch, PictureFault } from './picture-health.ts';
import type { StreamId } from './stream.ts';

export interface ChunkKey {
  readonly streamId: StreamId;
  /** Counts the sessions of the stream: +1 at each connect, clock disagreement or codec change. */
  readonly epoch: number;
  readonly seq: number;
}

/**
 * `partial`: does not fill its window. `degraded`: packets were lost or did not decode, or the picture
 * had a fault other than being dark. The rest: the faults it had.
 */
export type ChunkFlag = 'partial' | 'degraded' | PictureFault;

export interface DecodeStatistics {
  readonly packets: number;
  readonly framesDecoded: number;
  readonly decodeErrors: number;
  /** Network packets that never came; undefined when none is known to be lost. */
  readonly packetsLost?: number;
}

export interface Chunk extends ChunkKey {
  readonly range: TimeRange;
  readonly frames: readonly FrameRef[];
  readonly statistics: DecodeStatistics;
  readonly flags: readonly ChunkFlag[];
  /**
   * What shows nothing of the scene, as far as is known by now: that a picture has frozen is known
   * late, so a stretch may begin before the chunk.
   */
  readonly blind?: readonly BlindStretch[];
}

export const chunkId = (key: ChunkKey): string => `${key.streamId}/${key.epoch}/${key.seq}`;

/** Number of the window that holds `at`. */
export const chunkSeqAt = (at: Instant, lengthMs: number): number => Math.floor(at / lengthMs);

export const chunkWindow = (seq: number, lengthMs: number): TimeRange => ({
  start: seq * lengthMs,
  end: (seq + 1) * lengthMs,
});

/** Order of chunks within one stream. */
export const compareChunks = (a: ChunkKey, b: ChunkKey): number =>
  a.epoch - b.epoch || a.seq - b.seq;
