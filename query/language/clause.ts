/**
 * Clauses: who or what, does or is what, where, for how long, how often, before or after what. The
 * words may come in nearly any order, so the parser takes one recogniser after another and fills
 * the clause; what none of them takes ends the clause.
 */
import type {
  Action,
  Condition,
  CountLimit,
  DurationLimit,
  Happening,
  Relation,
  Selection,
  Side,
} from '../domain/plan.ts';
import type { Cursor } from './cursor.ts';
import {
  type Description,
  isCarriable,
  type NounContext,
  type NounPhrase,
  parseColourPhrase,
  parseColours,
  parseNounPhrase,
  takeLimit,
  withColours,
} from './noun-phrase.ts';
import type { VerbForm, VerbMeaning } from './tags.ts';

export interface Clause {
  subject?: NounPhrase;
  /** More subjects, joined by `and` or `or`. */
  readonly others: NounPhrase[];
  joinedBy?: 'and' | 'or';
  verb?: VerbMeaning;
  form?: VerbForm;
  object?: NounPhrase;
  /** An action said in the subject itself: `was the first person wearing black`. */
  given?: Action;
  /** What is compared with: `longer than the second person`. */
  comparedWith?: { readonly relation: 'longer' | 'shorter'; readonly to: NounPhrase };
  colours?: Extract<Action, { type: 'wears' }>['colours'];
  side?: Side | 'middle' | 'up' | 'down';
  zone?: string;
  line?: string;
  streamIds: string[];
  /** Nouns for the whole picture that were named: `room`, `table`. */
  readonly scenes: string[];
  garment?: 'top' | 'bottom' | 'whole';
  tense?: 'past' | 'present';
  isCopula: boolean;
  negated: boolean;
  lasting?: DurationLimit;
  times?: CountLimit;
  nth?: number;
  /** `first`, `last` or `second` as an adverb. */
  rank?: number;
  extreme?: 'longest' | 'shortest';
  extent?: 'minimum' | 'maximum';
  together: boolean;
  ever: boolean;
  whole: boolean;
  alone: boolean;
  still: boolean;
  empty: boolean;
  occupied: boolean;
  /** `the whole time`. */
  always: boolean;
  /** `there` or `here` was said. */
  there: boolean;
  /** `was moved`: by somebody. */
  isPassive: boolean;
  /** `had left when ...`: it was over by then. */
  isPerfect: boolean;
  readonly relations: { readonly type: Relation['type']; readonly clause: Clause }[];
}

export const emptyClause = (): Clause => ({
  others: [],
  streamIds: [],
  scenes: [],
  isCopula: false,
  negated: false,
  together: false,
  ever: false,
  whole: false,
  alone: false,
  still: false,
  empty: false,
  occupied: false,
  always: false,
  there: false,
  isPassive: false,
  isPerfect: false,
  relations: [],
});

export interface ClauseContext {
  /** The thing talked of before, for `it`, `one` and `the second`. */
  readonly antecedent: Selection | undefined;
  /** Stops before these words. */
  readonly stopAt?: readonly string[];
  /** Inside `who ...`: what follows the verb belongs to the clause outside. */
  readonly isRelative?: boolean;
}

type Taker = (cursor: Cursor, clause: Clause, context: ClauseContext) => boolean;

/** Reads as far as it can; the caller looks whether anything is left. */
export function parseClause(
  cursor: Cursor,
  context: ClauseContext,
  clause = emptyClause(),
): Clause {
  while (!cursor.done) {
    if (context.stopAt && cursor.isWord(...context.stopAt)) break;
    if (!takers.some((take) => cursor.attempt(() => take(cursor, clause, context) || undefined)))
      break;
  }
  return clause;
}

export const nounContext = (antecedent: Selection | undefined): NounContext => ({
  antecedent,
  describe,
});

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

// One recogniser per kind of word.

const relationWords: Readonly<Record<string, Relation['type']>> = {
  before: 'before',
  'right-before': 'before',
  after: 'after',
  'right-after': 'after',
  while: 'during',
  when: 'during',
};

