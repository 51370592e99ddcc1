/** Questions answered by yes or no, and statements to be watched for. */
import type { Action, Condition, Happening, Query, Selection } from '../domain/plan.ts';
import { type Clause, emptyClause } from './clause.ts';
import { actionOf, happeningOf } from './clause-meaning.ts';
import type { Cursor } from './cursor.ts';
import type { Form, FormContext } from './forms/form.ts';
import { type NounPhrase, withCondition } from './noun-phrase.ts';
import { parseClause } from './parse-clause.ts';
import { isDefinite } from './plan-words.ts';
import { isNobodyInParticular } from './take-nouns.ts';

export function parseYesNo(cursor: Cursor, context: FormContext): Form | undefined {
  const clause = emptyClause();
  readOpening(cursor, clause);
  parseClause(cursor, { antecedent: context.antecedent }, clause);
  takePredicate(clause);
  const query = yesNoQuery(clause, context);
  return query && { query, clause };
}

/** `Didn't anyone come` asks the same as `Did anyone come`. */
function readOpening(cursor: Cursor, clause: Clause): void {
  cursor.skip('if', 'whether', 'that');
  const aux = cursor.takeOf('aux');
  if (!aux) return;
  clause.tense = aux.tense;
  clause.isPerfect = aux.word === 'had';
  clause.isCopula = ['is', 'are', 'was', 'were'].includes(aux.word);
  if (cursor.isWord('not') && !cursor.isWordAt(1, 'a', 'the')) cursor.word('not');
  const isOwning = ['has', 'have', 'had'].includes(aux.word);
  if (isOwning) cursor.skip('there');
}

/**
 * `Was the first person in black?` says black of the first person; as one phrase it would mean the
 * first of those in black.
 */
function takePredicate(clause: Clause): void {
  const { subject } = clause;
  const whole = subject?.selection;
  const bare = subject?.undescribed;
  const isBare = clause.isCopula && !clause.verb && !clause.there && !clause.zone;
  const isPlain = isBare && clause.others.length === 0 && clause.scenes.length === 0;
  if (!subject || !whole || !bare || !isPlain || clause.rank !== undefined || clause.empty) return;
  if (!isDefinite(bare) && subject.det !== 'every') return;
  const action = differenceOf(bare, whole);
  if (!action) return;
  clause.given = action.action;
  clause.negated = clause.negated !== (action.negated ?? false);
  if (action.lasting) clause.lasting = action.lasting;
  clause.subject = { ...subject, selection: bare, undescribed: undefined };
}

function differenceOf(bare: Selection, whole: Selection): Condition | undefined {
  const colours = (whole.colours ?? []).slice(bare.colours?.length ?? 0);
  const unseen = (whole.unseen ?? []).slice(bare.unseen?.length ?? 0);
  if (colours.length + unseen.length > 0) {
    return { action: { type: 'wears', colours, ...(unseen.length > 0 && { unseen }) } };
  }
  if (whole.ordinalBy && !bare.ordinalBy) return { action: whole.ordinalBy };
  return whole.where?.[bare.where?.length ?? 0];
}

function yesNoQuery(clause: Clause, context: FormContext): Query | undefined {
  if (clause.always) return alwaysQuery(clause);
  return (
    comparisonQuery(clause) ??
    placeQuery(clause) ??
    sameQuery(clause) ??
    orderQuery(clause) ??
    timesQuery(clause) ??
    amountQuery(clause) ??
    everyQuery(clause) ??
    existsQuery(clause, context)
  );
}

const objectHappening = (phrase: NounPhrase, action: Action): Happening => ({
  type: 'object',
  subject: phrase.selection,
  action,
});

/** `Did the second person stay longer than the third?` */
function comparisonQuery(clause: Clause): Query | undefined {
  const { subject, comparedWith } = clause;
  const action = actionOf(clause);
  if (!subject || !comparedWith || !action || clause.relations.length > 0) return undefined;
  return {
    type: 'order',
    first: objectHappening(subject, action),
    second: objectHappening(comparedWith.to, action),
    relation: comparedWith.relation,
  };
}

