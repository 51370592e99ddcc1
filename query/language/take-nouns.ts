/** Who and what: the subject, the object, what is joined with them, and their colours. */
import type { Clause, ClauseContext, Taker } from './clause.ts';
import type { Cursor } from './cursor.ts';
import { parseClothes, parseDress } from './dress.ts';
import { dressed, type NounPhrase, parseNounPhrase } from './noun-phrase.ts';
import { setVerb } from './take-verbs.ts';

export const takeNoun: Taker = (cursor, clause, context) => {
  const antecedent = clause.subject?.selection ?? context.antecedent;
  const isComplete = clause.verb !== undefined && !needsObject(clause) && !cursor.isWord('by');
  if (context.isRelative && isComplete) return false;
  const phrase = cursor.attempt(() => {
    const isAgent = cursor.word('by') !== undefined;
    const found = parseNounPhrase(cursor, context.nounContext(antecedent));
    return found && { found, isAgent };
  });
  if (!phrase) return false;
  if (!phrase.isAgent || needsObject(clause)) placeNoun(clause, phrase.found);
  else if (!isNobodyInParticular(phrase.found)) return false;
  return takeJoined(cursor, clause, context);
};

const needsObject = (clause: Clause): boolean =>
  clause.object === undefined &&
  ['carries', 'holds', 'rides', 'near', 'approaches'].includes(clause.verb ?? '');

/** A taker who is only `someone` adds nothing; a certain taker cannot be told. */
export const isNobodyInParticular = (phrase: NounPhrase): boolean =>
  phrase.selection.kind === 'person' &&
  Object.keys(phrase.selection).length === 1 &&
  phrase.det !== 'the' &&
  phrase.det !== 'no';

function placeNoun(clause: Clause, phrase: NounPhrase): void {
  const isActiveTaking = ['taken', 'returned', 'puts', 'present'].includes(clause.verb ?? '');
  if (!clause.subject) clause.subject = phrase;
  else if (needsObject(clause)) clause.object = phrase;
  else if (isActiveTaking && isNobodyInParticular(clause.subject)) {
    clause.subject = clause.subject.det === 'no' ? { ...phrase, det: 'no' } : phrase;
  } else clause.others.push(phrase);
}

/** `the left and the middle bottle`, `the person in grey or the person in black`. */
function takeJoined(cursor: Cursor, clause: Clause, context: ClauseContext): boolean {
  const antecedent = clause.subject?.selection ?? context.antecedent;
  while (cursor.isWord('and', 'or')) {
    const joined = cursor.attempt(() => {
      const by = cursor.word('and', 'or') as 'and' | 'or';
      const phrase =
        parseNounPhrase(cursor, context.nounContext(antecedent)) ??
        parseOtherColour(cursor, clause.others.at(-1) ?? clause.subject);
      return phrase && { by, phrase };
    });
    if (!joined) break;
    clause.joinedBy = joined.by;
    if (!needsObject(clause)) clause.others.push(joined.phrase);
    else return false;
  }
  return true;
}

/** `or in black` after `the person in grey`: the same thing in another colour. */
function parseOtherColour(cursor: Cursor, before: NounPhrase | undefined): NounPhrase | undefined {
  if (!before?.selection.colours) return undefined;
  const dress = parseDress(cursor, before.selection.kind);
  if (!dress || cursor.peek()?.cat === 'kind') return undefined;
  const { colours: _, ...plain } = before.undescribed ?? before.selection;
  return dressed({ ...before, selection: plain }, dress);
}

/** `is red`, `was in black`, `in a red top`, `with grey trousers`, `wearing black`. */
export const takeColours: Taker = (cursor, clause) => {
  const kind = clause.subject?.selection.kind ?? 'object';
  const isWearing = clause.verb === 'wears' || (clause.isCopula && !clause.verb);
  const dress = parseDress(cursor, kind) ?? (isWearing ? parseClothes(cursor, kind) : undefined);
  if (!dress) return false;
  const isAtEnd = cursor.done || cursor.peek()?.cat !== 'kind';
  if (!isAtEnd) return false;
  if (!clause.verb && clause.isCopula) setVerb(clause, 'wears', 'base');
  if (clause.verb === 'wears') {
    clause.colours = [...(clause.colours ?? []), ...dress.colours];
    clause.unseen = [...(clause.unseen ?? []), ...dress.unseen];
  } else if (clause.subject) clause.subject = dressed(clause.subject, dress);
  return true;
};

/** `were the visitors all wearing black`. */
export const takeFloatingAll: Taker = (cursor, clause) => {
  if (!clause.subject?.plural || clause.verb || !cursor.word('all')) return false;
  clause.subject = { ...clause.subject, det: 'every' };
  return true;
};
