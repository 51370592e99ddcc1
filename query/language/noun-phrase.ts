/**
 * Noun phrases: `the second person in black`, `any bottle`, `two of the cars`, `the left one`.
 * What is said of the things by a whole clause (`who left`) is read by the clause parser, which is
 * handed in.
 */
import type { Action, Condition, CountLimit, Place, Selection, Side } from '../domain/plan.ts';
import { kindsUnder } from '../domain/wider-kinds.ts';
import type { Cursor } from './cursor.ts';
import { colourOf, type Dress, parseDress } from './dress.ts';
import { type Determiner, type Head, parseHead } from './noun-head.ts';

export interface NounPhrase {
  readonly selection: Selection;
  readonly det: Determiner;
  /** `two people`, `more than three cars`. */
  readonly amount?: CountLimit;
  /** `exactly two`, not only `two`. */
  readonly isExact?: boolean;
  /** `six different people`: counted over the whole time, not at once. */
  readonly isDistinct?: boolean;
  readonly plural: boolean;
  /** The selection before the last words about it: `the first person` of `... in black`. */
  readonly undescribed?: Selection;
  /** `the first person's top`. */
  readonly possessed?: 'top' | 'bottom' | 'whole';
}

export interface NounContext {
  /** What `one`, `it` and a missing noun stand for. */
  readonly antecedent: Selection | undefined;
  /** Reads a relative clause, an infinitive or a participle about the things. */
  readonly describe: (cursor: Cursor, subject: Selection) => Description | undefined;
}

/** What a clause behind a noun says of it: a condition, or which of several is meant. */
export type Description = Condition | Pick<Selection, 'ordinal' | 'ordinalBy' | 'extreme'>;

export function parseNounPhrase(cursor: Cursor, context: NounContext): NounPhrase | undefined {
  return cursor.attempt(() => parsePronoun(cursor, context) ?? parseFull(cursor, context));
}

const pronouns = ['it', 'they', 'them', 'one', 'ones'];

function parsePronoun(cursor: Cursor, context: NounContext): NounPhrase | undefined {
  const word = cursor.word(...pronouns);
  if (!word) return undefined;
  const plural = word === 'they' || word === 'them';
  const fallback: Selection = { kind: plural ? 'person' : 'object' };
  const selection = context.antecedent ?? fallback;
  return describedBy(cursor, context, { selection, det: 'the', plural });
}

function parseFull(cursor: Cursor, context: NounContext): NounPhrase | undefined {
  const start = cursor.at;
  const head = parseHead(cursor);
  const noun = parseNoun(cursor, context, head, cursor.at > start);
  // `Another person` than whom nobody was named.
  const isOtherThanAll = head.isOther && isKindOnly(context.antecedent);
  if (!noun || isOtherThanAll) return undefined;
  const phrase: NounPhrase = {
    selection: selectionOf(noun.kind, head, context),
    det: noun.det ?? head.det,
    plural: noun.plural,
    ...(head.amount && { amount: head.amount, isExact: head.isExact ?? false }),
    ...(head.isDistinct && { isDistinct: true }),
  };
  return describedBy(cursor, context, phrase);
}

const isKindOnly = (selection: Selection | undefined): boolean =>
  selection !== undefined && Object.keys(selection).length === 1;

interface Noun {
  readonly kind: string | undefined;
  readonly plural: boolean;
  readonly det?: Determiner;
}

function parseNoun(
  cursor: Cursor,
  context: NounContext,
  head: Head,
  hasHead: boolean,
): Noun | undefined {
  const kind = cursor.takeOf('kind');
  if (kind?.why) head.unseen.push(kind.text);
  if (kind) return { kind: kind.kind, plural: kind.plural, det: kind.det };
  const canStand = hasHead && context.antecedent !== undefined;
  const one = canStand ? (cursor.word('one', 'ones') ?? cursor.takeOf('number')?.text) : undefined;
  if (one) return { kind: undefined, plural: one === 'ones' };
  const picks = head.ordinal !== undefined || head.place !== undefined || head.isOther;
  const stands = picks || head.amount !== undefined || head.det === 'no';
  const colourAlone = head.colours.length > 0 && head.det === 'the';
  const isElliptical = hasHead && (stands || colourAlone) && context.antecedent !== undefined;
  const nextIsPlace = cursor.peekOf('place') || cursor.peekOf('garment') || cursor.isWord('side');
  const isBoth = head.det === 'every' && head.amount?.comparison === '>=';
  if (isBoth && context.antecedent === undefined && !nextIsPlace) {
    head.unseen.push('both');
    return { kind: undefined, plural: true };
  }
  return isElliptical && !nextIsPlace
    ? { kind: undefined, plural: (head.amount?.value ?? 1) > 1 }
    : undefined;
}

function selectionOf(kind: string | undefined, head: Head, context: NounContext): Selection {
  const name = kind ?? context.antecedent?.kind ?? 'object';
  const isDefinite = head.det === 'the' || head.det === 'bare' || head.det === 'every';
  const half = head.place && !isDefinite && head.place !== 'middle' ? head.place : undefined;
  return {
    kind: name,
    ...(head.colours.length > 0 && { colours: head.colours.map((c) => colourOf(name, c)) }),
    ...(head.place && !half && { place: head.place }),
    ...(half && { half: half as Side }),
    ...(head.ordinal !== undefined && { ordinal: head.ordinal }),
    ...(head.isOther && context.antecedent && { otherThan: antecedentsOf(context.antecedent) }),
    ...(head.unseen.length > 0 && { unseen: head.unseen }),
  };
}

