/**
 * English question -> plan, by rules. Pure: everything it knows of the world is in the context. It
 * never guesses: a word that matters and is not known makes the plan `open`, with the reason.
 */
import { IANAZone } from 'luxon';
import type { TimeRange } from '../kernel/time.ts';
import type { Action, Happening, Plan, PlanScope, Query } from './domain/plan.ts';
import type { Question } from './domain/question.ts';
import type { Clause } from './language/clause.ts';
import type { AskedAt } from './language/clock-words.ts';
import { withoutCourtesy } from './language/courtesy.ts';
import { describeQuery } from './language/describe-plan.ts';
import { parseForms } from './language/question-forms.ts';
import { tagWords } from './language/tag-words.ts';
import type { Tagged } from './language/tags.ts';
import { readTimeScope, type TimeScope } from './language/time-scope.ts';
import { normaliseText } from './language/tokens.ts';
import { firstUnseen, unansweredWord, unseenOutright } from './language/unseen-said.ts';

export interface PlanContext {
  readonly now: number;
  /** First to last processed instant; undefined when nothing was processed. */
  readonly extent: TimeRange | undefined;
  readonly streams: readonly { readonly id: string; readonly name: string }[];
  readonly zones: readonly string[];
  readonly lines: readonly string[];
}

/** A recording that ended longer ago than this is looked back on, not watched. */
const liveWithinMs = 5 * 60_000;

export function planQuestion(question: Question, here: PlanContext): Plan {
  const context = seenFrom(question, here);
  const asked = askedAt(question, context);
  const scope = readTimeScope(withoutCourtesy(normaliseText(question.text)), asked);
  const tags = tagWords(scope.rest, context);
  const obstacle = firstObstacle(tags);
  const form = obstacle ? undefined : parseForms(tags, scope.isInstant);
  const unseen = form ? unansweredWord(tags, form.query) : firstUnseen(tags);
  if (!form || unseen) {
    const why = obstacle ?? (unseen ? notSeen(unseen) : notUnderstood);
    return openPlan(why, planScope(question, scope, asked));
  }
  const settled = settleTime(scope, form.query, form.clause, asked);
  const query = form.query;
  return {
    scope: planScope(question, settled, asked, form.clause, query),
    query: settled.isInstant ? atInstant(query) : query,
    understoodAs: `${describeQuery(query)}. Time: ${settled.understood}.`,
  };
}

function seenFrom({ standpoint }: Question, here: PlanContext): PlanContext {
  if (!standpoint) return here;
  const { now, recorded, streams } = standpoint;
  return { ...here, now, extent: recorded ?? undefined, streams };
}

function askedAt(question: Question, context: PlanContext): AskedAt {
  const extent = context.extent ?? { start: context.now, end: context.now + 1 };
  const isLive = context.now - extent.end < liveWithinMs;
  const start = question.from ?? extent.start;
  const end = question.to ?? Math.max(extent.end, start + 1);
  return {
    anchor: isLive ? Math.max(context.now, extent.end) : extent.end,
    isLive,
    whole: { start, end: Math.max(end, start + 1) },
    timeZone: zoneOf(question),
  };
}

/** A zone that does not exist is read as UTC; the plan says which zone was taken. */
const zoneOf = ({ timeZone }: Question): string =>
  timeZone !== undefined && IANAZone.isValidZone(timeZone) ? timeZone : 'UTC';

function planScope(
  question: Question,
  scope: TimeScope,
  asked: AskedAt,
  clause?: Clause,
  query?: Query,
): PlanScope {
  const named = clause?.streamIds.length ? clause.streamIds : undefined;
  const streamIds = named ?? question.streamIds;
  const isWithin = !scope.isClock || (query !== undefined && picksInside(query));
  return {
    ...(streamIds && { streamIds: [...streamIds] }),
    range: scope.range,
    base: isWithin && !scope.isInstant ? scope.range : spanOf(asked.whole, scope.range),
    isInstant: scope.isInstant,
    isExplicit: scope.isExplicit,
    understood: scope.understood,
    timeZone: asked.timeZone,
  };
}

const spanOf = (a: TimeRange, b: TimeRange): TimeRange => ({
  start: Math.min(a.start, b.start),
  end: Math.max(a.end, b.end),
});

/** `When did the first person come after 12:01` counts from 12:01; `Did the third` does not. */
const picksInside = (query: Query): boolean => query.type === 'when' || query.type === 'which';

// Time that follows from the words of the clause.

