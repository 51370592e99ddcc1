/**
 * The aggregator: observations -> trajectories, STRAND's symbolic linking made incremental. A pure
 * fold, one chunk at a time: similarity, vetoes, one-to-one assignment closest in time first, merge;
 * what matches nothing becomes a trajectory of its own. Work depends on the open trajectories and
 * the new observations only. No clock, no chance, no model.
 */
import type { Instant } from '../kernel/time.ts';
import { type AggregationOptions, defaultAggregationOptions } from './aggregation-options.ts';
import { compareText } from './compare-text.ts';
import {
  type AggregationInput,
  type AggregationMemory,
  type DepartedTrajectory,
  emptyAggregationMemory,
  type ObservedChunk,
  type OpenTrajectory,
} from './domain/aggregation-memory.ts';
import type { Observation } from './domain/observation.ts';
import type { IdentityLink, Trajectory, TrajectoryChanges } from './domain/trajectory.ts';
import { assignGreedily, assignOptimally, type Candidate } from './linking/assign.ts';
import { linkIdentity } from './linking/identity-links.ts';
import { vetoOf } from './linking/link-vetoes.ts';
import { mergeObservation, openTrajectory } from './linking/merge-observation.ts';
import { mergeStates } from './linking/merge-states.ts';
import { type Fate, reorder } from './linking/reorder.ts';
import { similarityOf } from './linking/similarity.ts';

export interface Aggregation {
  readonly memory: AggregationMemory;
  /** What the chunks whose turn it was changed; rows replace rows of the same id. */
  readonly changes: TrajectoryChanges;
  readonly fate: Fate;
  /** Everything before this is folded or known to be a gap; later chunks may still be waiting. */
  readonly foldedUntil: Instant | undefined;
}

export const noTrajectoryChanges: TrajectoryChanges = {
  trajectories: [],
  states: [],
  assignments: [],
  links: [],
  removedTrajectoryIds: [],
};

/**
 * Folds one chunk's observations, or a gap, into the memory of its stream; `undefined` at first.
 * Within the reorder window any arrival order and any repetition gives the same; a chunk that comes
 * later than that changes nothing and has the fate `late`: see `refold.ts`. A gap removes nothing:
 * it lets time pass, so that nobody waits for its chunks.
 */
export function aggregate(
  memory: AggregationMemory | undefined,
  input: AggregationInput,
  options: Partial<AggregationOptions> = {},
): Aggregation {
  const before = memory ?? emptyAggregationMemory;
  const all = { ...defaultAggregationOptions, ...options };
  const { memory: order, released, fate } = reorder(before.reorder, input, all);
  let current: AggregationMemory = { ...before, reorder: order };
  let changes = noTrajectoryChanges;
  for (const chunk of released) {
    const folded = foldChunk(current, chunk, all);
    current = folded.memory;
    changes = joinChanges(changes, folded.changes);
  }
  return { memory: current, changes, fate, foldedUntil: order.coveredUntil };
}

/** Both changes as one; of rows with the same id the later holds. */
export function joinChanges(a: TrajectoryChanges, b: TrajectoryChanges): TrajectoryChanges {
  return {
    trajectories: latestById([...a.trajectories, ...b.trajectories]),
    states: latestById([...a.states, ...b.states]),
    assignments: [...a.assignments, ...b.assignments],
    links: latestById([...a.links, ...b.links]),
    removedTrajectoryIds: [...a.removedTrajectoryIds, ...b.removedTrajectoryIds],
  };
}

function foldChunk(
  before: AggregationMemory,
  { chunk, observations }: ObservedChunk,
  options: AggregationOptions,
): { memory: AggregationMemory; changes: TrajectoryChanges } {
  const memory = closeEnded(before, chunk.range.start, options);
  const sorted = [...observations].sort(compareObservations);
  const joined = joinObservations(memory.open, sorted, options);
  const merged = mergeAllStates(joined, sorted, options);
  const touched = [...new Set(joined.assigned.values())].sort();
  const linked = linkAll(memory, merged.trajectories, touched, chunk.range.end, options);
  return {
    memory: { ...memory, open: linked.open, departed: linked.departed },
    changes: {
      trajectories: touched.map((id) => headOf(merged.trajectories, id)),
      states: merged.rows,
      assignments: sorted.map(({ id }) => ({
        observationId: id,
        trajectoryId: joined.assigned.get(id)!,
      })),
      links: linked.links,
      removedTrajectoryIds: [],
    },
  };
}

/**
 * Chunks are folded in order, so a trajectory whose last sight lies more than dtMax before this
 * chunk can get no further observation. It is remembered for links if there is anything to link by.
 */
function closeEnded(
  memory: AggregationMemory,
  now: Instant,
  options: AggregationOptions,
): AggregationMemory {
  const ended = memory.open.filter(({ head }) => head.lastAt + options.dtMaxMs < now);
  if (ended.length === 0) return memory;
  const recognisable = ended
    .filter(({ appearance, head }) => appearance || head.identifiers.length > 0)
    .map(departedOf)
    .sort((a, b) => a.head.lastAt - b.head.lastAt || compareText(a.head.id, b.head.id));
  return {
    ...memory,
    open: memory.open.filter((trajectory) => !ended.includes(trajectory)),
    departed: [...memory.departed, ...recognisable].slice(-options.departedLimit),
  };
}

