/**
 * What in a picture differs from the background: compensated for exposure and shake, thresholded
 * against the noise of each pixel, cleaned, and split into connected blobs.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Box } from '../../kernel/geometry.ts';
import type { Background, Gain, Shift } from './background-model.ts';
import { dropShadows } from './drop-shadows.ts';
import { estimateShift, noShift } from './estimate-shift.ts';
import { findRegions } from './find-regions.ts';

export interface Blob {
  readonly box: Box;
  /** Share of the picture. */
  readonly area: number;
  /** Raster pixels. */
  readonly pixels: Int32Array;
}

export interface Foreground {
  readonly width: number;
  readonly height: number;
  /** 1 where the picture differs, by raster pixel. */
  readonly mask: Uint8Array;
  readonly gain: Gain;
  readonly shift: Shift;
  /** Share of the picture that differs. */
  readonly share: number;
  /** False when most of the picture changed, or when it is too dark to tell. */
  readonly reliable: boolean;
}

/** Of 255; measured on several cameras: 22 to 25 separates people and things from noise. */
const threshold = 22;
const noiseFactor = 4;
const pictureNoiseFactor = 5;
/** What differs more is no noise, even where most of the picture does. */
const highestThreshold = 60;
const unreliableShare = 0.5;
/** Where less differs, nobody asks whether the camera shook. */
const noticeableShare = 0.01;
const explainedRest = 0.7;
const darkLevel = 10;

export function findForeground(background: Background, picture: Picture): Foreground {
  const unshifted = compare(background, picture, noShift);
  if (unshifted.share < noticeableShare) return unshifted;
  const shift = estimateShift(background, picture);
  if (shift.x === 0 && shift.y === 0) return unshifted;
  const shifted = compare(background, picture, shift);
  return explains(shifted, unshifted) ? shifted : unshifted;
}

/** Much less differs, in the part of the picture that both can compare. */
function explains(shifted: Foreground, unshifted: Foreground): boolean {
  const { x, y } = shifted.shift;
  const { width, height } = shifted;
  const common: Box = {
    x: Math.max(0, x) / width,
    y: Math.max(0, y) / height,
    width: 1 - Math.abs(x) / width,
    height: 1 - Math.abs(y) / height,
  };
  const [after, before] = [shifted, unshifted].map(({ mask }) =>
    maskedShare(mask, width, height, common),
  );
  return after! < explainedRest * before!;
}

function compare(background: Background, picture: Picture, shift: Shift): Foreground {
  const { width, height } = background;
  const gain = gainOf(background, picture, shift);
  const differences = differencesOf(background, picture, gain, shift);
  const cleaned = majority(differing(background, picture, gain, shift, differences), width, height);
  dropShadows(cleaned, background, picture, gain, shift);
  const mask = close(majority(cleaned, width, height), width, height, 2);
  const share = setShare(mask);
  const reliable = share < unreliableShare && levelOf(picture) >= darkLevel;
  return { width, height, mask, gain, shift, share, reliable };
}

/** Connected regions of the mask of at least `minimumArea` (a share of the picture), largest first. */
export function findBlobs(
  mask: Uint8Array,
  width: number,
  height: number,
  minimumArea: number,
): Blob[] {
  const blobs: Blob[] = [];
  for (const pixels of findRegions(mask, width, height)) {
    const area = pixels.length / mask.length;
    if (area >= minimumArea) blobs.push({ box: boxAround(pixels, width, height), area, pixels });
  }
  return blobs.sort((a, b) => b.area - a.area);
}

/** Share of the box's pixels that are set in the mask, 0..1. */
export function maskedShare(mask: Uint8Array, width: number, height: number, box: Box): number {
  const left = Math.max(0, Math.round(box.x * width));
  const right = Math.min(width, Math.max(left + 1, Math.round((box.x + box.width) * width)));
  const top = Math.max(0, Math.round(box.y * height));
  const bottom = Math.min(height, Math.max(top + 1, Math.round((box.y + box.height) * height)));
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) count += mask[y * width + x]!;
  }
  const total = (right - left) * (bottom - top);
  return total > 0 ? count / total : 0;
}

/** Share of the mask's pixels that are set, 0..1. */
export function setShare(mask: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < mask.length; i++) count += mask[i]!;
  return count / mask.length;
}

/** Raster pixels of a box. */
export function pixelsOf(box: Box, width: number, height: number): Int32Array {
  const left = Math.max(0, Math.floor(box.x * width));
  const right = Math.min(width, Math.ceil((box.x + box.width) * width));
  const top = Math.max(0, Math.floor(box.y * height));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height));
  const pixels = new Int32Array(Math.max(0, right - left) * Math.max(0, bottom - top));
  let i = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) pixels[i++] = y * width + x;
  return pixels;
}

/**
 * The change of exposure and white balance, per channel: the median ratio of picture to
 * background, which no object that covers less than half of the picture can move.
 */
function gainOf(background: Background, picture: Picture, shift: Shift): Gain {
  const { width, height, mean } = background;
  const channels = [0, 1, 2].map((channel) => {
    const ratios: number[] = [];
    for (let y = 2; y < height; y += 4) {
      for (let x = 2; x < width; x += 4) {
        const there = backgroundPixel(background, shift, x, y);
        if (there < 0) continue;
        const before = mean[there * 3 + channel]!;
        const now = picture.data[(y * width + x) * 3 + channel]!;
        if (before > 16 && before < 250 && now < 250) ratios.push(now / before);
      }
    }
    return medianGain(Float32Array.from(ratios));
  });
  return [channels[0]!, channels[1]!, channels[2]!];
}

