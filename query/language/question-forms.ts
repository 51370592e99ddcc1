/**
 * The forms a question can have (how many, when, which, did ...), one function each: a form looks
 * at the head of the question, reads the clause behind it and makes the query. A form that leaves a
 * word over has not understood, and says nothing.
 */
import type { Action, Happening, Query, Selection, WhichBy } from '../domain/plan.ts';
import {
  actionOf,
  type Clause,
  emptyClause,
  happeningOf,
  nounContext,
  parseClause,
} from './clause.ts';
import { Cursor } from './cursor.ts';
import { type NounPhrase, parseNounPhrase } from './noun-phrase.ts';
import type { Tagged } from './tags.ts';
import { parseYesNo } from './yes-no.ts';

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

type FormParser = (cursor: Cursor, context: FormContext) => Form | undefined;

export function parseForms(tags: readonly Tagged[], isInstant: boolean): Form | undefined {
  const context = { isInstant, antecedent: firstThing(tags) };
  for (const parse of forms) {
    const cursor = new Cursor(headFirst(tags));
    const form = parse(cursor, context);
    if (form && cursor.done) return form;
  }
  return undefined;
}

/** What a missing noun stands for until something was named. */
function firstThing(tags: readonly Tagged[]): Selection | undefined {
  const tag = tags.find((candidate) => candidate.cat === 'kind' && candidate.kind !== 'object');
  return tag?.cat === 'kind' ? { kind: tag.kind } : undefined;
}

const heads = new Set(['how-many', 'how-often', 'how-long', 'what-colour', 'what-side']);
const leads = new Set([
  'in',
  'on',
  'at',
  'from',
  'to',
  'over',
  'by',
  'through',
  'of',
  'and',
  'for',
]);

/** Moves the question word to the front: `the bottle was taken how often`, `from which side`. */
function headFirst(tags: readonly Tagged[]): readonly Tagged[] {
  const index = tags.findIndex((tag) => tag.cat === 'word' && heads.has(tag.value));
  const start = tags.findIndex((tag) => !(tag.cat === 'word' && leads.has(tag.value)));
  if (index <= start) return tags.slice(Math.max(0, start));
  return [tags[index]!, ...tags.slice(0, index), ...tags.slice(index + 1)];
}

const made = (query: Query | undefined, clause: Clause): Form | undefined =>
  query && { query, clause };

const readClause = (cursor: Cursor, context: FormContext, clause = emptyClause()): Clause =>
  parseClause(cursor, { antecedent: context.antecedent }, clause);

const phraseOf = (selection: Selection, plural = false): NounPhrase => ({
  selection,
  det: 'bare',
  plural,
});

/** The subject of a clause that names none: people. */
function withSubject(clause: Clause, fallback: Selection): Clause {
  if (!clause.subject && !clause.empty) clause.subject = phraseOf(fallback, true);
  return clause;
}

const people: Selection = { kind: 'person' };
const anything: Selection = { kind: 'object' };

// How many, how often, the most at once.

const howMany: FormParser = (cursor, context) => {
  if (!takeCountHead(cursor)) return undefined;
  cursor.skip('the', 'of', 'all');
  const visits = cursor.peekOf('verb');
  if (visits?.form === 'base' && isVisitNoun(visits.text)) return countVisits(cursor, context);
  const clause = emptyClause();
  const subject = parseNounPhrase(cursor, nounContext(context.antecedent));
  clause.subject = subject ?? phraseOf(context.antecedent ?? anything, true);
  readClause(cursor, context, clause);
  return made(countQuery(clause, context), clause);
};

