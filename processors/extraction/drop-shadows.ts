/**
 * Cast shadows and light differ from the background but are no objects: all channels are changed
 * alike, and at the rim the change fades, where an object of the same grey would have an edge. Measured on
 * several scenes, the brightness ratio steps by under 0.14 at the rim of a shadow and by over 0.2 at
 * that of grey clothes.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Background, Gain, Shift } from './background-model.ts';
import { findRegions } from './find-regions.ts';

/** Brightness as a ratio to the background: beyond these it is neither shadow nor light. */
const darkest = 0.35;
const brightest = 2;
/** Largest spread of the ratio among the channels. */
const tint = 0.12;
/** Largest mean step of the ratio across the rim of a shadow, over three pixels. */
const softStep = 0.15;
/** Share of the rim that must border on the background; the rest is in touch with an object. */
const leastFreeRim = 0.15;
const fewestPixels = 12;

/** Clears the shadows in the mask. */
export function dropShadows(
  mask: Uint8Array,
  background: Background,
  picture: Picture,
  gain: Gain,
  shift: Shift,
): void {
  const { width, height } = background;
  const shade = new Shade(background, picture, gain, shift);
  const shaded = mask.map((set, pixel) => (set && shade.isShaded(pixel) ? 1 : 0));
  for (const region of findRegions(shaded, width, height)) {
    if (region.length < fewestPixels || !isSoft(region, shaded, mask, shade)) continue;
    for (const pixel of region) mask[pixel] = 0;
  }
}

/** Brightness ratios of picture to background. */
class Shade {
  readonly width: number;
  readonly height: number;
  readonly #background: Background;
  readonly #picture: Picture;
  readonly #gain: Gain;
  readonly #offset: number;

  constructor(background: Background, picture: Picture, gain: Gain, shift: Shift) {
    this.width = background.width;
    this.height = background.height;
    this.#background = background;
    this.#picture = picture;
    this.#gain = gain;
    this.#offset = shift.y * background.width + shift.x;
  }

  isShaded(pixel: number): boolean {
    const red = this.#channelRatio(pixel, 0);
    const green = this.#channelRatio(pixel, 1);
    const blue = this.#channelRatio(pixel, 2);
    const mean = (red + green + blue) / 3;
    if (mean < darkest || mean > brightest) return false;
    return Math.max(red, green, blue) - Math.min(red, green, blue) < tint;
  }

  ratio(pixel: number): number {
    const red = this.#channelRatio(pixel, 0);
    return (red + this.#channelRatio(pixel, 1) + this.#channelRatio(pixel, 2)) / 3;
  }

  #channelRatio(pixel: number, channel: number): number {
    const before = this.#background.mean[(pixel - this.#offset) * 3 + channel] ?? 255;
    return this.#picture.data[pixel * 3 + channel]! / Math.max(12, before * this.#gain[channel]!);
  }
}

function isSoft(region: Int32Array, shaded: Uint8Array, mask: Uint8Array, shade: Shade): boolean {
  const { width, height } = shade;
  let rim = 0;
  let free = 0;
  let step = 0;
  for (const pixel of region) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) continue;
    for (const direction of [-1, 1, -width, width]) {
      if (shaded[pixel + direction]) continue;
      rim += 1;
      if (mask[pixel + direction]) continue;
      free += 1;
      step += shade.ratio(pixel + 2 * direction) - shade.ratio(pixel - direction);
    }
  }
  return free > leastFreeRim * rim && Math.abs(step) < softStep * free;
}
