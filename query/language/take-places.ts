/** Sides of the picture, zones, lines, cameras, and words for the whole scene. */
import type { Side } from '../domain/plan.ts';
import type { Taker } from './clause.ts';
import type { Cursor } from './cursor.ts';

const prepositions = [
  'in',
  'on',
  'at',
  'from',
  'to',
  'into',
  'onto',
  'over',
  'through',
  'by',
  'of',
  'across',
  'towards',
  'out',
  'as',
  'with',
  'inside',
  'within',
] as const;

const oppositeOf: Readonly<Record<string, Side>> = {
  left: 'right',
  right: 'left',
  top: 'bottom',
  bottom: 'top',
};

/** `from the left`, `on the right side of the room`, `moved left`, `over the bottom edge`. */
export const takeSide: Taker = (cursor, clause) => {
  const side = cursor.attempt(() => {
    const preposition = cursor.word(...prepositions);
    cursor.word('of');
    const article = cursor.word('the', 'its');
    const tag = cursor.takeOf('side');
    if (!tag) return undefined;
    const noun = cursor.word('side', 'edge', 'direction');
    const isFree = preposition !== undefined || noun !== undefined || article !== undefined;
    const moves = clause.verb === 'moves' || clause.verb === 'runs';
    if (!isFree && !moves) return undefined;
    const next = cursor.peek();
    if (next && ['kind', 'ordinal', 'number'].includes(next.cat)) return undefined;
    if (!noun && cursor.isWord('one', 'ones', 'and', 'or')) return undefined;
    if (article && !preposition && !noun && !clause.verb) return undefined;
    return moves && preposition === 'from' ? oppositeOf[tag.value] : tag.value;
  });
  if (!side) return false;
  // `from left to right` says one direction of what moves, and two things of anything else.
  if (clause.side && clause.verb !== 'moves' && clause.verb !== 'runs') return false;
  clause.side = side;
  skipOfScene(cursor);
  return true;
};

function skipOfScene(cursor: Cursor): void {
  cursor.attempt(() => {
    if (!cursor.word('of')) return undefined;
    cursor.word('the');
    return cursor.takeOf('place')?.place === 'scene' ? true : undefined;
  });
}

export const takePlace: Taker = (cursor, clause) => {
  const place = cursor.attempt(() => {
    cursor.skip(...prepositions);
    cursor.skip('the', 'a', 'this', 'that', 'our', 'my');
    cursor.word('camera');
    return cursor.takeOf('place');
  });
  if (!place) return false;
  if (place.place === 'zone') clause.zone = place.name;
  if (place.place === 'line') clause.line = place.name;
  if (place.place === 'stream') clause.streamIds.push(place.name);
  if (place.place === 'scene') clause.scenes.push(place.name);
  cursor.word('camera', 'stream', 'feed');
  return true;
};
