/** What stands before a noun: `the second`, `exactly two of the other`, `any tall`, `the left red`. */
import type { Comparison, CountLimit, Place } from '../domain/plan.ts';
import type { Cursor } from './cursor.ts';
import { shadeOf, takeAdjectives } from './dress.ts';

export type Determiner = 'the' | 'some' | 'no' | 'every' | 'bare';

export interface Head {
  det: Determiner;
  amount?: CountLimit;
  isExact?: boolean;
  isDistinct?: boolean;
  isOther: boolean;
  ordinal?: number;
  place?: Place;
  colours: string[];
  /** `tall`, `light`, `man`. */
  readonly unseen: string[];
  extreme?: 'longest' | 'shortest';
}

export function parseHead(cursor: Cursor): Head {
  const head: Head = { det: 'bare', isOther: false, colours: [], unseen: [] };
  while (takeHeadWord(cursor, head)) {
    // One word after another.
  }
  return head;
}

const determinerOf: Readonly<Record<string, Determiner>> = {
  the: 'the',
  this: 'the',
  that: 'the',
  these: 'the',
  those: 'the',
  a: 'some',
  an: 'some',
  any: 'some',
  some: 'some',
  another: 'some',
  no: 'no',
  none: 'no',
  each: 'every',
  every: 'every',
  all: 'every',
  both: 'every',
};

function takeHeadWord(cursor: Cursor, head: Head): boolean {
  return (
    takeDeterminer(cursor, head) ||
    takeAmount(cursor, head) ||
    takeOrdinal(cursor, head) ||
    takeColour(cursor, head) ||
    takeSide(cursor, head) ||
    takeAdjective(cursor, head)
  );
}

function takeDeterminer(cursor: Cursor, head: Head): boolean {
  const word = cursor.peek();
  if (word?.cat === 'word' && word.value === 'other') {
    cursor.at += 1;
    head.isOther = true;
    return true;
  }
  if (word?.cat === 'word' && (word.value === 'distinct' || word.value === 'of')) {
    if (word.value === 'of' && head.det === 'bare' && !head.amount) return false;
    cursor.at += 1;
    if (word.value === 'distinct') head.isDistinct = true;
    return true;
  }
  if (word?.cat !== 'word' || !(word.value in determinerOf)) return false;
  if (word.value === 'that' && !startsNoun(cursor, 1)) return false;
  cursor.at += 1;
  if (head.det === 'bare') head.det = determinerOf[word.value]!;
  if (word.value === 'both') head.amount = { comparison: '>=', value: 2 };
  if (word.value === 'another') head.isOther = true;
  return true;
}

const startsNoun = (cursor: Cursor, ahead: number): boolean =>
  ['kind', 'colour', 'number', 'ordinal', 'side'].includes(cursor.peek(ahead)?.cat ?? '');

function takeAmount(cursor: Cursor, head: Head): boolean {
  if (head.amount && head.det !== 'every') return false;
  const limit = peekLimit(cursor);
  const number = cursor.peekOf('number', limit ? 1 : 0);
  if (!number) return false;
  const isOneAsNoun = number.value === 1 && !startsThing(cursor, limit ? 2 : 1) && !limit;
  if (isOneAsNoun) return false;
  cursor.at += limit ? 2 : 1;
  head.amount = { comparison: limit ?? '=', value: number.value };
  head.isExact = limit !== undefined;
  if (cursor.word('or')) {
    if (cursor.word('more')) head.amount = { comparison: '>=', value: number.value };
    else cursor.at -= 1;
  }
  return true;
}

/** `over` and `under` are places too, and limits only before a number. */
function peekLimit(cursor: Cursor): Comparison | undefined {
  if (cursor.isWord('over', 'above')) return '>';
  if (cursor.isWord('under', 'below')) return '<';
  return cursor.peekOf('limit')?.comparison;
}

export function takeLimit(cursor: Cursor): Comparison | undefined {
  const limit = peekLimit(cursor);
  if (limit) cursor.at += 1;
  return limit;
}

const startsThing = (cursor: Cursor, ahead: number): boolean =>
  startsNoun(cursor, ahead) || cursor.isWordAt(ahead, 'of', 'other', 'distinct');

function takeOrdinal(cursor: Cursor, head: Head): boolean {
  const ordinal = cursor.peekOf('ordinal');
  if (!ordinal || head.ordinal !== undefined) return false;
  if (head.det === 'bare' && !startsNoun(cursor, 1)) return false;
  cursor.at += 1;
  head.ordinal = ordinal.value;
  return true;
}

function takeColour(cursor: Cursor, head: Head): boolean {
  const colour = cursor.peekOf('colour');
  if (!colour) return false;
  cursor.at += 1;
  head.colours.push(colour.value);
  head.unseen.push(...shadeOf(colour));
  cursor.word('coloured');
  return true;
}

/** `the tall person`; `how long` starts no noun. */
function takeAdjective(cursor: Cursor, head: Head): boolean {
  if (cursor.peek()?.cat !== 'unseen') return false;
  const words = takeAdjectives(cursor);
  head.unseen.push(...words);
  return words.length > 0;
}

function takeSide(cursor: Cursor, head: Head): boolean {
  const side = cursor.peekOf('side');
  if (!side || head.place || cursor.isWordAt(1, 'side', 'edge')) return false;
  cursor.at += 1;
  head.place = side.value;
  return true;
}