const takeRelation: Taker = (cursor, clause, context) => {
  const type = cursor.attempt(() => {
    const word = cursor.word(...Object.keys(relationWords));
    return word ? relationWords[word] : undefined;
  });
  if (!type) return false;
  const antecedent = clause.subject?.selection ?? context.antecedent;
  const inner = parseClause(cursor, { antecedent, stopAt: context.stopAt });
  clause.relations.push({ type, clause: inner });
  return true;
};

const takeAux: Taker = (cursor, clause) => {
  const aux = cursor.takeOf('aux');
  if (!aux) return false;
  clause.tense ??= aux.tense;
  if (aux.word === 'had') clause.isPerfect = true;
  if (['is', 'are', 'was', 'were', 'be', 'am'].includes(aux.word)) clause.isCopula = true;
  const isHave = ['has', 'have', 'had'].includes(aux.word) && clause.subject && !clause.verb;
  if (isHave && startsObject(cursor)) setVerb(clause, 'carries', 'base');
  return true;
};

const startsObject = (cursor: Cursor): boolean =>
  cursor.isWord('a', 'an', 'the', 'any', 'some', 'no') || cursor.peekOf('kind') !== undefined;

const takeNegation: Taker = (cursor, clause) => {
  if (!cursor.word('not', 'never')) return false;
  clause.negated = !clause.negated;
  return true;
};

/** `is red`, `was in black`, `in a red top`, `with grey trousers`, `wearing black`. */
const takeColours: Taker = (cursor, clause) => {
  const kind = clause.subject?.selection.kind ?? 'object';
  const isWearing = clause.verb === 'wears' || (clause.isCopula && !clause.verb);
  const colours =
    parseColourPhrase(cursor, kind) ?? (isWearing ? parseColours(cursor, kind) : undefined);
  if (!colours) return false;
  const isAtEnd = cursor.done || cursor.peek()?.cat !== 'kind';
  if (!isAtEnd) return false;
  if (!clause.verb && clause.isCopula) setVerb(clause, 'wears', 'base');
  if (clause.verb === 'wears') clause.colours = [...(clause.colours ?? []), ...colours];
  else if (clause.subject) {
    const selection = withColours(clause.subject.selection, colours);
    clause.subject = { ...clause.subject, selection };
  }
  return true;
};

const takeVerb: Taker = (cursor, clause, context) => {
  const verb = cursor.takeOf('verb');
  if (!verb) return false;
  // `Was the bottle moved`, but not `was the last time a car moved`.
  clause.isPassive = clause.isCopula && clause.nth === undefined && verb.form === 'past';
  // `The person who came last | entered the dock`.
  if (context.isRelative && clause.verb && isFiniteForm(verb.form)) return false;
  if (clause.verb === undefined || clause.verb === 'present') {
    setVerb(clause, verb.meaning, verb.form);
  } else if (verb.meaning === 'away' && ['taken', 'departs'].includes(clause.verb)) {
    return true;
  } else if (clause.verb === 'moves' || clause.verb === 'runs') {
    setVerb(clause, verb.meaning === 'away' ? 'departs' : verb.meaning, verb.form);
  } else if (clause.verb === 'stays' || clause.verb === 'happens') {
    setVerb(clause, verb.meaning === 'present' ? 'stays' : verb.meaning, verb.form);
  } else if (clause.verb === 'puts' && verb.meaning === 'away') {
    setVerb(clause, 'taken', verb.form);
  } else if (clause.verb === 'arrives' && verb.meaning === 'near') {
    setVerb(clause, 'approaches', verb.form);
  } else if (verb.meaning !== clause.verb && verb.meaning !== 'present') {
    cursor.at -= 1;
    return false;
  }
  return true;
};

const isFiniteForm = (form: VerbForm): boolean => form !== 'ing' && form !== 'participle';

function setVerb(clause: Clause, verb: VerbMeaning, form: VerbForm): void {
  clause.verb = verb;
  clause.form = form;
  if (form === 'past') clause.tense ??= 'past';
  if (form === 'third') clause.tense ??= 'present';
}

const particles = ['back', 'away', 'out', 'off', 'up', 'down', 'in', 'over'] as const;

