/** How many, how often, the most at once. */
import type { Action, Query } from '../../domain/plan.ts';
import { type Clause, emptyClause } from '../clause.ts';
import { actionOf, happeningOf } from '../clause-meaning.ts';
import type { Cursor } from '../cursor.ts';
import { parseNounPhrase } from '../noun-phrase.ts';
import { nounContext } from '../parse-clause.ts';
import {
  affirmed,
  anything,
  type Form,
  type FormContext,
  type FormParser,
  isVisitNoun,
  made,
  people,
  readClause,
  withSubject,
} from './form.ts';

export const howMany: FormParser = (cursor, context) => {
  if (!takeCountHead(cursor)) return undefined;
  cursor.skip('the', 'of', 'all');
  const visits = cursor.peekOf('verb');
  if (visits?.form === 'base' && isVisitNoun(visits.text)) return countVisits(cursor, context);
  const clause = emptyClause();
  clause.subject = parseNounPhrase(cursor, nounContext(context.antecedent));
  readClause(cursor, context, clause);
  // `How many came` means people, `how many were there` does not say of what.
  if (['arrives', 'departs', 'stays'].includes(clause.verb ?? '')) withSubject(clause, people);
  return made(countQuery(clause, context), clause);
};

function takeCountHead(cursor: Cursor): boolean {
  if (cursor.word('how-many', 'count')) return true;
  return (
    cursor.attempt(() => {
      cursor.skip('what', 'list');
      cursor.attempt(() => cursor.takeOf('aux'));
      cursor.skip('the', 'a');
      cursor.skip('total');
      return cursor.word('number', 'amount', 'count') && cursor.word('of');
    }) !== undefined
  );
}

function countQuery(clause: Clause, context: FormContext): Query | undefined {
  const { subject } = clause;
  const action = actionOf(clause);
  if (!subject || !action || clause.times || clause.joinedBy) return undefined;
  const state = countedState(action);
  const statistic =
    clause.extent ?? (clause.together ? 'maximum' : context.isInstant ? 'at-instant' : undefined);
  if (state && statistic && !clause.negated && !clause.lasting && clause.relations.length === 0) {
    const zone = action.type === 'inside' ? { zone: action.zone } : {};
    return { type: 'count-at-once', subject: subject.selection, state, ...zone, statistic };
  }
  const happening = affirmed(clause);
  return happening && { type: 'count', happening, of: 'objects' };
}

const countedState = ({ type }: Action): 'present' | 'away' | undefined =>
  type === 'present' || type === 'inside' ? 'present' : type === 'away' ? 'away' : undefined;

function countVisits(cursor: Cursor, context: FormContext): Form | undefined {
  const clause = withSubject(readClause(cursor, context), people);
  const happening = happeningOf(clause);
  return made(happening && { type: 'count', happening, of: 'occurrences' }, clause);
}

export const howOften: FormParser = (cursor, context) => {
  if (!cursor.word('how-often')) return undefined;
  const clause = withSubject(readClause(cursor, context), anything);
  const happening = happeningOf(clause);
  return made(happening && { type: 'count', happening, of: 'occurrences' }, clause);
};

const fewest = new Set(['smallest', 'lowest', 'minimum', 'min', 'fewest', 'least']);
const mostWords = ['largest', 'biggest', 'highest', 'greatest', 'maximum', 'max', 'most'];

/** `what is the smallest number of bottles at once`, `the most people at the same time`. */
export const mostAtOnce: FormParser = (cursor, context) => {
  cursor.skip('what');
  cursor.attempt(() => cursor.takeOf('aux'));
  cursor.skip('the', 'a');
  const word = cursor.word(...fewest, ...mostWords);
  if (!word) return undefined;
  cursor.skip('number', 'amount', 'count', 'of');
  const clause = emptyClause();
  clause.subject = parseNounPhrase(cursor, nounContext(context.antecedent));
  if (!clause.subject) return undefined;
  readClause(cursor, context, clause);
  const action = actionOf(clause);
  const state = action && countedState(action);
  if (!state) return undefined;
  const statistic = fewest.has(word) ? 'minimum' : 'maximum';
  const subject = clause.subject.selection;
  const zone = action.type === 'inside' ? { zone: action.zone } : {};
  return made({ type: 'count-at-once', subject, state, ...zone, statistic }, clause);
};