function medianGain(ratios: Float32Array): number {
  if (ratios.length < 20) return 1;
  ratios.sort();
  return Math.min(3, Math.max(0.33, ratios[ratios.length >> 1]!));
}

const backgroundPixel = (background: Background, shift: Shift, x: number, y: number): number => {
  const column = x - shift.x;
  const row = y - shift.y;
  const inside = column >= 0 && row >= 0 && column < background.width && row < background.height;
  return inside ? row * background.width + column : -1;
};

/** Per picture pixel, of 255; 0 where a shift leaves nothing to compare with. */
function differencesOf(
  background: Background,
  picture: Picture,
  gain: Gain,
  shift: Shift,
): Uint8Array {
  const { width, height } = background;
  const differences = new Uint8Array(width * height);
  const offset = shift.y * width + shift.x;
  for (let y = Math.max(0, shift.y); y < Math.min(height, height + shift.y); y++) {
    for (let x = Math.max(0, shift.x); x < Math.min(width, width + shift.x); x++) {
      const here = y * width + x;
      differences[here] = difference(background, picture, gain, here - offset, here);
    }
  }
  return differences;
}

/** Beyond the noise of the pixel, and of the whole picture: at night everything trembles. */
function differing(
  background: Background,
  picture: Picture,
  gain: Gain,
  shift: Shift,
  differences: Uint8Array,
): Uint8Array {
  const { width } = background;
  const mask = new Uint8Array(differences.length);
  const pictureNoise = pictureNoiseFactor * medianOf(differences);
  const least = Math.max(threshold, Math.min(highestThreshold, pictureNoise));
  for (let here = 0; here < mask.length; here++) {
    if (differences[here]! <= least) continue;
    const there = backgroundPixel(background, shift, here % width, Math.floor(here / width));
    const limit = Math.max(least, noiseFactor * background.noise[there]!);
    if (differences[here]! <= limit) continue;
    if (!neighbourMatches(background, picture, gain, there, here, limit)) mask[here] = 1;
  }
  return mask;
}

function medianOf(values: Uint8Array): number {
  const histogram = new Uint32Array(256);
  for (const value of values) histogram[value]! += 1;
  let below = 0;
  return histogram.findIndex((count) => {
    below += count;
    return below * 2 >= values.length;
  });
}

/** Of the strongest channel. A pixel that is at the end of its range tells nothing beyond it. */
function difference(
  background: Background,
  picture: Picture,
  gain: Gain,
  there: number,
  here: number,
): number {
  let strongest = 0;
  for (let channel = 0; channel < 3; channel++) {
    const before = background.mean[there * 3 + channel]!;
    const now = picture.data[here * 3 + channel]!;
    const expected = Math.min(255, before * gain[channel]!);
    if (before >= 250 && now > expected) continue;
    strongest = Math.max(strongest, Math.abs(now - expected));
  }
  return strongest;
}

/** True when the background one pixel away looks like this: an edge that trembled, not an object. */
function neighbourMatches(
  background: Background,
  picture: Picture,
  gain: Gain,
  there: number,
  here: number,
  limit: number,
): boolean {
  const { width, height } = background;
  const x = there % width;
  const y = (there - x) / width;
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      if (difference(background, picture, gain, row * width + column, here) <= limit / 2)
        return true;
    }
  }
  return false;
}

/** Keeps a pixel when at least five of its nine neighbours are set: an opening that spares corners. */
const majority = (mask: Uint8Array, width: number, height: number): Uint8Array =>
  withNeighbours(mask, width, height, (cells) => (cells >> 1) + 1);

/** Dilates and erodes: closes gaps of up to twice the radius. */
function close(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  let result = mask;
  for (let i = 0; i < radius; i++) result = withNeighbours(result, width, height, () => 1);
  for (let i = 0; i < radius; i++) {
    result = withNeighbours(result, width, height, (cells) => cells);
  }
  return result;
}

/**
 * Sets each pixel whose 3 x 3 window has at least as many set pixels as asked for a window of so
 * many cells; cells outside the picture do not count.
 */
function withNeighbours(
  mask: Uint8Array,
  width: number,
  height: number,
  leastOf: (cells: number) => number,
): Uint8Array {
  const sums = rowSums(mask, width, height);
  const result = new Uint8Array(mask.length);
  for (let y = 0; y < height; y++) {
    const rows = (y > 0 ? 1 : 0) + 1 + (y < height - 1 ? 1 : 0);
    const least = leastOf(rows * 3);
    const leastAtSide = leastOf(rows * 2);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const above = y > 0 ? sums[i - width]! : 0;
      const below = y < height - 1 ? sums[i + width]! : 0;
      const needed = x > 0 && x < width - 1 ? least : leastAtSide;
      if (above + sums[i]! + below >= needed) result[i] = 1;
    }
  }
  return result;
}

/** Each pixel with its left and right neighbours. */
function rowSums(mask: Uint8Array, width: number, height: number): Uint8Array {
  const sums = new Uint8Array(mask.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const left = x > 0 ? mask[row + x - 1]! : 0;
      const right = x < width - 1 ? mask[row + x + 1]! : 0;
      sums[row + x] = left + mask[row + x]! + right;
    }
  }
  return sums;
}

function levelOf(picture: Picture): number {
  let sum = 0;
  for (let i = 1; i < picture.data.length; i += 30) sum += picture.data[i]!;
  return sum / (picture.data.length / 30);
}

function boxAround(pixels: Int32Array, width: number, height: number): Box {
  let left = width;
  let right = 0;
  let top = height;
  let bottom = 0;
  for (const pixel of pixels) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return {
    x: left / width,
    y: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  };
}