/** `Is the brown bottle in the middle?` */
function placeQuery(clause: Clause): Query | undefined {
  const { subject } = clause;
  const bare = subject?.undescribed;
  const place = subject?.selection.place;
  const isBare = clause.isCopula && !clause.verb && !clause.there && clause.others.length === 0;
  if (!subject || !bare || !place || bare.place || subject.det !== 'the' || !isBare)
    return undefined;
  if (clause.relations.length > 0 || clause.negated) return undefined;
  return { type: 'same', subject: bare, other: { kind: bare.kind, place } };
}

/** `Is the left bottle the first one to be taken?`, `Did the person in grey come second?` */
function sameQuery(clause: Clause): Query | undefined {
  const { subject, others, rank, verb } = clause;
  if (!subject || clause.relations.length > 0 || clause.joinedBy) return undefined;
  if (others.length === 1 && clause.isCopula && verb === undefined) {
    if (clause.isPrepositional) return undefined;
    return isOne(others[0]!) || (subject.det === 'the' && isAnyOf(others[0]!))
      ? { type: 'same', subject: subject.selection, other: others[0]!.selection }
      : undefined;
  }
  const action = actionOf(clause);
  const isSingle = subject.det === 'the' || subject.selection.place !== undefined;
  if (rank === undefined || !isSingle || !action || others.length > 0) return undefined;
  // `Was the cup taken first` asks about all things, `did the person in grey` about people.
  const { kind } =
    Object.keys(subject.selection).length > 1 ? subject.selection : { kind: 'object' };
  const ordinalBy = action.type === 'present' ? {} : { ordinalBy: action };
  return { type: 'same', subject: subject.selection, other: { kind, ordinal: rank, ...ordinalBy } };
}

const isOne = (phrase: NounPhrase): boolean =>
  phrase.det === 'the' || phrase.selection.ordinal !== undefined;

/** `Is the last person a man in black`. */
const isAnyOf = ({ det, plural, amount }: NounPhrase): boolean =>
  det === 'some' && !plural && !amount;

const instantActions = new Set<Action['type']>([
  'arrives',
  'departs',
  'taken',
  'returned',
  'stops',
  'crosses',
]);

/** `Did the second person leave before the third came?`: both happen once, and are compared. */
function orderQuery(clause: Clause): Query | undefined {
  const { subject } = clause;
  const action = actionOf(clause);
  if (!subject || clause.relations.length !== 1 || !action) return undefined;
  if (subject.det !== 'the' || !instantActions.has(action.type) || clause.negated) return undefined;
  const happening = happeningOf(clause);
  const relation = happening?.relations?.[0];
  if (happening?.type !== 'object' || !relation || relation.type === 'during') return undefined;
  const { relations: _, ...first } = happening;
  return { type: 'order', first, second: relation.to, relation: relation.type };
}

/** `Was the left bottle taken twice?` */
function timesQuery(clause: Clause): Query | undefined {
  if (!clause.times) return undefined;
  const happening = happeningOf(clause);
  return happening && { type: 'count', happening, of: 'occurrences', limit: clause.times };
}

/** `Did three people come?`; `were two people there` is about being there at once. */
function amountQuery(clause: Clause): Query | undefined {
  const amount = clause.subject?.amount;
  if (!amount || clause.others.length > 0) return undefined;
  const happening = happeningOf(clause);
  if (!happening || clause.negated) return undefined;
  const isTotal = clause.whole || clause.subject?.isDistinct;
  if (happening.type === 'situation' && !isTotal) return { type: 'exists', happening };
  if (happening.type === 'object' || isTotal) {
    const counted = happeningOf({ ...clause, subject: withoutAmount(clause.subject!) });
    const isAll = clause.subject!.det === 'every';
    const limit = isAll ? { ...amount, comparison: '>=' as const } : amount;
    if (clause.together) return togetherAmount(clause, counted);
    return counted && { type: 'count', happening: counted, of: 'objects', limit };
  }
  return undefined;
}

const withoutAmount = ({ amount: _, isExact: __, ...phrase }: NounPhrase): NounPhrase => phrase;

