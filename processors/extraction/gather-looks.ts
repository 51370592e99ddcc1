/**
 * Looks at a track's pixels in one picture: colours by body region, and a colour histogram in three
 * bands that tells one person from another better than detector features do.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Box } from '../../kernel/geometry.ts';
import type { Kind } from '../domain/kind.ts';
import type { Foreground } from './find-foreground.ts';
import type { Looks } from './looks.ts';
import { type ColourName, isDeep, isSkin, nameColour, toHsv } from './name-colours.ts';
import { borderMargin } from './track.ts';

interface Region {
  readonly part: 'top' | 'bottom' | 'whole';
  /** Shares of the box. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Below the shoulders, and from the knees down to the shins: cameras look from above. */
const personRegions: readonly Region[] = [
  { part: 'top', left: 0.25, right: 0.75, top: 0.22, bottom: 0.48 },
  { part: 'bottom', left: 0.25, right: 0.75, top: 0.64, bottom: 0.9 },
];
const thingRegions: readonly Region[] = [
  { part: 'whole', left: 0.1, right: 0.9, top: 0.1, bottom: 0.9 },
];
const bands = 3;
const bins = 16;
const fewestPixels = 12;

/** `white`: see `whiteOf`. Boxes cut by the picture's border show no whole body and are skipped. */
export function gatherLooks(
  looks: Looks,
  picture: Picture,
  foreground: Foreground,
  box: Box,
  kind: Kind,
  white: number,
): void {
  const regions = kind === 'person' ? personRegions : thingRegions;
  if (kind === 'person' && isCut(box)) return;
  for (const region of regions) {
    const shares = coloursIn(picture, foreground, box, region, kind, white);
    for (const [name, share] of Object.entries(shares)) {
      looks.colours[region.part] ??= {};
      const part = looks.colours[region.part]!;
      part[name] = (part[name] ?? 0) + share;
    }
  }
  addAppearance(looks, appearanceOf(picture, box));
}

/** By the sides or the bottom; a head at the upper border is no loss. */
const isCut = (box: Box): boolean =>
  box.x < borderMargin ||
  box.x + box.width > 1 - borderMargin ||
  box.y + box.height > 1 - borderMargin ||
  box.width > box.height * 1.2;

function coloursIn(
  picture: Picture,
  foreground: Foreground,
  box: Box,
  region: Region,
  kind: Kind,
  white: number,
): Record<string, number> {
  const part = {
    x: box.x + region.left * box.width,
    y: box.y + region.top * box.height,
    width: (region.right - region.left) * box.width,
    height: (region.bottom - region.top) * box.height,
  };
  const own = countColours(picture, foreground, part, kind, white, true);
  const counted =
    own.pixels >= fewestPixels ? own : countColours(picture, foreground, part, kind, white, false);
  if (counted.pixels < fewestPixels) return {};
  return Object.fromEntries(
    [...joinFolds(counted)].map(([name, count]) => [name, count / counted.pixels]),
  );
}

interface Counted {
  readonly names: ReadonlyMap<ColourName, number>;
  /** Of the names, how many pixels were of a hue and dark. */
  readonly deep: ReadonlyMap<ColourName, number>;
  readonly pixels: number;
}

/** So much of the black must be a dark hue for the black to be its folds. */
const foldShare = 0.5;

/**
 * The folds of dark blue jeans are black, and black trousers are nowhere blue: black beside enough
 * of a dark hue is that hue.
 */
export function joinFolds({ names, deep }: Counted): ReadonlyMap<ColourName, number> {
  const black = names.get('black') ?? 0;
  const [hue, count] = [...deep].reduce((a, b) => (b[1] > a[1] ? b : a), ['black', 0] as const);
  if (black === 0 || hue === 'black' || count < black * foldShare) return names;
  const joined = new Map(names);
  joined.delete('black');
  return joined.set(hue, (names.get(hue) ?? 0) + black);
}

function countColours(
  picture: Picture,
  foreground: Foreground,
  part: Box,
  kind: Kind,
  white: number,
  onlyForeground: boolean,
): Counted {
  const names = new Map<ColourName, number>();
  const deep = new Map<ColourName, number>();
  let pixels = 0;
  forEachPixel(picture, part, (red, green, blue, x, y) => {
    const column = Math.floor((x * foreground.width) / picture.width);
    const row = Math.floor((y * foreground.height) / picture.height);
    if (onlyForeground && !foreground.mask[row * foreground.width + column]) return;
    const hsv = toHsv(red, green, blue);
    if (kind === 'person' && isSkin(hsv)) return;
    const name = nameColour(hsv, white);
    names.set(name, (names.get(name) ?? 0) + 1);
    if (isDeep(name, hsv, white)) deep.set(name, (deep.get(name) ?? 0) + 1);
    pixels += 1;
  });
  return { names, deep, pixels };
}

/** Per band 16 bins of hue (weighted by saturation), of saturation and of value; a unit vector. */
function appearanceOf(picture: Picture, box: Box): number[] {
  const vector = new Array<number>(bands * bins * 3).fill(0);
  const middle = { ...box, x: box.x + box.width / 4, width: box.width / 2 };
  const top = middle.y * picture.height;
  const height = Math.max(1, middle.height * picture.height);
  forEachPixel(picture, middle, (red, green, blue, _x, y) => {
    const { hue, saturation, value } = toHsv(red, green, blue);
    const band = Math.min(bands - 1, Math.max(0, Math.floor(((y - top) / height) * bands)));
    const offset = band * bins * 3;
    vector[offset + Math.min(bins - 1, Math.floor((hue / 360) * bins))]! += saturation;
    vector[offset + bins + Math.min(bins - 1, Math.floor(saturation * bins))]! += 1;
    vector[offset + 2 * bins + Math.min(bins - 1, Math.floor(value * bins))]! += 1;
  });
  return toUnit(vector);
}

function addAppearance(looks: Looks, vector: readonly number[]): void {
  looks.appearance = vector.map(
    (value, i) => Math.round(((looks.appearance[i] ?? 0) + value) * 10_000) / 10_000,
  );
  looks.pictures += 1;
}

export function toUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : [...vector];
}

function forEachPixel(
  picture: Picture,
  box: Box,
  visit: (red: number, green: number, blue: number, x: number, y: number) => void,
): void {
  const { width, height, data } = picture;
  const left = Math.max(0, Math.floor(box.x * width));
  const right = Math.min(width, Math.ceil((box.x + box.width) * width));
  const top = Math.max(0, Math.floor(box.y * height));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height));
  const step = Math.max(1, Math.floor(Math.sqrt(((right - left) * (bottom - top)) / 1500)));
  for (let y = top; y < bottom; y += step) {
    for (let x = left; x < right; x += step) {
      const i = (y * width + x) * 3;
      visit(data[i]!, data[i + 1]!, data[i + 2]!, x, y);
    }
  }
}
