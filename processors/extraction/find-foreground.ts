/**
 * What in a picture differs from the background: compensated for exposure and shake, thresholded
 * against the noise of each pixel, freed of shadows and specks.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Box } from '../../kernel/geometry.ts';
import { type Background, backgroundPixelAt, type Gain, type Shift } from './background-model.ts';
import { closeGaps, dropSpecks } from './clean-mask.ts';
import { dropShadows } from './drop-shadows.ts';
import { estimateGain } from './estimate-gain.ts';
import { estimateShift, noShift } from './estimate-shift.ts';
import { maskedShare, setShare } from './find-blobs.ts';

export interface Foreground {
  readonly width: number;
  readonly height: number;
  /** 1 where the picture differs, by raster pixel. */
  readonly mask: Uint8Array;
  readonly gain: Gain;
  readonly shift: Shift;
  /** Share of the picture that differs. */
  readonly share: number;
  /** Too dark to tell anything. */
  readonly dark: boolean;
  /** False when most of the picture changed, or when it is dark. */
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
  const gain = estimateGain(background, picture, shift);
  const differences = differencesOf(background, picture, gain, shift);
  const cleaned = dropSpecks(
    differing(background, picture, gain, shift, differences),
    width,
    height,
  );
  dropShadows(cleaned, background, picture, gain, shift);
  const mask = closeGaps(dropSpecks(cleaned, width, height), width, height, 2);
  const share = setShare(mask);
  const dark = levelOf(picture) < darkLevel;
  const reliable = share < unreliableShare && !dark;
  return { width, height, mask, gain, shift, share, dark, reliable };
}

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
    const there = backgroundPixelAt(background, shift, here % width, Math.floor(here / width));
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

function levelOf(picture: Picture): number {
  let sum = 0;
  for (let i = 1; i < picture.data.length; i += 30) sum += picture.data[i]!;
  return sum / (picture.data.length / 30);
}
