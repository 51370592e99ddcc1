/**
 * The forms a question can have (how many, when, which, did ...), one function each: a form looks
 * at the head of the question, reads the clause behind it and makes the query. A form that leaves a
 * word over has not understood, and says nothing.
 */
import type { Action, Happening, Query, Selection, WhichBy } from '../domain/plan.ts';
import { type Clause, emptyClause } from './clause.ts';
import { actionOf, happeningOf } from './clause-meaning.ts';
import { Cursor } from './cursor.ts';
import { type NounPhrase, parseNounPhrase, withCondition } from './noun-phrase.ts';
import { nounContext, parseClause } from './parse-clause.ts';
import { saysAll } from './says-all.ts';
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
    if (form && cursor.done && saysAll(form)) return form;
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
  const last = tags.at(-1);
  const endsInWhen = last?.cat === 'word' && last.value === 'when';
  const index = endsInWhen
    ? tags.length - 1
    : tags.findIndex((tag) => tag.cat === 'word' && heads.has(tag.value));
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
  const state = action && countedState(action);
  if (!state) return undefined;
  const statistic = fewest.has(word) ? 'minimum' : 'maximum';
  const subject = clause.subject.selection;
  const zone = action.type === 'inside' ? { zone: action.zone } : {};
  return made({ type: 'count-at-once', subject, state, ...zone, statistic }, clause);
};

// How long and when.

const statisticOf: Readonly<Record<string, 'average'>> = { average: 'average', mean: 'average' };

/** `how long was the longest visit`, `what was the shortest stay`. */
const longestVisit: FormParser = (cursor, context) => {
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

const howLong: FormParser = (cursor, context) => {
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

const when: FormParser = (cursor, context) => {
  const edge = cursor.word('until') ? 'end' : 'start';
  cursor.skip('since');
  if (!cursor.word('when')) return undefined;
  return whenForm(readClause(cursor, context), edge);
};

function whenForm(clause: Clause, edge: 'start' | 'end' = 'start'): Form | undefined {
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

// Which, who, what.

function byOf(clause: Clause): WhichBy {
  if (clause.extreme) return clause.extreme;
  if (clause.rank === 1 || clause.rank === -1) return clause.rank === 1 ? 'first' : 'last';
  // `Who came right after the dog`: the first of those after it.
  const next = clause.relations.find(({ isNext }) => isNext);
  if (next) return next.type === 'after' ? 'first' : 'last';
  return 'all';
}

const whatColour: FormParser = (cursor, context) => {
  if (!takeColourHead(cursor)) return undefined;
  return colourForm(readClause(cursor, context));
};

/** `what colour`, `the colour of`, `what was the colour of`. */
function takeColourHead(cursor: Cursor): boolean {
  if (cursor.word('what-colour')) return true;
  return (
    cursor.attempt(() => {
      cursor.skip('what', 'list');
      cursor.attempt(() => cursor.takeOf('aux'));
      cursor.skip('the');
      return cursor.word('colour', 'colours') && cursor.word('of');
    }) !== undefined
  );
}

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
  if (!word || cursor.done) return undefined;
  cursor.attempt(() =>
    cursor.word('of') && cursor.word('the', 'these', 'those') ? true : undefined,
  );
  const clause = emptyClause();
  const antecedent = context.antecedent ?? defaultOf(word, context);
  const noun = word === 'who' ? undefined : plainNoun(cursor, context);
  if (noun) clause.subject = noun;
  else if (!leavesSubjectOpen(word, cursor)) clause.subject = phraseOf(defaultOf(word, context));
  readClause(cursor, { ...context, antecedent }, clause);
  return whichForm(word, clause, context);
};

/** `what did the third person wear` has its subject still to come. */
const leavesSubjectOpen = (word: string, cursor: Cursor): boolean =>
  word === 'who' ? asksForIdentity(cursor) : cursor.peekOf('aux') !== undefined;

/** `who is the person in red`, `which was the first bottle`: the noun itself is meant. */
const asksForIdentity = (cursor: Cursor): boolean =>
  ['is', 'are', 'was', 'were'].includes(cursor.peekOf('aux')?.word ?? '') &&
  cursor.isWordAt(1, 'the', 'a', 'that', 'this');

const plainNoun = (cursor: Cursor, context: FormContext): NounPhrase | undefined =>
  cursor.peekOf('aux') ? undefined : parseNounPhrase(cursor, nounContext(context.antecedent));

const defaultOf = (word: string, context: FormContext): Selection =>
  word === 'who' || word === 'whose' ? people : (context.antecedent ?? anything);

function whichForm(word: string, clause: Clause, context: FormContext): Form | undefined {
  if (word === 'what' && clause.verb === 'happens') return storyOf(clause);
  if (word === 'what' && clause.verb === 'wears' && !clause.colours) return colourForm(clause);
  if (clause.joinedBy === 'or') return whichOf(clause);
  if (word === 'who' && ['taken', 'returned', 'puts'].includes(clause.verb ?? '')) return undefined;
  clause.subject ??= phraseOf(defaultOf(word, context));
  if (clause.others.length === 1 && clause.isCopula && !clause.verb) {
    clause.subject = clause.others.pop();
  }
  const happening = rankedHappening(clause) ?? affirmed(clause);
  return made(happening && { type: 'which', happening, by: byOf(clause), ask: 'label' }, clause);
}

/** `Which person left second?` is the second of those that left. */
function rankedHappening(clause: Clause): Happening | undefined {
  const { rank, subject } = clause;
  const action = actionOf(clause);
  if (rank === undefined || rank === 1 || rank === -1 || !subject || !action) return undefined;
  const selection = { ...subject.selection, ordinal: rank, ordinalBy: action };
  return happeningOf({ ...clause, subject: { ...subject, selection }, rank: undefined });
}

/** `Who did not leave?` asks for those there of whom it is not so. */
function affirmed(clause: Clause): Happening | undefined {
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

/** `what happened at the dock`, `what did the second person do`. */
function storyOf(clause: Clause): Form | undefined {
  const isPlain = clause.relations.length === 0 && !clause.lasting && clause.others.length <= 1;
  if (!isPlain || clause.object || clause.zone || clause.joinedBy) return undefined;
  const subject = clause.others[0] ?? clause.subject;
  return made({ type: 'story', subject: subject?.selection ?? anything }, clause);
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
