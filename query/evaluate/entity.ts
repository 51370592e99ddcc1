/**
 * What questions count: one thing in the world. Trajectories joined by identity links are one
 * entity. Things that rest (bottles, cups) are told apart by their place, because whether a bottle
 * put back is the same bottle cannot be seen.
 */
import { type Box, boxOverlap, centreOf, distanceBetween } from '../../kernel/geometry.ts';
import { mergeRanges, type TimeRange, totalDuration } from '../../kernel/time.ts';
import { hypernyms, type Kind, unnamedKind } from '../../processors/domain/kind.ts';
import type { Attribute, KindVote } from '../../processors/domain/observation.ts';
import type { Predicate } from '../../processors/domain/state.ts';
import type { IdentityLink, TrajectoryState } from '../../processors/domain/trajectory.ts';
import type { TrajectoryHistory } from '../ports.ts';

export interface Entity {
  /** Id of its first trajectory. */
  readonly id: string;
  readonly streamId: string;
  readonly trajectoryIds: readonly string[];
  readonly kind: Kind;
  /** 0..1: that the kind is right; low when it was assumed. */
  readonly kindConfidence: number;
  readonly kindAssumed: boolean;
  readonly kindVotes: readonly KindVote[];
  readonly attributes: readonly Attribute[];
  /** 0..1: that there is such a thing. */
  readonly confidence: number;
  readonly box: Box;
  /** Holes of at most a second are bridged. */
  readonly presences: readonly TimeRange[];
  /** In order of their start; ask `statesOf` for those of one predicate. */
  readonly states: readonly TrajectoryState[];
  /** Stays where it is put, so that its place is its identity. */
  readonly isResting: boolean;
}

const moverKinds = new Set<Kind>([
  'person',
  unnamedKind,
  'sports ball',
  'frisbee',
  'skateboard',
  'airplane',
  'boat',
  ...hypernyms.vehicle!,
  ...hypernyms.animal!,
  ...hypernyms.bag!,
  'umbrella',
]);

/** A hole shorter than this inside a presence is a flicker of the detector. */
const flickerMs = 1000;

/** Entities in order of their first presence. */
export function entitiesOf(
  trajectories: readonly TrajectoryHistory[],
  links: readonly IdentityLink[],
): Entity[] {
  const movers = trajectories.filter((t) => moverKinds.has(t.kind));
  const resting = trajectories.filter((t) => !moverKinds.has(t.kind));
  const groups = [...linkedGroups(movers, links), ...placeGroups(resting)];
  return groups.map(entityOf).sort((a, b) => startOf(a) - startOf(b) || a.id.localeCompare(b.id));
}

const startOf = (entity: Entity): number => entity.presences[0]?.start ?? 0;

function linkedGroups(
  trajectories: readonly TrajectoryHistory[],
  links: readonly IdentityLink[],
): TrajectoryHistory[][] {
  if (links.length === 0) return trajectories.map((trajectory) => [trajectory]);
  const root = new Map(trajectories.map(({ id }) => [id, id]));
  const rootOf = (id: string): string => {
    const parent = root.get(id)!;
    return parent === id ? id : rootOf(parent);
  };
  for (const { from, to } of links) {
    if (root.has(from) && root.has(to)) root.set(rootOf(to), rootOf(from));
  }
  return [...Map.groupBy(trajectories, ({ id }) => rootOf(id)).values()];
}

/** Trajectories of one kind on one stream at one place are one thing, unless there at once. */
function placeGroups(trajectories: readonly TrajectoryHistory[]): TrajectoryHistory[][] {
  const groups: TrajectoryHistory[][] = [];
  const byLength = [...trajectories].sort(
    (a, b) => presenceMs(b) - presenceMs(a) || a.id.localeCompare(b.id),
  );
  for (const trajectory of byLength) {
    const group = groups.find((candidate) => isAtPlaceOf(trajectory, candidate));
    if (group) group.push(trajectory);
    else groups.push([trajectory]);
  }
  return groups;
}

const presenceMs = (trajectory: TrajectoryHistory): number =>
  totalDuration(presencesOf([trajectory]));

function isAtPlaceOf(trajectory: TrajectoryHistory, group: readonly TrajectoryHistory[]): boolean {
  const first = group[0]!;
  if (first.streamId !== trajectory.streamId || first.kind !== trajectory.kind) return false;
  if (!isSamePlace(first.typicalBox, trajectory.typicalBox)) return false;
  return group.every((other) => overlapMs(other, trajectory) < flickerMs);
}

function isSamePlace(a: Box, b: Box): boolean {
  const reach = 0.5 * Math.min(Math.max(a.width, a.height), Math.max(b.width, b.height));
  return boxOverlap(a, b) >= 0.3 || distanceBetween(centreOf(a), centreOf(b)) <= reach;
}

const overlapMs = (a: TrajectoryHistory, b: TrajectoryHistory): number => {
  const [mine, theirs] = [presencesOf([a]), presencesOf([b])];
  return totalDuration(mine) + totalDuration(theirs) - totalDuration([...mine, ...theirs]);
};

/** Histories are immutable, and a reader that keeps them in memory hands out the same ones again. */
const knownEntities = new WeakMap<TrajectoryHistory, Entity>();

function entityOf(group: readonly TrajectoryHistory[]): Entity {
  const only = group.length === 1 ? group[0] : undefined;
  const known = only && knownEntities.get(only);
  if (known) return known;
  const entity = makeEntity(group);
  if (only) knownEntities.set(only, entity);
  return entity;
}

function makeEntity(group: readonly TrajectoryHistory[]): Entity {
  const trajectories =
    group.length === 1 ? group : [...group].sort((a, b) => a.firstAt - b.firstAt);
  const first = trajectories[0]!;
  const main = longest(trajectories);
  return {
    id: first.id,
    streamId: first.streamId,
    trajectoryIds: trajectories.map(({ id }) => id),
    kind: main.kind,
    kindConfidence: main.kindConfidence,
    kindAssumed: trajectories.every(({ kindAssumed }) => kindAssumed),
    kindVotes:
      trajectories.length === 1
        ? first.kindVotes
        : trajectories.flatMap(({ kindVotes }) => kindVotes),
    attributes: main.attributes.length > 0 ? main.attributes : first.attributes,
    confidence: Math.max(...trajectories.map(({ confidence }) => confidence)),
    box: main.typicalBox,
    presences: presencesOf(trajectories),
    states:
      trajectories.length === 1
        ? first.states
        : trajectories
            .flatMap(({ states }) => states)
            .sort((a, b) => a.range.start - b.range.start),
    isResting: !moverKinds.has(main.kind),
  };
}

export const statesOf = (entity: Entity, predicate: Predicate): TrajectoryState[] =>
  entity.states.filter((state) => state.predicate === predicate);

const longest = (trajectories: readonly TrajectoryHistory[]): TrajectoryHistory =>
  trajectories.length === 1
    ? trajectories[0]!
    : trajectories.reduce((a, b) => (presenceMs(b) > presenceMs(a) ? b : a));

function presencesOf(trajectories: readonly TrajectoryHistory[]): readonly TimeRange[] {
  const ranges = trajectories.flatMap(presenceRanges);
  return ranges.length === 1 ? ranges : mergeRanges(ranges, flickerMs);
}

function presenceRanges({ states, firstAt, lastAt }: TrajectoryHistory): TimeRange[] {
  const ranges: TimeRange[] = [];
  for (const { predicate, range } of states) {
    if (predicate === 'present') ranges.push(range);
  }
  return ranges.length > 0 ? ranges : [{ start: firstAt, end: lastAt }];
}
