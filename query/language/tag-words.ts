/**
 * Words -> tagged phrases, longest phrase first. Names of zones, lines and cameras come first of
 * all; words with two meanings (`left`, `top`, `second`) are settled by their neighbours.
 */
import { numberOf, numberPattern, unitMs, unitPattern } from './clock-words.ts';
import { longestPhrase, meaningOf } from './lexicon.ts';
import type { Tag, Tagged } from './tags.ts';
import { tokensOf } from './tokens.ts';

export interface PlaceNames {
  readonly zones: readonly string[];
  readonly lines: readonly string[];
  readonly streams: readonly { readonly id: string; readonly name: string }[];
}

export function tagWords(text: string, names: PlaceNames): Tagged[] {
  const tokens = tokensOf(text);
  const places = placeEntries(names);
  const tagged: Tagged[] = [];
  let at = 0;
  while (at < tokens.length) {
    const { tag, length } = longestAt(tokens, at, places);
    tagged.push({ ...tag, text: tokens.slice(at, at + length).join(' ') });
    at += length;
  }
  return tagged.map((tag, index) => settle(tag, index, tagged));
}

function placeEntries(names: PlaceNames): Map<string, Tag> {
  const places = new Map<string, Tag>();
  const add = (written: string, place: 'zone' | 'line' | 'stream', name: string) => {
    const phrase = tokensOf(written.replace(/[_-]/g, ' ')).join(' ');
    if (phrase && !/^\d+$/.test(phrase)) places.set(phrase, { cat: 'place', place, name });
  };
  for (const { id, name } of names.streams) {
    add(id, 'stream', id);
    add(name, 'stream', id);
  }
  for (const name of names.lines) add(name, 'line', name);
  for (const name of names.zones) add(name, 'zone', name);
  return places;
}

interface Match {
  readonly tag: Tag;
  readonly length: number;
}

function longestAt(tokens: readonly string[], at: number, places: Map<string, Tag>): Match {
  const duration = durationAt(tokens, at);
  if (duration) return duration;
  for (let length = Math.min(longestPhrase, tokens.length - at); length > 0; length--) {
    const words = tokens.slice(at, at + length);
    const phrase = words.join(' ');
    const tag = placeAt(tokens, at, length, places) ?? meaningOf(phrase);
    if (tag && !swallowsTooMuch(tag, words, tokens[at + length], tokens[at + length + 1])) {
      return { tag, length };
    }
  }
  return { tag: numberTag(tokens[at]!) ?? { cat: 'unknown' }, length: 1 };
}

const placeNouns = new Set(['camera', 'cameras', 'stream', 'feed', 'zone', 'line']);

/** A camera called `bottles` is meant only where it is called a camera. */
function placeAt(
  tokens: readonly string[],
  at: number,
  length: number,
  places: Map<string, Tag>,
): Tag | undefined {
  const phrase = tokens.slice(at, at + length).join(' ');
  const place = places.get(phrase.replace(/-/g, ' '));
  const everyday = place && meaningOf(phrase);
  if (!everyday || everyday.cat === 'place') return place;
  const beside = [tokens[at - 1], tokens[at + length]];
  return beside.some((word) => word !== undefined && placeNouns.has(word)) ? place : undefined;
}

const determiners = new Set(['a', 'an', 'the', 'his', 'her', 'their', 'its']);

/** `came in a red top`, `come on the left`: the small word belongs to what follows. */
function swallowsTooMuch(
  tag: Tag,
  words: readonly string[],
  next: string | undefined,
  afterNext: string | undefined,
): boolean {
  if (tag.cat !== 'verb' || words.length < 2 || !next) return false;
  const last = words.at(-1)!;
  if (!['in', 'on', 'at', 'from', 'over', 'to'].includes(last)) return false;
  const following = determiners.has(next) ? afterNext : next;
  const cat = following ? meaningOf(following)?.cat : undefined;
  return cat === 'colour' || cat === 'side';
}

