/**
 * Words -> clause. They may come in nearly any order, so the parser takes one recogniser after
 * another and fills the clause; what none of them takes ends the clause.
 */
import type { Condition, Selection } from '../domain/plan.ts';
import {
  type Clause,
  type ClauseContext,
  type ClauseScope,
  emptyClause,
  type Taker,
} from './clause.ts';
import { actionOf } from './clause-meaning.ts';
import type { Cursor } from './cursor.ts';
import type { Description, NounContext } from './noun-phrase.ts';
import {
  takeComparison,
  takeExtent,
  takeExtreme,
  takeLasting,
  takeNth,
  takeRank,
  takeTimes,
} from './take-amounts.ts';
import { takeColours, takeFloatingAll, takeNoun } from './take-nouns.ts';
import { takePlace, takeSide } from './take-places.ts';
import { takeFiller, takeFlag, takeGarment, takeRelation, takeSpeed } from './take-small-words.ts';
import { takeAux, takeInteraction, takeNegation, takeParticle, takeVerb } from './take-verbs.ts';

/** Reads as far as it can; the caller looks whether anything is left. */
export function parseClause(cursor: Cursor, scope: ClauseScope, clause = emptyClause()): Clause {
  const context: ClauseContext = { ...scope, parseClause, nounContext };
  while (!cursor.done) {
    if (scope.stopAt && cursor.isWord(...scope.stopAt)) break;
    if (!takers.some((take) => cursor.attempt(() => take(cursor, clause, context) || undefined)))
      break;
  }
  return clause;
}

export const nounContext = (antecedent: Selection | undefined): NounContext => ({
  antecedent,
  describe,
});

/** The order matters: a place or a colour is tried before the noun it may look like. */
const takers: readonly Taker[] = [
  takeRelation,
  takeLasting,
  takeTimes,
  takeNth,
  takeComparison,
  takeExtent,
  takeExtreme,
  takeSide,
  takeColours,
  takePlace,
  takeFloatingAll,
  takeNoun,
  takeRank,
  takeAux,
  takeNegation,
  takeVerb,
  takeInteraction,
  takeFlag,
  takeSpeed,
  takeParticle,
  takeGarment,
  takeFiller,
];

// Relative clauses, infinitives and participles after a noun.

function describe(cursor: Cursor, subject: Selection): Description | undefined {
  return cursor.attempt(() => {
    const isRelative = cursor.word('who', 'which', 'that') !== undefined;
    const isInfinitive = !isRelative && startsInfinitive(cursor);
    if (isInfinitive) cursor.word('to');
    if (!isRelative && !isInfinitive && !startsParticiple(cursor)) return undefined;
    const clause = emptyClause();
    clause.subject = { selection: subject, det: 'the', plural: false };
    parseClause(cursor, { antecedent: subject, stopAt: relativeEnds, isRelative: true }, clause);
    return pickOf(clause) ?? conditionOf(clause);
  });
}

/** `who stayed longest`, `that was taken first`: a pick, not a condition. */
function pickOf(clause: Clause): Description | undefined {
  const { rank, extreme } = clause;
  if (rank === undefined && !extreme) return undefined;
  const action = actionOf(clause);
  const isPlain = clause.relations.length === 0 && !clause.lasting && !clause.negated;
  if (!action || !isPlain || clause.others.length > 0) return undefined;
  if (rank !== undefined) return { ordinal: rank, ordinalBy: action };
  return action.type === 'present' ? { extreme } : undefined;
}

const relativeEnds = ['before', 'after', 'while', 'until', 'or', 'right-after', 'right-before'];

const startsInfinitive = (cursor: Cursor): boolean =>
  (cursor.isWord('to') && (cursor.peekOf('verb', 1) ?? cursor.peekOf('aux', 1)) !== undefined) ||
  cursor.peekOf('aux')?.text === 'to be';

/** `standing`, `carrying a bag`, `taken away`; but `the person left` is a whole clause. */
function startsParticiple(cursor: Cursor): boolean {
  const verb = cursor.peekOf('verb');
  if (!verb || verb.meaning === 'near') return false;
  if (verb.form === 'ing') return true;
  return false;
}

function conditionOf(clause: Clause): Condition | undefined {
  if (clause.relations.length > 0 || clause.empty || clause.others.length > 0) return undefined;
  if (clause.times || clause.comparedWith || clause.together) return undefined;
  const action = actionOf(clause);
  if (!action) return undefined;
  return {
    action,
    ...(clause.lasting && { lasting: clause.lasting }),
    ...(clause.negated && { negated: true }),
  };
}