/** `back`, `away` when they stand apart from their verb: `put the bottle back`. */
const takeParticle: Taker = (cursor, clause) => {
  const word = cursor.word(...particles);
  if (!word) return false;
  if (word === 'back' || word === 'down') return settleBack(clause, word);
  if (['away', 'out', 'off'].includes(word)) return settleAway(clause);
  if (word === 'up' && clause.verb === 'moves') clause.side = 'up';
  return ['moves', 'arrives', 'taken', 'puts'].includes(clause.verb ?? '') || cursor.done;
};

function settleBack(clause: Clause, word: 'back' | 'down'): boolean {
  const verb = clause.verb ?? '';
  const isReturn = word === 'back' && ['taken', 'arrives', 'moves', 'carries'].includes(verb);
  if (verb === 'puts' || isReturn) clause.verb = 'returned';
  else if (word === 'down' && verb === 'moves') clause.side = 'down';
  else return verb === 'returned' || verb === 'taken';
  return true;
}

function settleAway(clause: Clause): boolean {
  const verb = clause.verb ?? '';
  if (verb === 'moves' || verb === 'runs') clause.verb = 'departs';
  else if (verb === 'carries' || verb === 'puts') clause.verb = 'taken';
  else if (verb === '' && clause.isCopula) clause.verb = 'away';
  else return verb === 'taken' || verb === 'departs' || verb === 'away';
  return true;
}

const takeLasting: Taker = (cursor, clause) => {
  const lasting = cursor.attempt(() => {
    cursor.skip('for', 'a', 'whole');
    const limit = takeLimit(cursor);
    const duration = cursor.takeOf('duration');
    if (!duration) return undefined;
    const orMore = cursor.attempt(() =>
      cursor.word('or') ? cursor.word('more', 'longer', 'long') : undefined,
    );
    return { comparison: orMore ? '>=' : (limit ?? '>='), ms: duration.ms } as const;
  });
  if (!lasting) return false;
  clause.lasting = lasting;
  return true;
};

const takeTimes: Taker = (cursor, clause) => {
  const times = cursor.attempt(() => {
    const limit = cursor.takeOf('limit');
    const number = cursor.takeOf('times');
    if (!number) return undefined;
    cursor.word('time', 'times');
    return { comparison: limit?.comparison ?? '=', value: number.value } as const;
  });
  if (!times) return false;
  clause.times = times;
  return true;
};

/** `for the second time`, `the last time`. */
const takeNth: Taker = (cursor, clause) => {
  const nth = cursor.attempt(() => {
    cursor.skip('for', 'on');
    cursor.skip('the', 'a');
    const ordinal = cursor.takeOf('ordinal');
    return ordinal && cursor.word('time', 'occasion') ? ordinal.value : undefined;
  });
  if (nth === undefined) return false;
  clause.nth = nth;
  return true;
};

const takeComparison: Taker = (cursor, clause, context) => {
  const compared = cursor.attempt(() => {
    const limit = cursor.takeOf('limit');
    if (!limit || !isLengthComparison(limit.text, clause)) return undefined;
    const antecedent = clause.subject?.selection ?? context.antecedent;
    const to = parseNounPhrase(cursor, nounContext(kindOnly(antecedent)));
    return to && { relation: limit.comparison === '>' ? 'longer' : 'shorter', to };
  });
  if (!compared) return false;
  clause.comparedWith = compared as Clause['comparedWith'];
  cursor.attempt(() => cursor.takeOf('aux'));
  return true;
};

const isLengthComparison = (text: string, clause: Clause): boolean =>
  ['longer than', 'shorter than'].includes(text) ||
  (clause.verb === 'stays' && ['more than', 'less than'].includes(text));

const kindOnly = (selection: Selection | undefined): Selection | undefined =>
  selection && { kind: selection.kind };

const takeRank: Taker = (cursor, clause) => {
  return (
    cursor.attempt(() => {
      const isThe = cursor.word('the') !== undefined;
      const ordinal = cursor.takeOf('ordinal');
      if (!ordinal) return undefined;
      const next = cursor.peek();
      const ends = next === undefined || !['kind', 'number', 'colour', 'side'].includes(next.cat);
      if (!ends || (isThe && clause.verb === undefined)) return undefined;
      clause.rank = ordinal.value;
      return true;
    }) ?? false
  );
};

