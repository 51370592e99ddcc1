/**
 * The colours by which a track is told from another that it meets: means of the upper and the lower
 * half of its box on the raster. Coarse, but there for every detection at the cost of a few sums.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import { areaOf, type Box, overlapArea } from '../../kernel/geometry.ts';
import { pixelsOf } from './find-blobs.ts';
import type { Measurement } from './measurement.ts';
import { clipBox, growBox } from './track.ts';

/** Red, green and blue of the upper half, then of the lower, 0..255. */
export type Clothing = readonly number[];

/** The rim of a box shows what is behind. */
const rim = 0.2;
const fewestPixels = 4;
/** Who covers another by more than this shows his colours. */
const coveredShare = 0.1;
/** Share of a new picture in what is known; the light changes slowly. */
const learningRate = 0.2;

/** Undefined where the box is too small on the raster to show a colour. */
export function clothingIn(raster: Picture, box: Box): Clothing | undefined {
  const { x, y, width, height } = growBox(box, -rim);
  const halves = [y, y + height / 2].map((top) =>
    pixelsOf(clipBox({ x, y: top, width, height: height / 2 }), raster.width, raster.height),
  );
  if (halves.some((pixels) => pixels.length < fewestPixels)) return undefined;
  return halves.flatMap((pixels) => [0, 1, 2].map((channel) => meanOf(raster, pixels, channel)));
}

/** 0 for the same colours, 1 for black against white; 0 where either is not known. */
export function clothingDistance(a: Clothing | undefined, b: Clothing | undefined): number {
  if (!a || !b) return 0;
  return Math.hypot(...a.map((value, i) => value - b[i]!)) / Math.sqrt(a.length) / 255;
}

/**
 * From the tracks that were measured in this picture: a predicted box shows something else. Those
 * that cover each other show each other's colours.
 */
export function learnClothing(measurements: readonly Measurement[], raster: Picture): void {
  for (const { track, box, measured } of measurements) {
    if (!measured) continue;
    if (measurements.some((other) => other.track !== track && covers(other.box, box))) continue;
    const shown = clothingIn(raster, box);
    if (!shown) continue;
    const known = track.clothing ?? shown;
    track.clothing = known.map((value, i) => value + learningRate * (shown[i]! - value));
  }
}

const covers = (other: Box, box: Box): boolean =>
  overlapArea(other, box) > coveredShare * areaOf(box);

function meanOf({ data }: Picture, pixels: Int32Array, channel: number): number {
  let sum = 0;
  for (const pixel of pixels) sum += data[pixel * 3 + channel]!;
  return Math.round(sum / pixels.length);
}
