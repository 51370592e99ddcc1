/** Sampled frames by reference, and decoded pictures. */
import type { Instant } from '../../kernel/time.ts';

/** A sampled frame in the frame store. */
export interface FrameRef {
  /** Counts the sampled frames of its chunk from 0. */
  readonly index: number;
  readonly at: Instant;
  readonly width: number;
  readonly height: number;
  /** Key in the frame store; a path relative to its root. */
  readonly key: string;
}

/** Decoded pixels: RGB, 8 bits, rows from the top, no padding; `data.length = width * height * 3`. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
