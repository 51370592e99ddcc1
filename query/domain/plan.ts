/**
 * The typed query a question is turned into. Plain JSON: the rule-based planner writes it today, a
 * language model may write the same tomorrow, and the answerer evaluates it on stored states. It
 * says what is asked, never how to find it.
 */
import { z } from 'zod';
import { timeRangeSchema } from './coverage.ts';

export type Comparison = '>' | '>=' | '<' | '<=' | '=';

export interface CountLimit {
  readonly comparison: Comparison;
  readonly value: number;
}

export interface DurationLimit {
  readonly comparison: Comparison;
  readonly ms: number;
}

export type Side = 'left' | 'right' | 'top' | 'bottom';
/** Where something is among its peers in the picture. */
export type Place = Side | 'middle';

export interface ColourCondition {
  readonly part: 'top' | 'bottom' | 'whole';
  readonly value: string;
  /** A top that reaches over the lower half: a long coat. */
  readonly isLong?: boolean;
  readonly negated?: boolean;
}

/** Which objects are meant. Conditions narrow first; `place`, `ordinal` and `extreme` pick last. */
export interface Selection {
  /** A kind, a wider word (`vehicle`), or `object` for anything. */
  readonly kind: string;
  readonly colours?: readonly ColourCondition[];
  readonly where?: readonly Condition[];
  readonly place?: Place;
  /** Mostly seen in this half of the picture. */
  readonly half?: Side;
  /** 1 is the first, -1 the last; by arrival, or by the first time of `ordinalBy`. */
  readonly ordinal?: number;
  readonly ordinalBy?: Action;
  /** Of those left, the one that stayed longest or shortest. */
  readonly extreme?: 'longest' | 'shortest';
  /** Everything of the kind but these. */
  readonly otherThan?: readonly Selection[];
  /** What was said of it and is never seen: `man`, `cardigan`, `long`. */
  readonly unseen?: readonly string[];
  /** Names of clothes of which only the colour is seen: `jacket`, `jeans`. */
  readonly garments?: readonly string[];
  /** `the man in the black jacket`: one thing is meant, and which one cannot wholly be seen. */
  readonly definite?: boolean;
}

/** What an object does or is, over time. Instants: arrives to crosses; the rest lasts. */
export type Action =
  | { readonly type: 'arrives' | 'departs'; readonly side?: Side; readonly zone?: string }
  | { readonly type: 'taken' | 'returned' | 'stops' }
  | { readonly type: 'crosses'; readonly line: string; readonly direction?: string }
  | { readonly type: 'present' | 'away' | 'stationary' }
  | { readonly type: 'inside'; readonly zone: string }
  | { readonly type: 'moves'; readonly direction?: string; readonly speed?: string }
  | {
      readonly type: 'wears';
      readonly colours: readonly ColourCondition[];
      /** As in a selection. */
      readonly unseen?: readonly string[];
    }
  | {
      readonly type: 'near' | 'approaches' | 'carries' | 'holds' | 'rides';
      readonly object: Selection;
    };

export interface Condition {
  readonly action: Action;
  readonly lasting?: DurationLimit;
  readonly negated?: boolean;
}

export interface Relation {
  readonly type: 'before' | 'after' | 'during';
  readonly to: Happening;
}

/** Something that is true at some times and not at others. */
export type Happening =
  | {
      readonly type: 'object';
      readonly subject: Selection;
      readonly action: Action;
      /** Only occurrences that last so long. */
      readonly lasting?: DurationLimit;
      /** Only the n-th time each object does it; -1 is the last time. */
      readonly nth?: number;
      readonly relations?: readonly Relation[];
    }
  | {
      /** So many of them are there (or away) at once; zero of everything is an empty scene. */
      readonly type: 'situation';
      readonly subject: Selection;
      readonly state: 'present' | 'away';
      /** Only while they are in the zone. */
      readonly zone?: string;
      readonly count: CountLimit;
      readonly lasting?: DurationLimit;
      readonly relations?: readonly Relation[];
    }
  | {
      /** All of it at the same time. */
      readonly type: 'together';
      readonly parts: readonly Happening[];
      /** What they did to each other is never seen: `meet`, `hug`. */
      readonly unseen?: readonly string[];
      readonly lasting?: DurationLimit;
      readonly relations?: readonly Relation[];
    };

