/**
 * Since when a place has looked as it does now: the last pictures of the chunk, searched backwards.
 * It tells when a thing was put down while the hand was still on it, whatever the detector saw.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Gain } from './background-model.ts';

export interface PastPicture {
  readonly at: Instant;
  readonly raster: Picture;
  /** Of its exposure, to the background. */
  readonly gain: Gain;
}

/** Six seconds at 4 pictures a second. */
export const mostPastPictures = 24;
/** Of 255. */
const tolerance = 22;
const alikeShare = 0.7;

/**
 * The earliest instant from which every past picture shows the place as `now` does. Its lower half
 * is compared: hands and their shadows come from above.
 */
export function alikeSince(
  past: readonly PastPicture[],
  now: PastPicture,
  pixels: Int32Array,
): Instant {
  const lower = lowerHalf(pixels, now.raster.width);
  let since = now.at;
  for (const picture of [...past].reverse()) {
    if (picture.at >= now.at) continue;
    if (!isAlike(picture, now, lower)) return since;
    since = picture.at;
  }
  return since;
}

function lowerHalf(pixels: Int32Array, width: number): Int32Array {
  const rows = pixels.map((pixel) => Math.floor(pixel / width)).sort();
  const middle = ((rows[0] ?? 0) + (rows.at(-1) ?? 0)) / 2;
  return pixels.filter((pixel) => Math.floor(pixel / width) >= middle);
}

function isAlike(a: PastPicture, b: PastPicture, pixels: Int32Array): boolean {
  let alike = 0;
  for (const pixel of pixels) {
    if ([0, 1, 2].every((channel) => isClose(a, b, pixel * 3 + channel, channel))) alike += 1;
  }
  return alike >= alikeShare * pixels.length;
}

const isClose = (a: PastPicture, b: PastPicture, i: number, channel: number): boolean =>
  Math.abs(a.raster.data[i]! / a.gain[channel]! - b.raster.data[i]! / b.gain[channel]!) <=
  tolerance;