const takeExtreme: Taker = (cursor, clause) => {
  const extreme = cursor.takeOf('extreme');
  if (extreme) {
    clause.extreme = extreme.value;
    cursor.word('time');
    return true;
  }
  return (
    cursor.attempt(() => {
      cursor.skip('the', 'for');
      if (cursor.word('most') && cursor.word('time')) clause.extreme = 'longest';
      else if (cursor.isWord('least') && cursor.isWordAt(1, 'time')) {
        cursor.at += 2;
        clause.extreme = 'shortest';
      } else return undefined;
      return true;
    }) ?? false
  );
};

/** `were the visitors all wearing black`. */
const takeFloatingAll: Taker = (cursor, clause) => {
  if (!clause.subject?.plural || clause.verb || !cursor.word('all')) return false;
  clause.subject = { ...clause.subject, det: 'every' };
  return true;
};

/** `at most`, `at least` without a number: the most or fewest at once. */
const takeExtent: Taker = (cursor, clause) => {
  const limit = cursor.peekOf('limit');
  const isBare = limit && !cursor.peekOf('number', 1) && !cursor.peekOf('duration', 1);
  if (!isBare || !['at most', 'at least', 'just', 'only'].includes(limit.text)) return false;
  cursor.at += 1;
  if (limit.text === 'at most') clause.extent = 'maximum';
  if (limit.text === 'at least') clause.extent = 'minimum';
  return true;
};

type Flag = 'together' | 'ever' | 'whole' | 'always' | 'alone' | 'still' | 'empty' | 'occupied';

const flagWords: Readonly<Record<string, Flag>> = {
  'at-once': 'together',
  together: 'together',
  simultaneously: 'together',
  ever: 'ever',
  whole: 'whole',
  always: 'always',
  total: 'whole',
  alone: 'alone',
  still: 'still',
  empty: 'empty',
  unoccupied: 'empty',
  vacant: 'empty',
  deserted: 'empty',
  free: 'empty',
  occupied: 'occupied',
  busy: 'occupied',
};

const takeFlag: Taker = (cursor, clause, context) => {
  const word = cursor.word(...Object.keys(flagWords));
  if (!word) return false;
  clause[flagWords[word]!] = true;
  if (word === 'at-once') takePartner(cursor, clause, context);
  return true;
};

/** `together with the middle bottle`, `at the same time as the dog`. */
function takePartner(cursor: Cursor, clause: Clause, context: ClauseContext): void {
  const antecedent = clause.subject?.selection ?? context.antecedent;
  const partner = cursor.attempt(() => {
    if (!cursor.word('as', 'with')) return undefined;
    return parseNounPhrase(cursor, nounContext(antecedent));
  });
  if (!partner) return;
  clause.others.push(partner);
  clause.joinedBy = 'and';
}

const prepositions = [
  'in',
  'on',
  'at',
  'from',
  'to',
  'into',
  'onto',
  'over',
  'through',
  'by',
  'of',
  'across',
  'towards',
  'out',
  'as',
  'with',
  'inside',
  'within',
] as const;

const oppositeOf: Readonly<Record<string, Side>> = {
  left: 'right',
  right: 'left',
  top: 'bottom',
  bottom: 'top',
};

/** `from the left`, `on the right side of the room`, `moved left`, `over the bottom edge`. */
const takeSide: Taker = (cursor, clause) => {
  const side = cursor.attempt(() => {
    const preposition = cursor.word(...prepositions);
    cursor.word('of');
    const article = cursor.word('the', 'its');
    const tag = cursor.takeOf('side');
    if (!tag) return undefined;
    const noun = cursor.word('side', 'edge', 'direction');
    const isFree = preposition !== undefined || noun !== undefined || article !== undefined;
    const moves = clause.verb === 'moves' || clause.verb === 'runs';
    if (!isFree && !moves) return undefined;
    const next = cursor.peek();
    if (next && ['kind', 'ordinal', 'number'].includes(next.cat)) return undefined;
    if (!noun && cursor.isWord('one', 'ones', 'and', 'or')) return undefined;
    if (article && !preposition && !noun && !clause.verb) return undefined;
    return moves && preposition === 'from' ? oppositeOf[tag.value] : tag.value;
  });
  if (!side) return false;
  // `from left to right` says one direction of what moves, and two things of anything else.
  if (clause.side && clause.verb !== 'moves' && clause.verb !== 'runs') return false;
  clause.side = side;
  skipOfScene(cursor);
  return true;
};