function takeCountHead(cursor: Cursor): boolean {
  if (cursor.word('how-many', 'count')) return true;
  return (
    cursor.attempt(() => {
      cursor.skip('what');
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
  const state = action.type === 'present' ? 'present' : action.type === 'away' ? 'away' : undefined;
  const statistic =
    clause.extent ?? (clause.together ? 'maximum' : context.isInstant ? 'at-instant' : undefined);
  if (state && statistic && !clause.lasting && clause.relations.length === 0) {
    return { type: 'count-at-once', subject: subject.selection, state, statistic };
  }
  const happening = happeningOf(clause);
  return happening && { type: 'count', happening, of: 'objects' };
}

const isVisitNoun = (text: string): boolean =>
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

function countVisits(cursor: Cursor, context: FormContext): Form | undefined {
  const clause = withSubject(readClause(cursor, context), people);
  const happening = happeningOf(clause);
  return made(happening && { type: 'count', happening, of: 'occurrences' }, clause);
}

const howOften: FormParser = (cursor, context) => {
  if (!cursor.word('how-often')) return undefined;
  const clause = withSubject(readClause(cursor, context), anything);
  const happening = happeningOf(clause);
  return made(happening && { type: 'count', happening, of: 'occurrences' }, clause);
};

const fewest = new Set(['smallest', 'lowest', 'minimum', 'min', 'fewest', 'least']);
const mostWords = ['largest', 'biggest', 'highest', 'greatest', 'maximum', 'max', 'most'];

/** `what is the smallest number of bottles at once`, `the most people at the same time`. */
const mostAtOnce: FormParser = (cursor, context) => {
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
  const state =
    action?.type === 'away' ? 'away' : action?.type === 'present' ? 'present' : undefined;
  if (!state) return undefined;
  const statistic = fewest.has(word) ? 'minimum' : 'maximum';
  const subject = clause.subject.selection;
  return made({ type: 'count-at-once', subject, state, statistic }, clause);
};

// How long and when.

const statisticOf: Readonly<Record<string, 'average'>> = { average: 'average', mean: 'average' };

/** `how long was the longest visit`, `what was the shortest stay`. */
const longestVisit: FormParser = (cursor, context) => {
  cursor.skip('how-long', 'what', 'which');
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

const howLong: FormParser = (cursor, context) => {
  if (!cursor.word('how-long')) return undefined;
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

const when: FormParser = (cursor, context) => {
  const edge = cursor.word('until') ? 'end' : 'start';
  cursor.skip('since');
  if (!cursor.word('when')) return undefined;
  return whenForm(readClause(cursor, context), edge);
};

function whenForm(clause: Clause, edge: 'start' | 'end' = 'start'): Form | undefined {
  const which = clause.rank === -1 || clause.nth === -1 ? 'last' : firstOrAll(clause);
  const isPick = clause.nth === 1 || clause.nth === -1;
  const happening = happeningOf(isPick ? { ...clause, nth: undefined } : clause);
  return made(happening && { type: 'when', happening, which, edge }, clause);
}

const firstOrAll = (clause: Clause): 'first' | 'all' =>
  clause.rank === 1 || clause.nth === 1 ? 'first' : 'all';

// Which, who, what.

const byOf = (clause: Clause): WhichBy =>
  clause.extreme ?? (clause.rank === 1 ? 'first' : clause.rank === -1 ? 'last' : 'all');

const whatColour: FormParser = (cursor, context) => {
  if (!cursor.word('what-colour')) return undefined;
  return colourForm(readClause(cursor, context));
};

function colourForm(clause: Clause): Form | undefined {
  const { subject } = clause;
  if (!subject || clause.others.length > 0 || clause.colours) return undefined;
  const happening = happeningOf(clause.verb === 'wears' ? { ...clause, verb: undefined } : clause);
  if (!happening) return undefined;
  const part = partAsked(clause, subject);
  return made({ type: 'which', happening, by: byOf(clause), ask: 'colour', part }, clause);
}

function partAsked(clause: Clause, subject: NounPhrase): 'top' | 'bottom' | 'whole' {
  if (subject.selection.kind !== 'person') return 'whole';
  return (subject.possessed ?? clause.garment) === 'bottom' ? 'bottom' : 'top';
}

const whatSide: FormParser = (cursor, context) => {
  if (!cursor.word('what-side')) return undefined;
  const clause = withSubject(readClause(cursor, context), people);
  const happening = happeningOf(clause);
  const tellsSide =
    happening?.type === 'object' && ['arrives', 'departs', 'moves'].includes(happening.action.type);
  return tellsSide
    ? made({ type: 'which', happening, by: byOf(clause), ask: 'side' }, clause)
    : undefined;
};

const whichStream: FormParser = (cursor, context) => {
  if (!cursor.word('which-stream')) return undefined;
  const clause = withSubject(readClause(cursor, context), anything);
  if (clause.verb === 'carries' && clause.object) {
    clause.subject = clause.object;
    clause.verb = 'present';
  }
  const happening = happeningOf(clause);
  return made(happening && { type: 'which', happening, by: byOf(clause), ask: 'stream' }, clause);
};

const whatKind: FormParser = (cursor, context) => {
  if (!cursor.word('what-kind')) return undefined;
  const clause = withSubject(readClause(cursor, context), anything);
  const happening = happeningOf(clause);
  return made(happening && { type: 'which', happening, by: byOf(clause), ask: 'kind' }, clause);
};

const which: FormParser = (cursor, context) => {
  const word = cursor.word('who', 'which', 'what', 'whose');
  if (!word) return undefined;
  cursor.attempt(() =>
    cursor.word('of') && cursor.word('the', 'these', 'those') ? true : undefined,
  );
  const clause = emptyClause();
  const noun = word === 'who' ? undefined : plainNoun(cursor, context);
  if (noun) clause.subject = noun;
  else if (!cursor.peekOf('aux')) clause.subject = phraseOf(defaultOf(word, context));
  readClause(cursor, context, clause);
  return whichForm(word, clause, context);
};

const plainNoun = (cursor: Cursor, context: FormContext): NounPhrase | undefined =>
  cursor.peekOf('aux') ? undefined : parseNounPhrase(cursor, nounContext(context.antecedent));

const defaultOf = (word: string, context: FormContext): Selection =>
  word === 'who' || word === 'whose' ? people : (context.antecedent ?? anything);

function whichForm(word: string, clause: Clause, context: FormContext): Form | undefined {
  if (word === 'what' && clause.verb === 'wears' && !clause.colours) return colourForm(clause);
  if (clause.joinedBy === 'or') return whichOf(clause);
  if (word === 'who' && ['taken', 'returned', 'puts'].includes(clause.verb ?? '')) return undefined;
  clause.subject ??= phraseOf(defaultOf(word, context));
  if (clause.others.length === 1 && clause.isCopula && !clause.verb) {
    clause.subject = clause.others.pop();
  }
  const happening = happeningOf(clause);
  return made(happening && { type: 'which', happening, by: byOf(clause), ask: 'label' }, clause);
}

/** `which came first, the person in grey or the person in black`. */
function whichOf(clause: Clause): Form | undefined {
  const by = byOf(clause);
  if (by === 'all') return undefined;
  const isPlaceholder = clause.subject && clause.subject.det === 'bare';
  const phrases = [...(isPlaceholder || !clause.subject ? [] : [clause.subject]), ...clause.others];
  const action = actionOf(clause);
  if (!action || phrases.length < 2 || clause.relations.length > 0) return undefined;
  const candidates = phrases.map(({ selection }) => ({
    type: 'object' as const,
    subject: selection,
    action,
  }));
  return made({ type: 'which-of', candidates, by }, clause);
}

// Lists, and what is to be told when it happens.

const list: FormParser = (cursor, context) => {
  if (!cursor.word('list')) return undefined;
  cursor.skip('the', 'all', 'every', 'each', 'of', 'me', 'any');
  if (
    cursor.word('said-of-time', 'when', 'time', 'times', 'moment', 'moments', 'instant', 'point')
  ) {
    cursor.skip('at', 'which', 'when', 'that', 'where', 'in', 'of', 'on');
    const form = whenForm(readClause(cursor, context));
    return form;
  }
  const visits = cursor.peekOf('verb');
  if (visits?.form === 'base' && isVisitNoun(visits.text)) {
    return whenForm(withSubject(readClause(cursor, context), people));
  }
  const clause = emptyClause();
  clause.subject = parseNounPhrase(cursor, nounContext(context.antecedent));
  if (!clause.subject) return undefined;
  readClause(cursor, context, clause);
  const happening = happeningOf(clause);
  return made(happening && { type: 'which', happening, by: byOf(clause), ask: 'label' }, clause);
};

const tellMeWhen: FormParser = (cursor, context) => {
  if (!cursor.word('tell-me-when')) return undefined;
  const start = cursor.at;
  const clause = readClause(cursor, context);
  if (clause.tense === 'past') return whenForm(clause);
  cursor.at = start;
  return parseYesNo(cursor, context);
};

const yesNo: FormParser = (cursor, context) => parseYesNo(cursor, context);

const forms: readonly FormParser[] = [
  longestVisit,
  howOften,
  howMany,
  howLong,
  when,
  whatColour,
  whatSide,
  whichStream,
  whatKind,
  mostAtOnce,
  list,
  tellMeWhen,
  which,
  yesNo,
];