export type WhichBy = 'first' | 'last' | 'longest' | 'shortest' | 'all';
export type WhichAsk = 'label' | 'colour' | 'kind' | 'side' | 'stream';

export type Query =
  | { readonly type: 'exists'; readonly happening: Happening; readonly negated?: boolean }
  | {
      /** Distinct objects, or how many times; with a limit it is a yes/no question. */
      readonly type: 'count';
      readonly happening: Happening;
      readonly of: 'objects' | 'occurrences';
      readonly limit?: CountLimit;
    }
  | {
      /** How many at once: at an instant, or the fewest or most over the range. */
      readonly type: 'count-at-once';
      readonly subject: Selection;
      readonly state: 'present' | 'away';
      readonly zone?: string;
      readonly statistic: 'at-instant' | 'minimum' | 'maximum';
    }
  | {
      readonly type: 'when';
      readonly happening: Happening;
      readonly which: 'first' | 'last' | 'all';
      readonly edge: 'start' | 'end';
    }
  | {
      readonly type: 'how-long';
      readonly happening: Happening;
      readonly statistic: 'total' | 'longest' | 'shortest' | 'average';
    }
  | {
      readonly type: 'which';
      readonly happening: Happening;
      readonly by: WhichBy;
      readonly ask: WhichAsk;
      /** For `ask: 'colour'`. */
      readonly part?: 'top' | 'bottom' | 'whole';
    }
  | {
      readonly type: 'order';
      readonly first: Happening;
      readonly second: Happening;
      readonly relation: 'before' | 'after' | 'same-time' | 'longer' | 'shorter';
    }
  | {
      readonly type: 'which-of';
      readonly candidates: readonly Happening[];
      readonly by: 'first' | 'last' | 'longest' | 'shortest';
    }
  | {
      /** Do two descriptions mean one object? */
      readonly type: 'same';
      readonly subject: Selection;
      readonly other: Selection;
    }
  | {
      /** What happened: comings and goings of everything, in order. */
      readonly type: 'story';
      readonly subject: Selection;
    }
  | {
      /** Cannot be expressed, or asks for what is never seen. */
      readonly type: 'open';
      readonly reason: 'not-understood' | 'not-seen-clearly';
      readonly message: string;
      /** Questions like it that can be answered. */
      readonly nearest: readonly string[];
    };

export type ClosedQuery = Exclude<Query, { type: 'open' }>;

export interface PlanScope {
  /** Undefined: all streams. */
  readonly streamIds?: readonly string[];
  readonly range: { readonly start: number; readonly end: number };
  /** The range in which ordinals and places are counted; holds `range` or equals it. */
  readonly base: { readonly start: number; readonly end: number };
  /** The question names one instant; `range` is a moment around it. */
  readonly isInstant: boolean;
  /** The question itself names a time; a standing question must not. */
  readonly isExplicit: boolean;
  /** How the time was understood, for people. */
  readonly understood: string;
  readonly timeZone: string;
}

export interface Plan {
  readonly scope: PlanScope;
  readonly query: Query;
  /** The plan as a sentence. */
  readonly understoodAs: string;
}

const comparisonSchema = z.enum(['>', '>=', '<', '<=', '=']);
const countLimitSchema = z.object({ comparison: comparisonSchema, value: z.int() });
const durationLimitSchema = z.object({ comparison: comparisonSchema, ms: z.number() });
const sideSchema = z.enum(['left', 'right', 'top', 'bottom']);
const placeSchema = z.enum(['left', 'right', 'top', 'bottom', 'middle']);
const partSchema = z.enum(['top', 'bottom', 'whole']);
const stateSchema = z.enum(['present', 'away']);
const extremeSchema = z.enum(['longest', 'shortest']);

const colourConditionSchema = z.object({
  part: partSchema,
  value: z.string(),
  isLong: z.boolean().optional(),
  negated: z.boolean().optional(),
});

export const selectionSchema: z.ZodType<Selection> = z.lazy(() =>
  z.object({
    kind: z.string(),
    colours: z.array(colourConditionSchema).optional(),
    where: z.array(conditionSchema).optional(),
    place: placeSchema.optional(),
    half: sideSchema.optional(),
    ordinal: z.int().optional(),
    ordinalBy: actionSchema.optional(),
    extreme: extremeSchema.optional(),
    otherThan: z.array(selectionSchema).optional(),
    unseen: z.array(z.string()).optional(),
    garments: z.array(z.string()).optional(),
    definite: z.boolean().optional(),
  }),
);