function skipOfScene(cursor: Cursor): void {
  cursor.attempt(() => {
    if (!cursor.word('of')) return undefined;
    cursor.word('the');
    return cursor.takeOf('place')?.place === 'scene' ? true : undefined;
  });
}

const takePlace: Taker = (cursor, clause) => {
  const place = cursor.attempt(() => {
    cursor.skip(...prepositions);
    cursor.skip('the', 'a', 'this', 'that', 'our', 'my');
    cursor.word('camera');
    return cursor.takeOf('place');
  });
  if (!place) return false;
  if (place.place === 'zone') clause.zone = place.name;
  if (place.place === 'line') clause.line = place.name;
  if (place.place === 'stream') clause.streamIds.push(place.name);
  if (place.place === 'scene') clause.scenes.push(place.name);
  cursor.word('camera', 'stream', 'feed');
  return true;
};

const takeNoun: Taker = (cursor, clause, context) => {
  const antecedent = clause.subject?.selection ?? context.antecedent;
  const isComplete = clause.verb !== undefined && !needsObject(clause) && !cursor.isWord('by');
  if (context.isRelative && isComplete) return false;
  const phrase = cursor.attempt(() => {
    const isAgent = cursor.word('by') !== undefined;
    const found = parseNounPhrase(cursor, nounContext(antecedent));
    return found && { found, isAgent };
  });
  if (!phrase) return false;
  if (!phrase.isAgent || needsObject(clause)) placeNoun(clause, phrase.found);
  else if (!isNobodyInParticular(phrase.found)) return false;
  return takeJoined(cursor, clause, antecedent);
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
function takeJoined(cursor: Cursor, clause: Clause, antecedent: Selection | undefined): boolean {
  while (cursor.isWord('and', 'or')) {
    const joined = cursor.attempt(() => {
      const by = cursor.word('and', 'or') as 'and' | 'or';
      const phrase = parseNounPhrase(cursor, nounContext(antecedent));
      return phrase && { by, phrase };
    });
    if (!joined) break;
    clause.joinedBy = joined.by;
    if (!needsObject(clause)) clause.others.push(joined.phrase);
    else return false;
  }
  return true;
}

const fillers = [
  'inside',
  'with-them',
  'there',
  'here',
  'also',
  'too',
  'yet',
  'already',
  'again',
  'distinct',
  'you',
  'we',
  'i',
  'us',
  'me',
  'any',
  'of',
  'that',
  'not-any-more',
  'so',
  'on',
  'at',
  'to',
  'in',
  'from',
  'for',
  'as',
  'with',
  'into',
  'time',
  'true',
  'the',
  'by',
  'a',
  'out',
] as const;

/** Small words that change nothing here; tried last. */
const takeFiller: Taker = (cursor, clause, context) => {
  if (context.isRelative && cursor.isWord('the', 'a')) return false;
  const word = cursor.word(...fillers);
  if (word === 'there' || word === 'here') clause.there = true;
  return word !== undefined;
};

const takeUnused: Taker = (cursor, clause) => {
  const garment = cursor.takeOf('garment');
  if (garment) clause.garment = garment.part;
  return garment !== undefined;
};

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
  takeFlag,
  takeParticle,
  takeUnused,
  takeFiller,
];

// What the clause says, as an action and as a happening.

