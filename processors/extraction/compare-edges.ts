/**
 * "Appeared" or "removed": a thing has a contour. Along the rim of a blob that differs from the
 * background, the contour is in the picture when something came, and in the background when
 * something that was part of it was taken away.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Background } from './background-model.ts';
import type { Blob } from './find-blobs.ts';

export type Change = 'appeared' | 'removed' | 'unclear';

const clearRatio = 1.25;
/** Mean step of luminance, of 255, below which there is no contour at all. */
const leastContour = 3;

export function compareEdges(background: Background, picture: Picture, blob: Blob): Change {
  const { width, height } = background;
  const rim = rimOf(blob, width, height);
  const now = meanGradient(picture.data, rim, width, height);
  const before = meanGradient(background.mean, rim, width, height);
  if (Math.max(now, before) < leastContour) return 'unclear';
  if (before > now * clearRatio) return 'removed';
  return now > before * clearRatio ? 'appeared' : 'unclear';
}

/** The blob's outermost pixels and those just outside, away from the border of the picture. */
function rimOf(blob: Blob, width: number, height: number): number[] {
  const inside = new Set<number>(blob.pixels);
  const rim = new Set<number>();
  for (const pixel of blob.pixels) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) continue;
    for (const neighbour of [pixel - 1, pixel + 1, pixel - width, pixel + width]) {
      if (inside.has(neighbour)) continue;
      rim.add(pixel);
      rim.add(neighbour);
    }
  }
  return [...rim];
}

function meanGradient(
  data: ArrayLike<number>,
  pixels: readonly number[],
  width: number,
  height: number,
): number {
  let sum = 0;
  for (const pixel of pixels) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
    const across = luminance(data, pixel + 1) - luminance(data, pixel - 1);
    const down = luminance(data, pixel + width) - luminance(data, pixel - width);
    sum += Math.hypot(across, down) / 2;
  }
  return pixels.length > 0 ? sum / pixels.length : 0;
}

const luminance = (data: ArrayLike<number>, pixel: number): number =>
  0.3 * data[pixel * 3]! + 0.6 * data[pixel * 3 + 1]! + 0.1 * data[pixel * 3 + 2]!;
