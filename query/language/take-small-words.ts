/** Conjunctions, adverbs, and words that change nothing. */
import type { Relation } from '../domain/plan.ts';
import type { Clause, ClauseContext, Taker } from './clause.ts';
import type { Cursor } from './cursor.ts';
import { parseNounPhrase } from './noun-phrase.ts';

const relationWords: Readonly<Record<string, Relation['type']>> = {
  before: 'before',
  'right-before': 'before',
  after: 'after',
  'right-after': 'after',
  while: 'during',
  when: 'during',
};

export const takeRelation: Taker = (cursor, clause, context) => {
  const word = cursor.word(...Object.keys(relationWords));
  if (!word) return false;
  const antecedent = clause.subject?.selection ?? context.antecedent;
  const inner = context.parseClause(cursor, { antecedent, stopAt: context.stopAt });
  clause.relations.push({
    type: relationWords[word]!,
    isNext: word.startsWith('right-'),
    clause: inner,
  });
  return true;
};

type Flag = 'together' | 'ever' | 'whole' | 'always' | 'alone' | 'still' | 'empty' | 'occupied';

const flagWords: Readonly<Record<string, Flag>> = {
  'at-once': 'together',
  together: 'together',
  simultaneously: 'together',
  ever: 'ever',
  whole: 'whole',
  always: 'always',
  total: 'whole',
  alone: 'alone',
  still: 'still',
  empty: 'empty',
  unoccupied: 'empty',
  vacant: 'empty',
  deserted: 'empty',
  free: 'empty',
  occupied: 'occupied',
  busy: 'occupied',
};

export const takeFlag: Taker = (cursor, clause, context) => {
  const word = cursor.word(...Object.keys(flagWords));
  if (!word) return false;
  clause[flagWords[word]!] = true;
  if (word === 'at-once') takePartner(cursor, clause, context);
  return true;
};

export const takeSpeed: Taker = (cursor, clause) => {
  const speed = cursor.word('fast', 'slow');
  if (speed) clause.speed = speed as 'fast' | 'slow';
  return speed !== undefined;
};

/** `together with the middle bottle`, `at the same time as the dog`. */
function takePartner(cursor: Cursor, clause: Clause, context: ClauseContext): void {
  const antecedent = clause.subject?.selection ?? context.antecedent;
  const partner = cursor.attempt(() => {
    if (!cursor.word('as', 'with')) return undefined;
    return parseNounPhrase(cursor, context.nounContext(antecedent));
  });
  if (!partner) return;
  clause.others.push(partner);
  clause.joinedBy = 'and';
}

const fillers = [
  'inside',
  'with-them',
  'there',
  'here',
  'also',
  'too',
  'yet',
  'already',
  'again',
  'distinct',
  'you',
  'we',
  'i',
  'us',
  'me',
  'any',
  'of',
  'that',
  'not-any-more',
  'so',
  'on',
  'at',
  'to',
  'in',
  'from',
  'for',
  'as',
  'with',
  'into',
  'time',
  'true',
  'the',
  'by',
  'a',
  'out',
] as const;

/** What follows them is not what the subject is: `the dog was with a person`. */
const prepositions = new Set<string>(['with', 'by', 'for', 'from', 'to', 'at', 'in', 'on', 'into']);

/** Small words that change nothing here; tried last. */
export const takeFiller: Taker = (cursor, clause, context) => {
  if (context.isRelative && cursor.isWord('the', 'a')) return false;
  const word = cursor.word(...fillers);
  if (word === 'there' || word === 'here') clause.there = true;
  if (word && prepositions.has(word)) clause.isPrepositional = true;
  return word !== undefined;
};

export const takeGarment: Taker = (cursor, clause) => {
  const garment = cursor.takeOf('garment');
  if (garment) clause.garment = garment.part;
  return garment !== undefined;
};