/** Undefined when the clause has no meaning the states can tell. */
export function actionOf(clause: Clause): Action | undefined {
  const { verb, side, zone, line } = clause;
  if (clause.given) return clause.given;
  const edge = side === 'middle' || side === 'up' || side === 'down' ? undefined : side;
  switch (verb) {
    case 'arrives':
    case 'departs':
      if (side && !edge) return undefined;
      return { type: verb, ...(edge && { side: edge }), ...(zone && { zone }) };
    case 'taken':
    case 'returned':
    case 'stops':
    case 'stationary':
      return { type: verb };
    case 'away':
      return { type: 'away' };
    case 'moves':
      // `The bottle was moved`: by somebody, and that is not seen.
      if (clause.isPassive) return undefined;
      return line ? { type: 'crosses', line } : movement(clause);
    case 'runs':
      return { ...movement(clause), speed: 'fast' };
    case 'crosses':
      return line ? { type: 'crosses', line } : zone ? { type: 'inside', zone } : undefined;
    case 'wears':
      return clause.colours && { type: 'wears', colours: clause.colours };
    case 'carries':
      return carrying(clause);
    case 'near':
    case 'approaches':
    case 'holds':
    case 'rides':
      return clause.object && { type: verb, object: clause.object.selection };
    case 'puts':
      return { type: 'returned' };
    case 'happens':
      return undefined;
    default:
      return zone ? { type: 'inside', zone } : { type: 'present' };
  }
}

function carrying({ object }: Clause): Action | undefined {
  const selection = object?.selection;
  return selection && isCarriable(selection.kind)
    ? { type: 'carries', object: selection }
    : undefined;
}

const directionOf: Readonly<Record<string, string>> = {
  left: 'left',
  right: 'right',
  top: 'up',
  up: 'up',
  bottom: 'down',
  down: 'down',
};

function movement(clause: Clause): Extract<Action, { type: 'moves' }> {
  const direction = clause.side ? directionOf[clause.side] : undefined;
  return { type: 'moves', ...(direction && { direction }) };
}

/** The happening a clause tells of; `inherited` is the action of the clause it hangs on. */
export function happeningOf(clause: Clause, inherited?: Action): Happening | undefined {
  const relations = relationsOf(clause, inherited);
  if (!relations) return undefined;
  const tail = {
    ...(clause.lasting && { lasting: clause.lasting }),
    ...(relations.length > 0 && { relations }),
  };
  if (clause.empty || clause.occupied) return { ...sceneSituation(clause), ...tail };
  const action = clause.verb || !inherited ? actionOf(clause) : inherited;
  if (!action || !clause.subject) return undefined;
  if (clause.others.length > 0) return joinedHappening(clause, action, tail);
  return oneHappening(clause, clause.subject, action, tail);
}

type Tail = Pick<Happening, 'lasting' | 'relations'>;

function oneHappening(
  clause: Clause,
  phrase: NounPhrase,
  action: Action,
  tail: Tail,
): Happening | undefined {
  const situation = situationOf(clause, phrase, action);
  if (situation) return { ...situation, ...tail };
  const subject = subjectOf(clause, phrase, action);
  if (!subject) return undefined;
  const nth = clause.nth === undefined ? {} : { nth: clause.nth };
  return { type: 'object', subject, action, ...nth, ...tail };
}

/** `someone on the left`, `the last person left`: the place and the order belong to the subject. */
function subjectOf(clause: Clause, phrase: NounPhrase, action: Action): Selection | undefined {
  const { selection } = phrase;
  if (clause.side && selection.place) return undefined;
  const isDurative = ['present', 'away', 'stationary'].includes(action.type);
  const half = clause.side && isDurative ? sideHalf(clause.side) : undefined;
  const isOrderedByVerb =
    selection.ordinal !== undefined &&
    selection.ordinalBy === undefined &&
    (action.type === 'arrives' || (isEnd(selection.ordinal) && ordersByVerb.has(action.type)));
  return {
    ...selection,
    ...(half && { half }),
    ...(isOrderedByVerb && { ordinalBy: { type: action.type as 'arrives' } }),
  };
}

/** `the third person left` is the third that came, `the last bottle was taken` the last taken. */
const ordersByVerb = new Set<Action['type']>(['departs', 'taken', 'returned']);
const isEnd = (ordinal: number): boolean => ordinal === 1 || ordinal === -1;

