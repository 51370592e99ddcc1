/** Which, who, what: what colour, which side, which camera, what kind. */
import type { Happening, Selection, WhichBy } from '../../domain/plan.ts';
import { type Clause, emptyClause } from '../clause.ts';
import { actionOf, happeningOf } from '../clause-meaning.ts';
import type { Cursor } from '../cursor.ts';
import { type NounPhrase, parseNounPhrase } from '../noun-phrase.ts';
import { nounContext } from '../parse-clause.ts';
import {
  affirmed,
  anything,
  type Form,
  type FormContext,
  type FormParser,
  made,
  people,
  phraseOf,
  readClause,
  withSubject,
} from './form.ts';

export function byOf(clause: Clause): WhichBy {
  if (clause.extreme) return clause.extreme;
  if (clause.rank === 1 || clause.rank === -1) return clause.rank === 1 ? 'first' : 'last';
  // `Who came right after the dog`: the first of those after it.
  const next = clause.relations.find(({ isNext }) => isNext);
  if (next) return next.type === 'after' ? 'first' : 'last';
  return 'all';
}

export const whatColour: FormParser = (cursor, context) => {
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

export const whatSide: FormParser = (cursor, context) => {
  if (!cursor.word('what-side')) return undefined;
  const clause = withSubject(readClause(cursor, context), people);
  const happening = happeningOf(clause);
  const tellsSide =
    happening?.type === 'object' && ['arrives', 'departs', 'moves'].includes(happening.action.type);
  return tellsSide
    ? made({ type: 'which', happening, by: byOf(clause), ask: 'side' }, clause)
    : undefined;
};

export const whichStream: FormParser = (cursor, context) => {
  if (!cursor.word('which-stream')) return undefined;
  const clause = withSubject(readClause(cursor, context), anything);
  if (clause.verb === 'carries' && clause.object) {
    clause.subject = clause.object;
    clause.verb = 'present';
  }
  const happening = happeningOf(clause);
  return made(happening && { type: 'which', happening, by: byOf(clause), ask: 'stream' }, clause);
};

export const whatKind: FormParser = (cursor, context) => {
  if (!cursor.word('what-kind')) return undefined;
  const clause = withSubject(readClause(cursor, context), anything);
  const happening = happeningOf(clause);
  return made(happening && { type: 'which', happening, by: byOf(clause), ask: 'kind' }, clause);
};

export const which: FormParser = (cursor, context) => {
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
