/** When, and for how long. */
import type { Action, Happening } from '../../domain/plan.ts';
import type { Clause } from '../clause.ts';
import { happeningOf } from '../clause-meaning.ts';
import type { Cursor } from '../cursor.ts';
import { type Form, type FormParser, made, people, readClause, withSubject } from './form.ts';

const statisticOf: Readonly<Record<string, 'average'>> = { average: 'average', mean: 'average' };

/** `how long was the longest visit`, `what was the shortest stay`. */
export const longestVisit: FormParser = (cursor, context) => {
  if (!cursor.word('how-long', 'what', 'which', 'list')) return undefined;
  cursor.attempt(() => cursor.takeOf('aux'));
  cursor.skip('the', 'a');
  const extreme = cursor.takeOf('extreme')?.value;
  const word = extreme ? undefined : cursor.word('average', 'mean');
  const visit = extreme || word ? cursor.takeOf('verb') : undefined;
  if (visit?.meaning !== 'stays') return undefined;
  cursor.skip('of', 'by');
  const clause = withSubject(readClause(cursor, context), people);
  const happening = happeningOf({ ...clause, verb: undefined });
  const statistic = extreme ?? statisticOf[word!]!;
  return made(happening && { type: 'how-long', happening, statistic }, clause);
};

export const howLong: FormParser = (cursor, context) => {
  if (!takeLengthHead(cursor)) return undefined;
  const clause = withSubject(readClause(cursor, context), people);
  if (clause.verb === 'taken' || clause.verb === 'departs') clause.verb = 'away';
  const statistic = clause.extreme ?? 'total';
  // For how long was nobody there: the time without anybody.
  const isNone = clause.subject?.det === 'no';
  const happening = happeningOf(isNone ? { ...clause, ever: true } : clause);
  return isLasting(happening)
    ? made({ type: 'how-long', happening, statistic }, clause)
    : undefined;
};

/** `how long`, `what is the total time that`. */
function takeLengthHead(cursor: Cursor): boolean {
  if (cursor.word('how-long')) return true;
  return (
    cursor.attempt(() => {
      cursor.skip('what');
      cursor.attempt(() => cursor.takeOf('aux'));
      cursor.skip('the', 'a', 'total', 'amount', 'of');
      if (!cursor.word('time', 'duration', 'length', 'said-of-time')) return undefined;
      cursor.skip('that', 'of', 'when', 'which', 'in', 'during', 'time', 'while');
      return true;
    }) ?? false
  );
}

const lastingActions = new Set<Action['type']>([
  'present',
  'away',
  'stationary',
  'inside',
  'moves',
  'near',
  'carries',
  'holds',
  'rides',
]);

const isLasting = (happening: Happening | undefined): happening is Happening =>
  happening !== undefined &&
  (happening.type !== 'object' || lastingActions.has(happening.action.type));

export const when: FormParser = (cursor, context) => {
  const edge = cursor.word('until') ? 'end' : 'start';
  cursor.skip('since');
  if (!cursor.word('when')) return undefined;
  return whenForm(readClause(cursor, context), edge);
};

export function whenForm(clause: Clause, edge: 'start' | 'end' = 'start'): Form | undefined {
  const which = clause.rank === -1 || clause.nth === -1 ? 'last' : firstOrAll(clause);
  const isPick = clause.nth === 1 || clause.nth === -1;
  // `When was nobody there`: the moments with none.
  const ever = clause.ever || clause.subject?.det === 'no';
  const happening = happeningOf({ ...clause, ever, ...(isPick && { nth: undefined }) });
  if (!happening) return undefined;
  return made({ type: 'when', happening, which: endOf(happening) ?? which, edge }, clause);
}

/** `When was the last bottle put back`: the last time, and not whenever that bottle was. */
function endOf(happening: Happening): 'first' | 'last' | undefined {
  if (happening.type !== 'object') return undefined;
  const { ordinal, ordinalBy } = happening.subject;
  const isOfVerb = ordinalBy?.type === happening.action.type;
  if (!isOfVerb || (ordinal !== 1 && ordinal !== -1)) return undefined;
  return ordinal === 1 ? 'first' : 'last';
}

const firstOrAll = (clause: Clause): 'first' | 'all' =>
  clause.rank === 1 || clause.nth === 1 ? 'first' : 'all';
