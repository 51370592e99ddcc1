/**
 * The hypothesis of the empty picture: a running mean per pixel and channel, with the noise around
 * it. It learns only where it is told to, so that nobody who stands still becomes part of it; whole
 * regions can be repainted when a thing has come to rest or was taken away. Updated in place: its
 * owner is the scene.
 */
import type { Picture } from '../../ingest/domain/frame.ts';

export interface Background {
  readonly width: number;
  readonly height: number;
  /** RGB, 0..255. */
  readonly mean: Float32Array;
  /** Mean absolute difference of the strongest channel, 0..255. */
  readonly noise: Float32Array;
  /** Pictures learnt from so far. */
  pictures: number;
}

/** The picture as it would look under the light of the background: `pixel / gain`. */
export type Gain = readonly [number, number, number];

/** How far the picture is moved against the background, in raster pixels. */
export interface Shift {
  readonly x: number;
  readonly y: number;
}

/** What a region looked like before something was painted over it. */
export interface Patch {
  readonly pixels: Int32Array;
  /** RGB of each pixel. */
  readonly mean: Float32Array;
}

/** At 4 pictures a second: half of a lasting change is learnt in about 9 s. */
const slowRate = 0.02;
const quickPictures = 8;
const initialNoise = 4;

export const startBackground = (picture: Picture): Background => ({
  width: picture.width,
  height: picture.height,
  mean: Float32Array.from(picture.data),
  noise: new Float32Array(picture.width * picture.height).fill(initialNoise),
  pictures: 1,
});

/**
 * Moves the mean towards the picture wherever `covered` is 0. `covered` is in picture pixels; with
 * a shift, what lies outside the background is ignored.
 */
export function learnBackground(
  background: Background,
  picture: Picture,
  gain: Gain,
  shift: Shift,
  covered: Uint8Array,
): void {
  const { width, height, mean, noise } = background;
  background.pictures += 1;
  const rate = background.pictures <= quickPictures ? 1 / background.pictures : slowRate;
  const offset = shift.y * width + shift.x;
  for (let y = Math.max(0, shift.y); y < Math.min(height, height + shift.y); y++) {
    for (let x = Math.max(0, shift.x); x < Math.min(width, width + shift.x); x++) {
      const here = y * width + x;
      if (covered[here]) continue;
      const there = here - offset;
      let strongest = 0;
      for (let channel = 0; channel < 3; channel++) {
        const value = picture.data[here * 3 + channel]! / gain[channel]!;
        const difference = value - mean[there * 3 + channel]!;
        mean[there * 3 + channel]! += rate * difference;
        strongest = Math.max(strongest, Math.abs(difference));
      }
      noise[there]! += slowRate * (strongest - noise[there]!);
    }
  }
}

/** Replaces the given pixels by the picture's, and returns what was there. */
export function paintBackground(
  background: Background,
  picture: Picture,
  gain: Gain,
  pixels: Int32Array,
): Patch {
  const before = new Float32Array(pixels.length * 3);
  pixels.forEach((pixel, i) => {
    for (let channel = 0; channel < 3; channel++) {
      before[i * 3 + channel] = background.mean[pixel * 3 + channel]!;
      background.mean[pixel * 3 + channel] = picture.data[pixel * 3 + channel]! / gain[channel]!;
    }
  });
  return { pixels, mean: before };
}

export function restoreBackground(background: Background, patch: Patch): void {
  patch.pixels.forEach((pixel, i) => {
    background.mean.set(patch.mean.subarray(i * 3, i * 3 + 3), pixel * 3);
  });
}

/** The background's pixel that a picture's pixel shows; -1 where the shift leads outside. */
export function backgroundPixelAt(
  background: Background,
  shift: Shift,
  x: number,
  y: number,
): number {
  const column = x - shift.x;
  const row = y - shift.y;
  const inside = column >= 0 && row >= 0 && column < background.width && row < background.height;
  return inside ? row * background.width + column : -1;
}
