/** Verbs, auxiliaries and the small words that belong to them. */
import type { Clause, Taker } from './clause.ts';
import type { Cursor } from './cursor.ts';
import type { VerbForm, VerbMeaning } from './tags.ts';

export const takeAux: Taker = (cursor, clause) => {
  const aux = cursor.takeOf('aux');
  if (!aux) return false;
  clause.tense ??= aux.tense;
  if (aux.word === 'had') clause.isPerfect = true;
  if (['is', 'are', 'was', 'were', 'be', 'am'].includes(aux.word)) clause.isCopula = true;
  const isHave = ['has', 'have', 'had'].includes(aux.word) && clause.subject && !clause.verb;
  if (isHave && startsObject(cursor)) setVerb(clause, 'carries', 'base');
  return true;
};

const startsObject = (cursor: Cursor): boolean =>
  cursor.isWord('a', 'an', 'the', 'any', 'some', 'no') || cursor.peekOf('kind') !== undefined;

export const takeNegation: Taker = (cursor, clause) => {
  if (!cursor.word('not', 'never')) return false;
  clause.negated = !clause.negated;
  return true;
};

export const takeVerb: Taker = (cursor, clause, context) => {
  const verb = cursor.takeOf('verb');
  if (!verb) return false;
  // `Was the bottle moved`, but not `was the last time a car moved`.
  clause.isPassive = clause.isCopula && clause.nth === undefined && verb.form === 'past';
  // `The person who came last | entered the dock`.
  if (context.isRelative && clause.verb && isFiniteForm(verb.form)) return false;
  if (clause.verb === undefined || clause.verb === 'present') {
    setVerb(clause, verb.meaning, verb.form);
  } else if (verb.meaning === 'away' && ['taken', 'departs'].includes(clause.verb)) {
    return true;
  } else if (clause.verb === 'moves' || clause.verb === 'runs') {
    setVerb(clause, verb.meaning === 'away' ? 'departs' : verb.meaning, verb.form);
  } else if (clause.verb === 'stays' || clause.verb === 'happens') {
    setVerb(clause, verb.meaning === 'present' ? 'stays' : verb.meaning, verb.form);
  } else if (clause.verb === 'puts' && verb.meaning === 'away') {
    setVerb(clause, 'taken', verb.form);
  } else if (clause.verb === 'arrives' && verb.meaning === 'near') {
    setVerb(clause, 'approaches', verb.form);
  } else if (verb.meaning !== clause.verb && verb.meaning !== 'present') {
    cursor.at -= 1;
    return false;
  }
  return true;
};

/** `did the woman in red meet the man in black`: they were there together, or they did not. */
export const takeInteraction: Taker = (cursor, clause) => {
  const tag = cursor.peekOf('unseen');
  if (tag?.role !== 'interaction' || clause.verb !== undefined) return false;
  cursor.at += 1;
  setVerb(clause, 'interacts', 'base');
  clause.unseen = [tag.text];
  clause.together = true;
  clause.joinedBy = 'and';
  return true;
};

const isFiniteForm = (form: VerbForm): boolean => form !== 'ing' && form !== 'participle';

export function setVerb(clause: Clause, verb: VerbMeaning, form: VerbForm): void {
  clause.verb = verb;
  clause.form = form;
  if (form === 'past') clause.tense ??= 'past';
  if (form === 'third') clause.tense ??= 'present';
}

const particles = ['back', 'away', 'out', 'off', 'up', 'down', 'in', 'over'] as const;

/** `back`, `away` when they stand apart from their verb: `put the bottle back`. */
export const takeParticle: Taker = (cursor, clause) => {
  const word = cursor.word(...particles);
  if (!word) return false;
  if (word === 'back' || word === 'down') return settleBack(clause, word);
  if (['away', 'out', 'off'].includes(word)) return settleAway(clause);
  if (word === 'up' && clause.verb === 'moves') clause.side = 'up';
  return ['moves', 'arrives', 'taken', 'puts'].includes(clause.verb ?? '') || cursor.done;
};

function settleBack(clause: Clause, word: 'back' | 'down'): boolean {
  const verb = clause.verb ?? '';
  const isReturn = word === 'back' && ['taken', 'arrives', 'moves', 'carries'].includes(verb);
  if (verb === 'puts' || isReturn) clause.verb = 'returned';
  else if (word === 'down' && verb === 'moves') clause.side = 'down';
  else return verb === 'returned' || verb === 'taken';
  return true;
}

function settleAway(clause: Clause): boolean {
  const verb = clause.verb ?? '';
  if (verb === 'moves' || verb === 'runs') clause.verb = 'departs';
  else if (verb === 'carries' || verb === 'puts') clause.verb = 'taken';
  else if (verb === '' && clause.isCopula) clause.verb = 'away';
  else return verb === 'taken' || verb === 'departs' || verb === 'away';
  return true;
}
