/**
 * How alike two colour names are. Names stand for typical muted surfaces (cloth, paint) in CIE Lab;
 * lightness counts half, because shade and exposure change it more than hue.
 */

type Lab = readonly [lightness: number, a: number, b: number];

const labOf: Readonly<Record<string, Lab>> = {
  black: [15, 0, 0],
  grey: [52, 0, 0],
  white: [95, 0, 0],
  red: [42, 58, 38],
  orange: [65, 38, 62],
  yellow: [85, 0, 72],
  green: [48, -40, 30],
  cyan: [75, -30, -14],
  blue: [38, 8, -48],
  purple: [38, 38, -36],
  pink: [72, 36, 4],
  brown: [36, 16, 26],
  beige: [82, 3, 18],
};

const synonyms: Readonly<Record<string, string>> = {
  gray: 'grey',
  silver: 'grey',
  navy: 'blue',
  azure: 'blue',
  turquoise: 'cyan',
  teal: 'cyan',
  violet: 'purple',
  magenta: 'pink',
  maroon: 'red',
  crimson: 'red',
  gold: 'yellow',
  tan: 'beige',
  cream: 'beige',
  khaki: 'beige',
  olive: 'green',
  lime: 'green',
};

/** Distance at which two colours have nothing in common. */
const unlikeAt = 60;

/** 1 for the same colour or a synonym, falling to 0; unknown names are alike only to themselves. */
export function colourSimilarity(nameA: string, nameB: string): number {
  const a = canonicalColour(nameA);
  const b = canonicalColour(nameB);
  if (a === b) return 1;
  const labA = labOf[a];
  const labB = labOf[b];
  if (!labA || !labB) return 0;
  const distance = Math.hypot((labA[0] - labB[0]) / 2, labA[1] - labB[1], labA[2] - labB[2]);
  return Math.max(0, 1 - distance / unlikeAt);
}

function canonicalColour(name: string): string {
  const word = name.toLowerCase().replace(/^(dark|light|pale|bright)[ -]/, '');
  return synonyms[word] ?? word;
}