const sideHalf = (side: NonNullable<Clause['side']>): Side | undefined =>
  side === 'up' ? 'top' : side === 'down' ? 'bottom' : side === 'middle' ? undefined : side;

function situationOf(
  clause: Clause,
  phrase: NounPhrase,
  action: Action,
): Extract<Happening, { type: 'situation' }> | undefined {
  const { amount } = phrase;
  const state = stateOf(action, clause);
  if (phrase.det === 'no' && clause.ever && state) {
    return atOnce(phrase.selection, state, { comparison: '=', value: 0 }, action);
  }
  if (clause.alone && state) {
    return atOnce({ kind: phrase.selection.kind }, state, exactlyOne, action);
  }
  if (!amount || !state) return undefined;
  const isLoose = amount.comparison === '=' && !phrase.isExact;
  return atOnce(
    phrase.selection,
    state,
    isLoose ? { ...amount, comparison: '>=' } : amount,
    action,
  );
}

const exactlyOne: CountLimit = { comparison: '=', value: 1 };

/** Which state so many things share: `two people were there`, `after both were taken`. */
function stateOf(action: Action, clause: Clause): 'present' | 'away' | undefined {
  if (action.type === 'present' || action.type === 'inside') return 'present';
  if (action.type === 'away') return 'away';
  const isPluralMoment = clause.together || clause.subject?.amount?.comparison === '>=';
  if (!isPluralMoment) return undefined;
  if (action.type === 'taken') return 'away';
  return action.type === 'returned' ? 'present' : undefined;
}

const atOnce = (
  subject: Selection,
  state: 'present' | 'away',
  count: CountLimit,
  action: Action,
) => ({
  type: 'situation' as const,
  subject,
  state,
  ...(action.type === 'inside' && { zone: action.zone }),
  count,
});

const surfaces = new Set(['table', 'desk', 'surface', 'tabletop', 'floor', 'spot', 'place']);

const momentary = new Set<Action['type']>([
  'arrives',
  'departs',
  'taken',
  'returned',
  'stops',
  'crosses',
]);

/** An empty room has nobody in it, an empty table has nothing on it. */
function sceneSituation(clause: Clause): Extract<Happening, { type: 'situation' }> {
  const isSurface = clause.scenes.some((scene) => surfaces.has(scene));
  const named = clause.subject?.selection;
  const kind = named && named.kind !== 'object' ? named.kind : isSurface ? 'object' : 'person';
  const count: CountLimit = clause.empty
    ? { comparison: '=', value: 0 }
    : { comparison: '>=', value: 1 };
  const zone = clause.zone ? { zone: clause.zone } : {};
  return { type: 'situation', subject: { kind }, state: 'present', ...zone, count };
}

/** `A and B came` says nothing of one moment; `A and B were there` does. */
function joinedHappening(clause: Clause, action: Action, tail: Tail): Happening | undefined {
  if (momentary.has(action.type) && !clause.together) return undefined;
  const phrases = [clause.subject!, ...clause.others];
  const parts = phrases.flatMap((phrase) => oneHappening(clause, phrase, action, {}) ?? []);
  return parts.length === phrases.length ? { type: 'together', parts, ...tail } : undefined;
}

function relationsOf(clause: Clause, inherited?: Action): Relation[] | undefined {
  const own = clause.verb ? actionOf(clause) : inherited;
  const relations = clause.relations.map(({ type: said, clause: inner }) => {
    const type = said === 'during' && clause.isPerfect ? 'before' : said;
    const subject = inner.subject ?? (inner.verb && !inner.empty ? clause.subject : undefined);
    const to = happeningOf({ ...inner, ...(subject && { subject }) }, ownAction(inner, own));
    return to && { type, to };
  });
  return relations.every((relation) => relation !== undefined) ? relations : undefined;
}

/** `before the middle one`: the verb is the one of the clause it hangs on. */
const ownAction = (inner: Clause, action: Action | undefined): Action | undefined =>
  inner.verb || inner.isCopula ? undefined : action;
