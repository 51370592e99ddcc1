/**
 * Measures the luma of sampled frames on a grid of blocks, and tells how long the picture has been
 * the same. Holds the picture it compares with.
 */
import type { Instant } from '../kernel/time.ts';
import type { PictureLook } from './domain/picture-health.ts';

/** 8 bits a pixel, rows from the top, `stride` bytes apart. */
export interface LumaPlane {
  readonly data: Uint8Array;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/** Along the upper and the lower edge cameras write their name and the time, whatever they see. */
const edgeShare = 0.1;
const columns = 64;
const rows = 28;
const blocks = columns * rows;
/** Pixels looked at along each side of a block at most. */
const pixelsAcross = 3;

interface Measured {
  /** Mean of each block. */
  readonly means: Float32Array;
  /** One pixel of each block: unlike means it shows the noise of a sensor. */
  readonly pixels: Uint8Array;
}

interface Reference extends Measured {
  readonly at: Instant;
}

/**
 * The most by which two pictures of one frozen frame differ after coding, in means over the picture
 * and in its most different block. Live pictures of a still scene differ by more at each key frame.
 */
const same = { pixels: 0.4, block: 2, blocks: 0.2 };
/** While an encoder refines a frozen picture, the grain changes and the blocks hardly do. */
const alike = { pixels: 255, block: 3, blocks: 0.5 };

export class PictureMeter {
  #reference: Reference | undefined;
  #alike: Reference | undefined;
  #isRefreshed = false;

  /** Instants must not decrease. `isFresh`: a key frame was decoded since the last picture. */
  measure(plane: LumaPlane, at: Instant, isFresh: boolean): PictureLook {
    const measured = measurePlane(plane);
    const still = sameOr(this.#reference, { ...measured, at }, same);
    this.#isRefreshed = still === this.#reference && (this.#isRefreshed || isFresh);
    this.#reference = still;
    this.#alike = sameOr(this.#alike, { ...measured, at }, alike);
    return {
      ...summarise(measured.means),
      stillMs: at - still.at,
      alikeMs: at - this.#alike.at,
      isRefreshed: this.#isRefreshed,
    };
  }
}

function measurePlane({ data, stride, width, height }: LumaPlane): Measured {
  const means = new Float32Array(blocks);
  const pixels = new Uint8Array(blocks);
  const edge = Math.floor(height * edgeShare);
  const xs = borders(0, width, columns);
  const ys = borders(edge, height - edge, rows);
  const stepX = Math.ceil(width / columns / pixelsAcross);
  const stepY = Math.ceil((height - 2 * edge) / rows / pixelsAcross);
  for (let row = 0; row < rows; row += 1) {
    const [top, bottom] = spanOf(ys, row);
    for (let column = 0; column < columns; column += 1) {
      const [left, right] = spanOf(xs, column);
      let sum = 0;
      let count = 0;
      for (let y = top; y < bottom; y += stepY) {
        const line = y * stride;
        for (let x = left; x < right; x += stepX) {
          sum += data[line + x]!;
          count += 1;
        }
      }
      const block = row * columns + column;
      means[block] = sum / count;
      pixels[block] = data[((top + bottom) >> 1) * stride + ((left + right) >> 1)]!;
    }
  }
  return { means, pixels };
}

const borders = (from: number, to: number, parts: number): number[] =>
  Array.from({ length: parts + 1 }, (_, n) => from + Math.floor((n * (to - from)) / parts));

/** Blocks of a picture smaller than the grid share their pixels. */
const spanOf = (edges: readonly number[], n: number): [number, number] => [
  edges[n]!,
  Math.max(edges[n + 1]!, edges[n]! + 1),
];

/** The picture compared with, or the new one where they differ. */
const sameOr = (known: Reference | undefined, seen: Reference, limits: typeof same): Reference =>
  known && isSame(known, seen, limits) ? known : seen;

function isSame(a: Measured, b: Measured, limits: typeof same): boolean {
  let pixels = 0;
  let means = 0;
  for (let n = 0; n < blocks; n += 1) {
    const difference = Math.abs(a.means[n]! - b.means[n]!);
    if (difference > limits.block) return false;
    means += difference;
    pixels += Math.abs(a.pixels[n]! - b.pixels[n]!);
  }
  return means <= limits.blocks * blocks && pixels <= limits.pixels * blocks;
}

function summarise(means: Float32Array): Pick<PictureLook, 'mean' | 'spread' | 'detail'> {
  let sum = 0;
  let squares = 0;
  let steps = 0;
  for (let n = 0; n < blocks; n += 1) {
    const value = means[n]!;
    sum += value;
    squares += value * value;
    if (n % columns > 0) steps += Math.abs(value - means[n - 1]!);
  }
  const mean = sum / blocks;
  return {
    mean,
    spread: Math.sqrt(Math.max(0, squares / blocks - mean * mean)),
    detail: steps / (rows * (columns - 1)),
  };
}