/** `30 seconds`, `a minute`, `half an hour`, `one and a half minutes`. */
function durationAt(tokens: readonly string[], at: number): Match | undefined {
  const text = tokens.slice(at, at + 6).join(' ');
  const match = durationPattern.exec(text);
  if (!match) return undefined;
  const whole = numberOf(match[1]!) + (match[2] ? 0.5 : 0);
  const ms = whole * unitMs(match[3]!);
  if (Number.isNaN(ms)) return undefined;
  return { tag: { cat: 'duration', ms }, length: match[0].split(' ').length };
}

const durationPattern = new RegExp(
  `^(${numberPattern})( and a half)? (?:full |whole |entire )?(${unitPattern})(?= |$)`,
);

function numberTag(token: string): Tag | undefined {
  const ordinal = /^(\d+)(?:st|nd|rd|th)$/.exec(token);
  if (ordinal) return { cat: 'ordinal', value: Number(ordinal[1]) };
  const seconds = /^(\d+)(s|min|h)$/.exec(token);
  if (seconds) return { cat: 'duration', ms: Number(seconds[1]) * unitMs(seconds[2]!) };
  return /^\d+$/.test(token) ? { cat: 'number', value: Number(token) } : undefined;
}

/** Words with two meanings, by what stands beside them. */
function settle(tag: Tagged, index: number, tags: readonly Tagged[]): Tagged {
  const before = tags[index - 1];
  const next = tags[index + 1];
  if (tag.text === 'left' && isRemaining(before, next)) {
    return { cat: 'verb', meaning: 'present', form: 'participle', text: 'left' };
  }
  if (tag.text === 'left' && !isSideHere(tags, index)) {
    return { cat: 'verb', meaning: 'departs', form: 'past', text: 'left' };
  }
  if (tag.text === 'top' && isEdgeHere(tags, index)) {
    return { cat: 'side', value: 'top', text: 'top' };
  }
  if (tag.text === 'bottom' && (before?.cat === 'colour' || before?.text === "'s")) {
    return { cat: 'garment', part: 'bottom', text: 'bottom' };
  }
  if (tag.text === 'orange' && isFruitHere(before, next)) {
    return { cat: 'kind', kind: 'orange', plural: false, text: 'orange' };
  }
  if (tag.cat === 'number' && next?.text === 'times') return { ...tag, cat: 'times' };
  return tag;
}

/** `how many bottles are left`. */
const isRemaining = (before: Tagged | undefined, next: Tagged | undefined): boolean =>
  before?.cat === 'aux' && ['is', 'are', 'was', 'were'].includes(before.word) && !next;

const sideLeads = new Set(['the', 'to', 'from', 'on', 'at', 'or', 'its', 'far', 'is', 'towards']);

function isSideHere(tags: readonly Tagged[], index: number): boolean {
  const before = tags[index - 1];
  const next = tags[index + 1];
  if (!before || sideLeads.has(before.text)) return true;
  if (before.cat === 'verb' && ['moves', 'runs'].includes(before.meaning)) return true;
  const nouns = ['side', 'edge', 'hand', 'one', 'ones', 'end'];
  return next !== undefined && (next.cat === 'kind' || nouns.includes(next.text));
}

function isEdgeHere(tags: readonly Tagged[], index: number): boolean {
  const [twoBefore, before, next] = [tags[index - 2], tags[index - 1], tags[index + 1]];
  if (next && (next.cat === 'kind' || ['side', 'edge', 'one'].includes(next.text))) return true;
  const leads = ['from', 'at', 'over', 'on', 'to', 'through'];
  return before?.text === 'the' && leads.includes(twoBefore?.text ?? '');
}

const isFruitHere = (before: Tagged | undefined, next: Tagged | undefined): boolean =>
  ['an', 'the'].includes(before?.text ?? '') && next?.cat !== 'kind' && next?.cat !== 'garment';
