/**
 * The name people give the colour of a pixel: eleven basic colour terms (Berlin and Kay 1969) and
 * beige, by hue, saturation and lightness. Lightness is judged against the white of the scene, as
 * the eye does: a black jacket stays black under a bright lamp.
 */
import type { Picture } from '../../ingest/domain/frame.ts';

export type ColourName =
  | 'black'
  | 'white'
  | 'grey'
  | 'red'
  | 'orange'
  | 'yellow'
  | 'green'
  | 'blue'
  | 'purple'
  | 'pink'
  | 'brown'
  | 'beige';

export interface Hsv {
  /** Degrees, 0..360. */
  readonly hue: number;
  /** 0..1. */
  readonly saturation: number;
  /** 0..1. */
  readonly value: number;
}

const blackBelow = 0.22;
const noisyChroma = 0.12;
const whiteAbove = 0.8;
const greyBelow = 0.16;

/** `white` is the value of the brightest large areas of the scene, 0..1. */
export function nameColour({ hue, saturation, value }: Hsv, white: number): ColourName {
  const light = Math.min(1, value / white);
  // Dark pixels carry little colour: what saturation they have is mostly noise.
  const chroma = saturation * value;
  if (light < (chroma < noisyChroma ? blackBelow : blackBelow / 2)) return 'black';
  const grey = light < 0.35 ? greyBelow + (0.35 - light) : greyBelow;
  if (saturation < grey) return light > whiteAbove ? 'white' : 'grey';
  return hueName(hue, saturation, light);
}

const hues: ReadonlySet<ColourName> = new Set(['red', 'green', 'blue', 'purple']);
const deepBelow = 0.5;

/** Dark and still of a hue, as denim is. Dark orange and yellow are brown, and brown is wood too. */
export const isDeep = (name: ColourName, { value }: Hsv, white: number): boolean =>
  hues.has(name) && value / white < deepBelow;

function hueName(hue: number, saturation: number, light: number): ColourName {
  if (hue >= 345 || hue < 14) return saturation < 0.45 && light > 0.65 ? 'pink' : 'red';
  if (hue < 45) return warmName(hue, saturation, light);
  if (hue < 68) return saturation < 0.35 ? 'beige' : 'yellow';
  if (hue < 165) return 'green';
  if (hue < 258) return 'blue';
  if (hue < 300) return 'purple';
  return light > 0.55 ? 'pink' : 'purple';
}

/** Between red and yellow lie brown, orange and beige, told apart by lightness and saturation. */
function warmName(hue: number, saturation: number, light: number): ColourName {
  if (saturation < 0.4) return light > 0.55 ? 'beige' : 'brown';
  if (light < 0.6) return hue < 20 && saturation > 0.7 ? 'red' : 'brown';
  return hue < 20 && saturation > 0.75 ? 'red' : 'orange';
}

/** Value of the brightest twentieth of the picture, not below 0.4: a night has no white. */
export function whiteOf(picture: Picture): number {
  const histogram = new Uint32Array(256);
  let count = 0;
  for (let i = 0; i < picture.data.length; i += 3 * 7) {
    histogram[Math.max(picture.data[i]!, picture.data[i + 1]!, picture.data[i + 2]!)]! += 1;
    count += 1;
  }
  let above = 0;
  for (let value = 255; value > 0; value--) {
    above += histogram[value]!;
    if (above >= count * 0.05) return Math.max(0.4, value / 255);
  }
  return 0.4;
}

export function toHsv(red: number, green: number, blue: number): Hsv {
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  const saturation = max === 0 ? 0 : range / max;
  return { hue: hueOf(red, green, blue, max, range), saturation, value: max / 255 };
}

function hueOf(red: number, green: number, blue: number, max: number, range: number): number {
  if (range === 0) return 0;
  let sector = 0;
  if (max === red) sector = (green - blue) / range;
  else if (max === green) sector = 2 + (blue - red) / range;
  else sector = 4 + (red - green) / range;
  return (sector * 60 + 360) % 360;
}

/** Skin of every tone lies in one band of hue at middling saturation. */
export const isSkin = ({ hue, saturation, value }: Hsv): boolean =>
  (hue < 40 || hue > 345) && saturation > 0.2 && saturation < 0.65 && value > 0.35;
