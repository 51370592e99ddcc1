/** Speed at either end of a path, and the picture edges an observation came in or went out over. */
import { centreOf, type Point } from '../../kernel/geometry.ts';
import type { Side } from '../domain/aggregation-memory.ts';
import type { Observation, PathPoint } from '../domain/observation.ts';
import type { Predicate } from '../domain/state.ts';

/** A velocity tells where a thing will be for about this long. */
export const predictableMs = 2_000;

/** Velocity is measured over this much of the path. */
const measureMs = 1_500;

/** An entering or leaving counts when it lies this close to the end of the observation. */
const edgeMs = 1_500;

/** Picture sizes per second below which a thing counts as at rest. */
const restSpeed = 0.02;

/** Picture sizes per second over the last 1.5 s of the path. */
export function endVelocity(path: readonly PathPoint[]): Point {
  const last = path.at(-1);
  if (!last) return { x: 0, y: 0 };
  const earlier = path.slice(0, -1);
  const from = earlier.find((point) => point.at >= last.at - measureMs) ?? earlier.at(-1);
  return from ? velocityBetween(from, last) : { x: 0, y: 0 };
}

/** Picture sizes per second over the first 1.5 s of the path. */
export function startVelocity(path: readonly PathPoint[]): Point {
  const [first, ...later] = path;
  if (!first) return { x: 0, y: 0 };
  const to = later.findLast((point) => point.at <= first.at + measureMs) ?? later[0];
  return to ? velocityBetween(first, to) : { x: 0, y: 0 };
}

export const speedOf = (velocity: Point): number => Math.hypot(velocity.x, velocity.y);

export const isAtRest = (velocity: Point): boolean => speedOf(velocity) < restSpeed;

/** The edge it went out over as it was last seen. */
export const exitOf = (observation: Observation): Side | undefined =>
  sideOf(observation, 'leaves', (range) => range.end >= observation.range.end - edgeMs);

/** The edge it came in over as it was first seen. */
export const entryOf = (observation: Observation): Side | undefined =>
  sideOf(observation, 'enters', (range) => range.start <= observation.range.start + edgeMs);

function sideOf(
  observation: Observation,
  predicate: Predicate,
  inTime: (range: { start: number; end: number }) => boolean,
): Side | undefined {
  const state = observation.states.find(
    (candidate) =>
      candidate.predicate === predicate &&
      candidate.args[0] === observation.id &&
      candidate.args[1]?.startsWith('side:') &&
      inTime(candidate.range),
  );
  return state?.args[1]?.slice('side:'.length) as Side | undefined;
}

function velocityBetween(from: PathPoint, to: PathPoint): Point {
  const seconds = (to.at - from.at) / 1_000;
  if (seconds <= 0) return { x: 0, y: 0 };
  const a = centreOf(from.box);
  const b = centreOf(to.box);
  return { x: (b.x - a.x) / seconds, y: (b.y - a.y) / seconds };
}