/** `Did two people come together?`: two happenings of one kind within the same moment. */
function togetherAmount(clause: Clause, counted: Happening | undefined): Query | undefined {
  const amount = clause.subject!.amount!;
  if (counted?.type !== 'object' || amount.value < 2 || amount.value > 6) return undefined;
  // Which two are meant by `both` was not said; that no two did it denies it of them.
  const unseen = clause.subject!.det === 'every' ? ['both'] : counted.subject.unseen;
  const part = { ...counted, subject: { ...counted.subject, ...(unseen && { unseen }) } };
  const parts = Array.from({ length: amount.value }, () => part);
  return { type: 'exists', happening: { type: 'together', parts } };
}

const opposite: Partial<Record<Action['type'], Action>> = {
  present: { type: 'away' },
  away: { type: 'present' },
};

/** `Did everyone leave on the right?` holds when nobody did not. */
function everyQuery(clause: Clause): Query | undefined {
  const { subject } = clause;
  if (subject?.det !== 'every' || subject.amount || clause.relations.length > 0) return undefined;
  const action = actionOf(clause);
  if (!action || clause.others.length > 0) return undefined;
  const counter = opposite[action.type];
  const condition = { action, negated: true, ...(clause.lasting && { lasting: clause.lasting }) };
  const happening: Happening =
    counter && !clause.lasting
      ? { type: 'object', subject: subject.selection, action: counter }
      : {
          type: 'object',
          subject: withCondition(subject.selection, condition),
          action: { type: 'present' },
        };
  return { type: 'exists', happening, negated: !clause.negated };
}

function existsQuery(clause: Clause, context: FormContext): Query | undefined {
  if (clause.rank !== undefined || clause.extreme || clause.joinedBy === 'or') return undefined;
  const negated = clause.negated !== (clause.subject?.det === 'no' && !clause.ever);
  const { subject } = clause;
  const isAbsence =
    clause.empty && !clause.ever && clause.relations.length === 0 && !clause.lasting;
  if (isAbsence) return absence(clause, negated);
  if (clause.object?.det === 'no' && subject) return withoutObject(clause, subject);
  const isOneMoment = clause.together || context.isInstant;
  if (clause.joinedBy && !isOneMoment) return undefined;
  const happening = existing(clause);
  if (!happening || (clause.others.length > 0 && !clause.joinedBy)) return undefined;
  return { type: 'exists', happening, ...(negated && { negated: true }) };
}

const complement = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' } as const;

/** `Was the right bottle there the whole time?` holds when it was never away. */
function alwaysQuery(clause: Clause): Query | undefined {
  const happening = happeningOf(clause);
  if (!happening || clause.negated || clause.others.length > 0) return undefined;
  if (happening.type === 'situation' && happening.count.comparison !== '=') {
    const count = { ...happening.count, comparison: complement[happening.count.comparison] };
    return { type: 'exists', happening: { ...happening, count }, negated: true };
  }
  const counter = happening.type === 'object' ? opposite[happening.action.type] : undefined;
  if (happening.type !== 'object' || !counter || clause.subject?.det !== 'the') return undefined;
  return { type: 'exists', happening: { ...happening, action: counter }, negated: true };
}

/** `Did someone take the bottle?` says nothing of the taker, `Did the second person` does. */
function existing(clause: Clause): Happening | undefined {
  const [other] = clause.others;
  const acts = ['taken', 'returned'].includes(clause.verb ?? '') && !clause.joinedBy;
  if (acts && other && clause.subject && !isNobodyInParticular(clause.subject)) return undefined;
  return happeningOf(clause);
}

/** `Was the room empty?` over a range: nothing was there at any time. */
function absence(clause: Clause, negated: boolean): Query | undefined {
  const situation = happeningOf(clause);
  if (situation?.type !== 'situation') return undefined;
  const { subject, zone } = situation;
  const action: Action = zone ? { type: 'inside', zone } : { type: 'present' };
  const happening: Happening = { type: 'object', subject, action };
  return { type: 'exists', happening, ...(!negated && { negated: true }) };
}

function withoutObject(clause: Clause, subject: NounPhrase): Query | undefined {
  const action = actionOf(clause);
  if (!action) return undefined;
  const selection: Selection = withCondition(subject.selection, { action, negated: true });
  const happening: Happening = { type: 'object', subject: selection, action: { type: 'present' } };
  return { type: 'exists', happening };
}