const actionSchema: z.ZodType<Action> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.enum(['arrives', 'departs']),
      side: sideSchema.optional(),
      zone: z.string().optional(),
    }),
    z.object({ type: z.enum(['taken', 'returned', 'stops']) }),
    z.object({
      type: z.literal('crosses'),
      line: z.string(),
      direction: z.string().optional(),
    }),
    z.object({ type: z.enum(['present', 'away', 'stationary']) }),
    z.object({ type: z.literal('inside'), zone: z.string() }),
    z.object({
      type: z.literal('moves'),
      direction: z.string().optional(),
      speed: z.string().optional(),
    }),
    z.object({
      type: z.literal('wears'),
      colours: z.array(colourConditionSchema),
      unseen: z.array(z.string()).optional(),
    }),
    z.object({
      type: z.enum(['near', 'approaches', 'carries', 'holds', 'rides']),
      object: selectionSchema,
    }),
  ]),
);

const conditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.object({
    action: actionSchema,
    lasting: durationLimitSchema.optional(),
    negated: z.boolean().optional(),
  }),
);

const relationSchema: z.ZodType<Relation> = z.lazy(() =>
  z.object({ type: z.enum(['before', 'after', 'during']), to: happeningSchema }),
);

const happeningTail = {
  lasting: durationLimitSchema.optional(),
  relations: z.array(relationSchema).optional(),
};

export const happeningSchema: z.ZodType<Happening> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('object'),
      subject: selectionSchema,
      action: actionSchema,
      nth: z.int().optional(),
      ...happeningTail,
    }),
    z.object({
      type: z.literal('situation'),
      subject: selectionSchema,
      state: stateSchema,
      zone: z.string().optional(),
      count: countLimitSchema,
      ...happeningTail,
    }),
    z.object({
      type: z.literal('together'),
      parts: z.array(happeningSchema).min(1),
      unseen: z.array(z.string()).optional(),
      ...happeningTail,
    }),
  ]),
);

const querySchema: z.ZodType<Query> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('exists'),
    happening: happeningSchema,
    negated: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('count'),
    happening: happeningSchema,
    of: z.enum(['objects', 'occurrences']),
    limit: countLimitSchema.optional(),
  }),
  z.object({
    type: z.literal('count-at-once'),
    subject: selectionSchema,
    state: stateSchema,
    zone: z.string().optional(),
    statistic: z.enum(['at-instant', 'minimum', 'maximum']),
  }),
  z.object({
    type: z.literal('when'),
    happening: happeningSchema,
    which: z.enum(['first', 'last', 'all']),
    edge: z.enum(['start', 'end']),
  }),
  z.object({
    type: z.literal('how-long'),
    happening: happeningSchema,
    statistic: z.enum(['total', 'longest', 'shortest', 'average']),
  }),
  z.object({
    type: z.literal('which'),
    happening: happeningSchema,
    by: z.enum(['first', 'last', 'longest', 'shortest', 'all']),
    ask: z.enum(['label', 'colour', 'kind', 'side', 'stream']),
    part: partSchema.optional(),
  }),
  z.object({
    type: z.literal('order'),
    first: happeningSchema,
    second: happeningSchema,
    relation: z.enum(['before', 'after', 'same-time', 'longer', 'shorter']),
  }),
  z.object({
    type: z.literal('which-of'),
    candidates: z.array(happeningSchema).min(2),
    by: z.enum(['first', 'last', 'longest', 'shortest']),
  }),
  z.object({
    type: z.literal('same'),
    subject: selectionSchema,
    other: selectionSchema,
  }),
  z.object({ type: z.literal('story'), subject: selectionSchema }),
  z.object({
    type: z.literal('open'),
    reason: z.enum(['not-understood', 'not-seen-clearly']),
    message: z.string(),
    nearest: z.array(z.string()),
  }),
]);

export const planSchema: z.ZodType<Plan> = z
  .object({
    scope: z.object({
      streamIds: z.array(z.string()).optional(),
      range: timeRangeSchema,
      base: timeRangeSchema,
      isInstant: z.boolean(),
      isExplicit: z.boolean(),
      understood: z.string(),
      timeZone: z.string(),
    }),
    query: querySchema,
    understoodAs: z.string(),
  })
  .describe('How a question was understood');
