/**
 * A clause as it is filled while it is read: who or what, does or is what, where, for how long,
 * how often, before or after what. It holds what was said, not yet what it means.
 */
import type {
  Action,
  CountLimit,
  DurationLimit,
  Relation,
  Selection,
  Side,
} from '../domain/plan.ts';
import type { Cursor } from './cursor.ts';
import type { NounContext, NounPhrase } from './noun-phrase.ts';
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
  /** Said of what is worn, and never seen. */
  unseen?: readonly string[];
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
  /** A preposition was passed over: `was with the dog`. */
  isPrepositional: boolean;
  /** `had left when ...`: it was over by then. */
  isPerfect: boolean;
  speed?: 'fast' | 'slow';
  readonly relations: {
    readonly type: Relation['type'];
    /** `right after`: only the next one is meant. */
    readonly isNext: boolean;
    readonly clause: Clause;
  }[];
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
  isPrepositional: false,
  isPerfect: false,
  relations: [],
});

export interface ClauseScope {
  /** The thing talked of before, for `it`, `one` and `the second`. */
  readonly antecedent: Selection | undefined;
  /** Stops before these words. */
  readonly stopAt?: readonly string[];
  /** Inside `who ...`: what follows the verb belongs to the clause outside. */
  readonly isRelative?: boolean;
}

export interface ClauseContext extends ClauseScope {
  /** Clauses hold nouns and nouns hold clauses: each is handed what reads the other. */
  readonly parseClause: (cursor: Cursor, scope: ClauseScope) => Clause;
  readonly nounContext: (antecedent: Selection | undefined) => NounContext;
}

/** Reads one thing at the cursor into the clause; false, and nothing read, when it is not there. */
export type Taker = (cursor: Cursor, clause: Clause, context: ClauseContext) => boolean;