function departedOf({ head, appearance, seenMs }: OpenTrajectory): DepartedTrajectory {
  const { id, kind, kindAssumed, kindVotes, attributes, identifiers, lastAt } = head;
  return {
    head: { id, kind, kindAssumed, kindVotes, attributes, identifiers, lastAt },
    ...(appearance && { appearance }),
    seenMs,
    linked: false,
  };
}

interface Joined {
  readonly trajectories: ReadonlyMap<string, OpenTrajectory>;
  /** Trajectory id by observation id. */
  readonly assigned: ReadonlyMap<string, string>;
}

/**
 * Joins every observation to an open trajectory, to an earlier observation of the same chunk (an
 * object that vanished and came back), or to nothing.
 */
function joinObservations(
  open: readonly OpenTrajectory[],
  observations: readonly Observation[],
  options: AggregationOptions,
): Joined {
  const ends = [...open, ...observations.map(openTrajectory)];
  const pairs = choosePairs(ends, observations, options);
  const trajectories = new Map(open.map((trajectory) => [trajectory.head.id, trajectory]));
  const assigned = new Map<string, string>();
  observations.forEach((observation, start) => {
    const end = pairs.find((pair) => pair.start === start)?.end;
    const endId = end === undefined ? undefined : ends[end]!.head.id;
    const earlier =
      endId === undefined ? undefined : trajectories.get(assigned.get(endId) ?? endId);
    // The pair was judged by its two ends; a chain must also hold as a whole.
    const fits = earlier && vetoOf(earlier, observation, options) === undefined;
    const next = fits ? mergeObservation(earlier, observation) : openTrajectory(observation);
    trajectories.set(next.head.id, next);
    assigned.set(observation.id, next.head.id);
  });
  return { trajectories, assigned };
}

function choosePairs(
  ends: readonly OpenTrajectory[],
  observations: readonly Observation[],
  options: AggregationOptions,
): Candidate[] {
  const candidates = ends.flatMap((trajectory, end) =>
    observations.flatMap((observation, start): Candidate[] => {
      if (trajectory.head.id === observation.id) return [];
      if (vetoOf(trajectory, observation, options)) return [];
      const similarity = similarityOf(trajectory, observation, options);
      if (similarity < options.tauConf) return [];
      const gapMs = observation.range.start - trajectory.head.lastAt;
      return [{ end, start, gapMs, similarity }];
    }),
  );
  const assign = options.assignment === 'greedy' ? assignGreedily : assignOptimally;
  return assign(candidates, tiersOf(options));
}

/** Without a gap; short gaps; the longest that are allowed. */
const tiersOf = ({ joinMs, dtMaxMs }: AggregationOptions): number[] => [
  joinMs,
  dtMaxMs / 3,
  dtMaxMs,
];

function mergeAllStates(
  joined: Joined,
  observations: readonly Observation[],
  options: AggregationOptions,
): { trajectories: ReadonlyMap<string, OpenTrajectory>; rows: TrajectoryChanges['states'] } {
  const trajectories = new Map(joined.trajectories);
  const rename = (argument: string) => joined.assigned.get(argument) ?? argument;
  const rows = observations.flatMap((observation) => {
    const id = joined.assigned.get(observation.id)!;
    const merged = mergeStates(trajectories.get(id)!, observation, rename, options.joinMs);
    trajectories.set(id, merged.trajectory);
    return merged.rows;
  });
  return { trajectories, rows: latestById(rows) };
}

/** Looks for identity links of the trajectories that have got something new to be known by. */
function linkAll(
  memory: AggregationMemory,
  trajectories: ReadonlyMap<string, OpenTrajectory>,
  touched: readonly string[],
  madeAt: Instant,
  options: AggregationOptions,
): Pick<AggregationMemory, 'open' | 'departed'> & { links: IdentityLink[] } {
  const known = new Map(memory.open.map((trajectory) => [trajectory.head.id, trajectory]));
  const open = new Map(trajectories);
  let departed = memory.departed;
  const links: IdentityLink[] = [];
  for (const id of touched) {
    const trajectory = trajectories.get(id)!;
    if (!mayBeRecognised(known.get(id), trajectory, options)) continue;
    const link = linkIdentity(trajectory, departed, memory.refusedLinks, madeAt, options);
    if (!link) continue;
    links.push(link);
    open.set(id, { ...trajectory, linked: true });
    departed = departed.map((other) =>
      other.head.id === link.from ? { ...other, linked: true } : other,
    );
  }
  return { open: inOrder(open), departed, links };
}

/** It is new, has got an identifier, or has just been seen for long enough. */
function mayBeRecognised(
  before: OpenTrajectory | undefined,
  now: OpenTrajectory,
  options: AggregationOptions,
): boolean {
  if (now.linked) return false;
  if (!before || before.head.identifiers.length < now.head.identifiers.length) return true;
  return before.seenMs < options.linkSeenMs && now.seenMs >= options.linkSeenMs;
}

const headOf = (trajectories: ReadonlyMap<string, OpenTrajectory>, id: string): Trajectory =>
  trajectories.get(id)!.head;

/** The canonical order of the memory, so that equal contents are equal memories. */
const inOrder = (trajectories: ReadonlyMap<string, OpenTrajectory>): OpenTrajectory[] =>
  [...trajectories.values()].sort((a, b) => compareText(a.head.id, b.head.id));

/** By start, so that each observation comes after those it may continue. */
const compareObservations = (a: Observation, b: Observation): number =>
  a.range.start - b.range.start || compareText(a.id, b.id);

function latestById<T extends { readonly id: string }>(rows: readonly T[]): T[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
