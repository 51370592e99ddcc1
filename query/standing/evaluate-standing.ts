/** When a plan holds, for standing questions: the same states and the same rules as an answer. */
import { clipRanges, mergeRanges, subtractRanges, type TimeRange } from '../../kernel/time.ts';
import type { Action, CountLimit, Happening, Plan, Query, Selection } from '../domain/plan.ts';
import { happen } from '../evaluate/happenings.ts';
import type { Occurrence } from '../evaluate/occurrence.ts';
import { loadScene, type Scene, watchedOf } from '../evaluate/scene.ts';
import { compare } from '../evaluate/select.ts';
import { unseenWordsOf, whyUnseen } from '../language/unseen-said.ts';
import type { CoverageReader, TrajectoryReader } from '../ports.ts';

export interface TruthReaders {
  readonly trajectories: TrajectoryReader;
  readonly coverage: CoverageReader;
  /** For many questions on the same rows: give an empty map that lives as long as the rows hold. */
  readonly scenes?: Map<string, Promise<Scene>>;
}

export interface Truth {
  /** When it holds, merged and in order, inside the asked range. */
  readonly yes: readonly { readonly range: TimeRange; readonly trajectoryIds: readonly string[] }[];
  /** When it cannot be known; elsewhere it does not hold. */
  readonly unknown: readonly TimeRange[];
}

/**
 * When the plan holds inside `range` on one stream. The plan's own time scope is not looked at.
 * `threshold` (a count, or seconds) makes counts and durations answerable by yes or no. What only
 * shows later (that someone left) is told of when `range` is asked for again.
 */
export async function truthOver(
  plan: Plan,
  streamId: string,
  range: TimeRange,
  readers: TruthReaders,
  threshold?: CountLimit,
): Promise<Truth> {
  const { streamIds } = plan.scope;
  if (streamIds && !streamIds.includes(streamId)) return { yes: [], unknown: [] };
  const scene = await sceneOf(plan.query, streamId, range, readers);
  const watch = watchOf(plan.query, threshold);
  if ('reason' in watch) return { yes: [], unknown: [range] };
  return truthIn(watch, streamId, scene);
}

function sceneOf(
  query: Query,
  streamId: string,
  range: TimeRange,
  { scenes, ...readers }: TruthReaders,
): Promise<Scene> {
  const request = { streamIds: [streamId], range, base: range };
  if (!scenes) return loadScene({ ...request, query }, readers);
  const key = `${streamId}/${range.start}/${range.end}`;
  const scene = scenes.get(key) ?? loadScene(request, readers);
  scenes.set(key, scene);
  return scene;
}

// What is watched for.

interface Watch {
  readonly happening: Happening;
  readonly negated: boolean;
  /** So many objects do it at once. */
  readonly count?: CountLimit;
}

export type Standable = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Whether the plan can be watched for; with the reason for people when it cannot. */
export function isStandable(plan: Plan, threshold?: CountLimit): Standable {
  const watch = watchOf(plan.query, threshold);
  if ('reason' in watch) return { ok: false, reason: watch.reason };
  // An alert must not rest on what nobody saw.
  const reason = whyUnseen(unseenWordsOf(plan.query)) || whyNot(watch.happening);
  return reason ? { ok: false, reason } : { ok: true };
}

/** What watching costs, for people. */
export const describeCost = (_plan: Plan): string => 'from stored states: 0 model calls';

type Refused = { readonly reason: string };

function watchOf(query: Query, threshold: CountLimit | undefined): Watch | Refused {
  switch (query.type) {
    case 'exists':
      return { happening: query.happening, negated: query.negated ?? false };
    case 'when':
      return { happening: query.happening, negated: false };
    case 'count':
      return watchedCount(query.happening, query.limit ?? threshold);
    case 'count-at-once': {
      const { subject, state } = query;
      return threshold
        ? { happening: { type: 'situation', subject, state, count: threshold }, negated: false }
        : noThreshold;
    }
    case 'how-long':
      return watchedDuration(query.happening, threshold);
    case 'open':
      return { reason: query.message };
    default:
      return { reason: 'only yes/no questions, counts and durations can be watched for' };
  }
}

const noThreshold: Refused = { reason: 'a number needs a threshold to be watched for' };

const momentary = new Set<Action['type']>([
  'arrives',
  'departs',
  'taken',
  'returned',
  'stops',
  'crosses',
]);

function watchedCount(happening: Happening, limit: CountLimit | undefined): Watch | Refused {
  if (!limit) return noThreshold;
  const isMomentary = happening.type === 'object' && momentary.has(happening.action.type);
  return isMomentary || happening.type !== 'object'
    ? { reason: 'how often something happens has no end when it is watched for; ask who is there' }
    : { happening, negated: false, count: limit };
}

function watchedDuration(happening: Happening, limit: CountLimit | undefined): Watch | Refused {
  if (!limit) return noThreshold;
  const lasting = { comparison: limit.comparison, ms: limit.value * 1000 };
  return { happening: { ...happening, lasting }, negated: false };
}