/** `Is the van still there?` of a live camera means now. */
function settleTime(scope: TimeScope, query: Query, clause: Clause, asked: AskedAt): TimeScope {
  if (scope.isInstant) return widenForEvents(scope, query);
  const meansNow = clause.still || (asked.isLive && isAboutNow(query, clause));
  if (scope.isExplicit || !meansNow || clause.ever || clause.whole) return scope;
  const end = asked.whole.end;
  return readNowScope(scope, Math.max(asked.whole.start, end - 1000), asked);
}

const readNowScope = (scope: TimeScope, at: number, asked: AskedAt): TimeScope => ({
  ...readTimeScope('now', asked),
  range: { start: at, end: at + 1000 },
  isExplicit: false,
  rest: scope.rest,
});

const lasting = new Set<Action['type']>([
  'present',
  'away',
  'stationary',
  'inside',
  'near',
  'carries',
  'holds',
  'wears',
]);

function isAboutNow(query: Query, clause: Clause): boolean {
  const isPresent = clause.tense === 'present' && clause.isCopula && !clause.together;
  const asksState = query.type === 'exists' || query.type === 'count' || query.type === 'which';
  if (!isPresent || !asksState || clause.relations.length > 0 || clause.lasting) return false;
  const { happening } = query;
  return happening.type === 'situation' || (happening.type === 'object' && isState(happening));
}

const isState = (happening: Extract<Happening, { type: 'object' }>): boolean =>
  lasting.has(happening.action.type) && happening.subject.ordinal === undefined;

const eventSlackMs = 2000;

/** Nothing comes or goes within one exact moment: `at 12:10` means that minute for an event. */
function widenForEvents(scope: TimeScope, query: Query): TimeScope {
  const happening = 'happening' in query ? query.happening : undefined;
  if (happening?.type !== 'object' || lasting.has(happening.action.type)) return scope;
  const { start } = scope.range;
  const range =
    scope.resolution >= 60_000
      ? { start, end: start + 60_000 }
      : { start: start - eventSlackMs, end: start + 1000 + eventSlackMs };
  return { ...scope, range, isInstant: false };
}

/** A count of what is there at an instant is a count at once. */
function atInstant(query: Query): Query {
  if (query.type !== 'count' || query.of !== 'objects' || query.limit) return query;
  const { happening } = query;
  if (happening.type !== 'object' || happening.lasting || happening.relations) return query;
  const { type } = happening.action;
  if (type !== 'present' && type !== 'away') return query;
  return {
    type: 'count-at-once',
    subject: happening.subject,
    state: type,
    statistic: 'at-instant',
  };
}

// What cannot be understood.

interface Obstacle {
  readonly reason: 'not-understood' | 'not-seen-clearly';
  readonly message: string;
}

const notUnderstood: Obstacle = {
  reason: 'not-understood',
  message: 'this form of question is not known',
};

const notSeen = ({ text, why }: { readonly text: string; readonly why: string }): Obstacle => ({
  reason: 'not-seen-clearly',
  message: `'${text}': ${why}`,
});

function firstObstacle(tags: readonly Tagged[]): Obstacle | undefined {
  if (tags.length === 0) return notUnderstood;
  const unseen = unseenOutright(tags);
  if (unseen) return notSeen(unseen);
  const index = tags.findIndex((tag) => tag.cat === 'unknown');
  return index < 0 ? undefined : unknownWord(tags, index);
}

const placeLead = /(?:^| )(?:at|in|into|to|through|on|over|from|inside)$/;

function unknownWord(tags: readonly Tagged[], index: number): Obstacle {
  const before = tags.slice(Math.max(0, index - 3), index);
  const isPlace = before.some((tag) => placeLead.test(tag.text));
  const rest = tags.slice(index);
  const end = rest.findIndex((tag) => tag.cat !== 'unknown');
  const word = rest
    .slice(0, end < 0 ? undefined : end)
    .map(({ text }) => text)
    .join(' ');
  const hint = isPlace ? ', and there is no zone, line or camera of that name' : '';
  return { reason: 'not-understood', message: `the word '${word}' is not known${hint}` };
}

const examples: readonly string[] = [
  'How many people came between 14:00 and 15:00?',
  'When did the last person leave?',
  'Was anyone there at 12:30?',
  'Did anyone stay longer than 30 seconds?',
  'What colour was the second person wearing?',
  'How often was the left bottle taken away?',
  'Did the second person leave before the third one came?',
];

function openPlan(obstacle: Obstacle, scope: PlanScope): Plan {
  const query: Query = { type: 'open', ...obstacle, nearest: examples };
  return { scope, query, understoodAs: describeQuery(query) };
}
