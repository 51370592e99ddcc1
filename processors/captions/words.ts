/** English words for captions: counts, kinds, colours, directions and durations. */
import { hypernyms, type Kind, unnamedKind } from '../domain/kind.ts';
import type { Attribute } from '../domain/observation.ts';

const numberWords = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

const irregularPlurals: Readonly<Record<string, string>> = {
  person: 'people',
  knife: 'knives',
  sheep: 'sheep',
  mouse: 'mice',
  skis: 'skis',
  scissors: 'scissors',
  broccoli: 'broccoli',
};

/** A colour name below this confidence is left out. */
const sureColour = 0.35;

export const numberWord = (count: number): string => numberWords[count] ?? String(count);

function pluralOf(kind: Kind): string {
  const irregular = irregularPlurals[kind];
  if (irregular) return irregular;
  return /(s|x|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`;
}

/** `one bottle`, `three bottles`. */
export const countOf = (count: number, kind: Kind): string =>
  `${numberWord(count)} ${count === 1 ? kind : pluralOf(kind)}`;

/** `a red car`, `a person in a grey top and blue trousers`, `a person in black`, `something`. */
export function nounPhrase(kind: Kind, attributes: readonly Attribute[]): string {
  if (kind === unnamedKind) return 'something';
  if (kind === 'person') return `a person${clothesOf(attributes)}`;
  const colour = colourOf(attributes, 'whole');
  const noun = colour ? `${colour} ${kind}` : kind;
  return `${articleFor(noun)} ${noun}`;
}

/** `six seconds`, `a minute`, `about two minutes`. */
export function durationPhrase(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 55) return `${numberWord(seconds)} second${seconds === 1 ? '' : 's'}`;
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? 'a minute' : `about ${numberWord(minutes)} minutes`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listOf(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const isVehicle = (kind: Kind): boolean => (hypernyms.vehicle ?? []).includes(kind);

/** True for what moves by itself; everything else is moved. */
export const isMover = (kind: Kind): boolean =>
  kind === 'person' ||
  kind === unnamedKind ||
  isVehicle(kind) ||
  (hypernyms.animal ?? []).includes(kind);

function clothesOf(attributes: readonly Attribute[]): string {
  const top = colourOf(attributes, 'top');
  const bottom = colourOf(attributes, 'bottom');
  if (top && top === bottom) return ` in ${top}`;
  const worn = [top && `${articleFor(top)} ${top} top`, bottom && `${bottom} trousers`];
  const clothes = listOf(worn.filter((item): item is string => Boolean(item)));
  return clothes ? ` in ${clothes}` : '';
}

const colourOf = (attributes: readonly Attribute[], part: Attribute['part']): string | undefined =>
  attributes.find((attribute) => attribute.part === part && attribute.confidence >= sureColour)
    ?.value;

const articleFor = (word: string): string => (/^[aeiou]/.test(word) ? 'an' : 'a');
