/** What every form of question shares: what it makes, and clauses read with a subject to fall back on. */
import type { Happening, Query, Selection } from '../../domain/plan.ts';
import { type Clause, emptyClause } from '../clause.ts';
import { actionOf, happeningOf } from '../clause-meaning.ts';
import type { Cursor } from '../cursor.ts';
import { type NounPhrase, withCondition } from '../noun-phrase.ts';
import { parseClause } from '../parse-clause.ts';

export interface Form {
  readonly query: Query;
  /** The main clause, for what the time scope still has to learn from it. */
  readonly clause: Clause;
}

export interface FormContext {
  /** The question names one instant. */
  readonly isInstant: boolean;
  readonly antecedent: Selection | undefined;
}

export type FormParser = (cursor: Cursor, context: FormContext) => Form | undefined;

export const made = (query: Query | undefined, clause: Clause): Form | undefined =>
  query && { query, clause };

export const readClause = (cursor: Cursor, context: FormContext, clause = emptyClause()): Clause =>
  parseClause(cursor, { antecedent: context.antecedent }, clause);

export const phraseOf = (selection: Selection, plural = false): NounPhrase => ({
  selection,
  det: 'bare',
  plural,
});

/** The subject of a clause that names none: people. */
export function withSubject(clause: Clause, fallback: Selection): Clause {
  if (!clause.subject && !clause.empty) clause.subject = phraseOf(fallback, true);
  return clause;
}

export const people: Selection = { kind: 'person' };
export const anything: Selection = { kind: 'object' };

/** A visit as a noun, so that what is counted or listed are stays. */
export const isVisitNoun = (text: string): boolean =>
  [
    'visit',
    'visits',
    'stay',
    'stays',
    'appearances',
    'arrivals',
    'departures',
    'removals',
  ].includes(text);

/** `Who did not leave?` asks for those there of whom it is not so. */
export function affirmed(clause: Clause): Happening | undefined {
  const { subject } = clause;
  const action = actionOf(clause);
  if (!clause.negated) return happeningOf(clause);
  if (!subject || !action || clause.relations.length > 0 || clause.others.length > 0) {
    return undefined;
  }
  const lasting = clause.lasting && { lasting: clause.lasting };
  const selection = withCondition(subject.selection, { action, negated: true, ...lasting });
  return { type: 'object', subject: selection, action: { type: 'present' } };
}