/** A stream has no beginning to count from, and no first of anything. */
function whyNot(happening: Happening): string | undefined {
  if (happening.type === 'together') return firstReason(happening.parts.map(whyNot));
  const { subject } = happening;
  if (happening.type === 'object' && happening.nth !== undefined) return noBeginning;
  if (picksByTime(subject)) return noBeginning;
  return firstReason(
    (happening.relations ?? []).map(({ type, to }) =>
      type === 'during'
        ? whyNot(to)
        : 'before and after cannot be watched for, only at the same time',
    ),
  );
}

const noBeginning = 'a stream has no beginning from which the first or the n-th could be counted';

const picksByTime = (selection: Selection): boolean =>
  selection.ordinal !== undefined ||
  selection.extreme !== undefined ||
  (selection.otherThan ?? []).some(picksByTime);

const firstReason = (reasons: readonly (string | undefined)[]): string | undefined =>
  reasons.find((reason) => reason !== undefined);

// When it holds.

function truthIn(watch: Watch, streamId: string, scene: Scene): Truth {
  const blind = subtractRanges(scene.range, watchedOf(scene, streamId));
  const { occurrences } = happen(watch.happening, scene, { wholeStays: true });
  const held = watch.count ? countedAtOnce(occurrences, watch.count, scene, streamId) : occurrences;
  const counting = watch.count ? undefined : watch.happening;
  const sure = held.filter(({ isCertain }) => isCertain);
  const unsure = held.filter(({ isCertain }) => !isCertain).map(({ range }) => range);
  const yes = watch.negated
    ? absent(held, blind, scene.range)
    : joined(sure.flatMap((one) => holding(one, counting, scene.range)));
  const unknown = clipRanges([...blind, ...unsure], scene.range);
  return {
    yes,
    unknown: watch.negated ? unknown : withoutYes(unknown, yes),
  };
}

type Held = Truth['yes'][number];

/** A stay `for more than 30 s` holds from its 30th second on. */
function holding(
  occurrence: Occurrence,
  happening: Happening | undefined,
  range: TimeRange,
): Held[] {
  const lasting = happening?.lasting;
  const isUpward = lasting && ['>', '>=', '='].includes(lasting.comparison);
  const start = occurrence.range.start + (isUpward ? lasting.ms : 0);
  const [part] = clipRanges([{ start, end: Math.max(occurrence.range.end, start + 1) }], range);
  if (!part) return [];
  const trajectoryIds = occurrence.entities.flatMap((entity) => entity.trajectoryIds);
  return [{ range: part, trajectoryIds }];
}

function absent(
  held: readonly Occurrence[],
  blind: readonly TimeRange[],
  range: TimeRange,
): Held[] {
  const busy = [...held.map((one) => one.range), ...blind];
  return subtractRanges(range, busy).map((free) => ({ range: free, trajectoryIds: [] }));
}

function joined(parts: readonly Held[]): Held[] {
  const result: Held[] = [];
  for (const part of [...parts].sort((a, b) => a.range.start - b.range.start)) {
    const last = result.at(-1);
    if (last && part.range.start <= last.range.end) {
      const end = Math.max(last.range.end, part.range.end);
      const trajectoryIds = [...new Set([...last.trajectoryIds, ...part.trajectoryIds])];
      result[result.length - 1] = { range: { start: last.range.start, end }, trajectoryIds };
    } else result.push(part);
  }
  return result;
}

const withoutYes = (unknown: readonly TimeRange[], yes: readonly Held[]): TimeRange[] =>
  unknown.flatMap((range) =>
    subtractRanges(
      range,
      yes.map((held) => held.range),
    ),
  );

/** Stretches of the range in which so many different objects do it at once. */
function countedAtOnce(
  occurrences: readonly Occurrence[],
  limit: CountLimit,
  scene: Scene,
  streamId: string,
): Occurrence[] {
  const watched = clipRanges(watchedOf(scene, streamId), scene.range);
  const borders = [...watched, ...occurrences.map(({ range }) => range)].flatMap((r) => [
    r.start,
    r.end,
  ]);
  const cuts = [...new Set(borders)].sort((a, b) => a - b);
  return mergeRanges(watched).flatMap((piece) => {
    const inside = cuts.filter((cut) => cut >= piece.start && cut <= piece.end);
    return inside.slice(1).flatMap((end, index) => {
      const range = { start: inside[index]!, end };
      return stepOccurrence(occurrences, range, limit, streamId);
    });
  });
}

function stepOccurrence(
  occurrences: readonly Occurrence[],
  range: TimeRange,
  limit: CountLimit,
  streamId: string,
): Occurrence[] {
  const there = occurrences.filter(
    (one) => one.range.start < range.end && one.range.end > range.start,
  );
  const sure = new Set(there.filter((one) => one.isCertain).flatMap((one) => one.entities));
  const all = new Set(there.flatMap((one) => one.entities));
  const least = compare(sure.size, limit.comparison, limit.value);
  const most = compare(all.size, limit.comparison, limit.value);
  if (!least && !most) return [];
  const isCertain = least && most;
  const entities = [...(isCertain ? sure : all)];
  const base = { streamId, range, isInstant: false, isOpen: false, entities, isCertain };
  return [{ ...base, confidence: Math.min(1, ...there.map(({ confidence }) => confidence)) }];
}
