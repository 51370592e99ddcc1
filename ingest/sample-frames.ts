/**
 * Which decoded frames are kept for analysis: by time, on a grid of instants, so that a replay
 * keeps the same ones. Frames slower than the grid are all kept.
 */
import type { Instant } from '../kernel/time.ts';

export class SampleGrid {
  readonly #intervalMs: number;
  #slot = Number.NEGATIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  constructor(framesPerSecond: number) {
    this.#intervalMs = 1000 / framesPerSecond;
  }

  /**
   * True for the first frame of each grid slot, never nearer than half a slot to the one before.
   * Instants must not decrease from call to call.
   */
  takes(at: Instant): boolean {
    const slot = Math.floor(at / this.#intervalMs);
    if (slot <= this.#slot || at - this.#last < this.#intervalMs / 2) return false;
    this.#slot = slot;
    this.#last = at;
    return true;
  }
}

/**
 * Size of the analysis picture: longer side at most `longSide`, never enlarged, square pixels, even
 * numbers. `pixelAspect` is the width of a pixel over its height.
 */
export function analysisSize(
  picture: { width: number; height: number; pixelAspect: number },
  longSide: number,
): { width: number; height: number } {
  const aspect = picture.pixelAspect > 0 ? picture.pixelAspect : 1;
  // Pixels are squared by shrinking the side that is too dense, which enlarges nothing.
  const width = picture.width * Math.min(1, aspect);
  const height = picture.height / Math.max(1, aspect);
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: even(width * scale), height: even(height * scale) };
}

const even = (length: number): number => Math.max(2, 2 * Math.round(length / 2));