const antecedentsOf = (selection: Selection): readonly Selection[] => [selection];

/** Everything that may follow the noun: `in red`, `on the left`, `without a bag`, `who left`. */
function describedBy(cursor: Cursor, context: NounContext, phrase: NounPhrase): NounPhrase {
  let current = settled(phrase);
  while (!cursor.done) {
    const next = describeOnce(cursor, context, current);
    if (!next) return current;
    current = settled({ ...next, undescribed: current.selection });
  }
  return current;
}

/** `the woman in the grey cardigan` means one of those in grey, and which one is not seen. */
function settled(phrase: NounPhrase): NounPhrase {
  const { selection, det, plural, amount } = phrase;
  const isPartlySeen = selection.unseen !== undefined || selection.garments !== undefined;
  if (!isPartlySeen || det !== 'the' || plural || amount || selection.otherThan) return phrase;
  return { ...phrase, selection: { ...selection, definite: true } };
}

function describeOnce(
  cursor: Cursor,
  context: NounContext,
  phrase: NounPhrase,
): NounPhrase | undefined {
  const { selection } = phrase;
  const possessed = parsePossession(cursor);
  if (possessed) return { ...phrase, possessed };
  const dress = parseDress(cursor, selection.kind);
  if (dress) return dressed(phrase, dress);
  const place = selection.place ? undefined : parsePlacePhrase(cursor);
  if (place) return { ...phrase, selection: withPlace(selection, place, phrase.det) };
  const carried = parseCarried(cursor, context);
  if (carried) return { ...phrase, selection: withCondition(selection, carried) };
  const description = context.describe(cursor, selection);
  return description && { ...phrase, selection: withDescription(selection, description) };
}

function parsePossession(cursor: Cursor): NounPhrase['possessed'] {
  return cursor.attempt(() => {
    if (!cursor.word("'s")) return undefined;
    return cursor.takeOf('garment')?.part;
  });
}

function parsePlacePhrase(cursor: Cursor): Place | undefined {
  return cursor.attempt(() => {
    if (!cursor.word('on', 'at', 'in', 'to')) return undefined;
    if (!cursor.word('the')) return undefined;
    const side = cursor.takeOf('side');
    if (!side) return undefined;
    cursor.word('side');
    if (cursor.peekOf('kind') || cursor.peekOf('ordinal')) return undefined;
    return side.value;
  });
}

function parseCarried(cursor: Cursor, context: NounContext): Condition | undefined {
  return cursor.attempt(() => {
    const word = cursor.word('with', 'without');
    if (!word) return undefined;
    const object = parseNounPhrase(cursor, { ...context, describe: () => undefined });
    if (!object || !isCarriable(object.selection.kind)) return undefined;
    const negated = word === 'without' || object.det === 'no';
    return {
      action: { type: 'carries', object: object.selection },
      ...(negated && { negated: true }),
    };
  });
}

const notCarried = new Set([
  'person',
  'object',
  ...['animal', 'vehicle', 'pet'].flatMap(kindsUnder),
]);

/** Whether somebody can be said to carry it: a bag, not a dog or a car. */
export const isCarriable = (kind: string): boolean =>
  !notCarried.has(kind) && !kindsUnder(kind).some((one) => notCarried.has(one));

/** The phrase with what it wears; names of clothes only help to tell one thing from another. */
export function dressed(phrase: NounPhrase, { colours, unseen, garments }: Dress): NounPhrase {
  const isOne = phrase.det === 'the' && !phrase.plural;
  const { selection } = phrase;
  return {
    ...phrase,
    selection: {
      ...selection,
      ...(colours.length > 0 && { colours: joined(selection.colours, colours) }),
      ...(unseen.length > 0 && { unseen: joined(selection.unseen, unseen) }),
      ...(isOne && garments.length > 0 && { garments: joined(selection.garments, garments) }),
    },
  };
}

const joined = <T>(before: readonly T[] | undefined, more: readonly T[]): readonly T[] => [
  ...(before ?? []),
  ...more,
];

export const withCondition = (selection: Selection, condition: Condition): Selection => ({
  ...selection,
  where: [...(selection.where ?? []), condition],
});

const withPlace = (selection: Selection, place: Place, det: Determiner): Selection =>
  det === 'some' || det === 'no' || place === 'middle'
    ? place === 'middle'
      ? { ...selection, place }
      : { ...selection, half: place }
    : { ...selection, place };

/** `the first one to be taken` orders by the taking; `a person who left` only describes. */
function withDescription(selection: Selection, description: Description): Selection {
  if (!('action' in description)) return { ...selection, ...description };
  const condition = description;
  const { action } = condition;
  if (action.type === 'wears' && !condition.negated) {
    return {
      ...selection,
      ...(action.colours.length > 0 && { colours: joined(selection.colours, action.colours) }),
      ...(action.unseen && { unseen: joined(selection.unseen, action.unseen) }),
    };
  }
  const canOrder = selection.ordinal !== undefined && !condition.negated && !condition.lasting;
  if (canOrder && ordering.has(action.type)) return { ...selection, ordinalBy: action };
  return withCondition(selection, condition);
}

const ordering = new Set<Action['type']>([
  'arrives',
  'departs',
  'taken',
  'returned',
  'stops',
  'crosses',
  'moves',
  'inside',
]);
