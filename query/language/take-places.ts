/** Sides of the picture, zones, lines, cameras, and words for the whole scene. */
import type { Side } from '../domain/plan.ts';
import type { Clause, Taker } from './clause.ts';
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
    const noun = cursor.word('side', 'edge', 'direction') ?? takeSpot(cursor, clause);
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
  skipOfScene(cursor, clause);
  return true;
};

/** `the right place`, `the left half`: a side of the scene. */
function takeSpot(cursor: Cursor, clause: Clause): string | undefined {
  const spot = cursor.peekOf('place');
  if (spot?.place !== 'scene' || !spots.has(spot.name)) return undefined;
  cursor.at += 1;
  clause.scenes.push(spot.name);
  return spot.name;
}

const spots = new Set(['place', 'spot', 'area', 'location', 'space', 'surface']);

function skipOfScene(cursor: Cursor, clause: Clause): void {
  const scene = cursor.attempt(() => {
    if (!cursor.word('of')) return undefined;
    cursor.word('the');
    const place = cursor.takeOf('place');
    return place?.place === 'scene' ? place.name : undefined;
  });
  if (scene) clause.scenes.push(scene);
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
