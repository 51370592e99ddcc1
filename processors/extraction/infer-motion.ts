/**
 * `moves`, `stops` and `stationary` from the free edges of the box over time, in sizes of the object
 * per second, with hysteresis: a speed between the two limits changes nothing.
 */
import type { Box } from '../../kernel/geometry.ts';
import { hypernyms } from '../domain/kind.ts';
import type { State } from '../domain/state.ts';
import { type Geometry, runsOf, type SightedObject, sizeIn, stateOf } from './sighted-object.ts';
import { edgeMotion, type Sample } from './track.ts';

type Direction = 'left' | 'right' | 'up' | 'down';

interface Velocity {
  readonly x: number;
  readonly y: number;
  /** Sizes of the object per second. */
  readonly speed: number;
}

/** Sizes per second: at or above the first it moves, below the second it rests. */
const startsMoving = 0.35;
const comesToRest = 0.2;
const windowMs = 500;
const shortestMove = 500;
const shortestRest = 1_000;

/** Speeds in sizes per second: a person's size is about 0.9 m, a car's about 2.8 m. */
const speedLimits = { person: [0.6, 2.3], vehicle: [0.8, 4] } as const;

export interface Motion {
  readonly states: readonly State[];
  /** Whether it moved when the chunk ended. */
  readonly moving: boolean;
}

export function inferMotion(object: SightedObject, geometry: Geometry): Motion {
  const { id, samples, confidence } = object;
  const whole = samples.filter((sample) => !sample.partial);
  const measured = whole.length > 1 ? whole : samples;
  const velocities = samples.map((sample) => velocityAt(measured, sample.at, geometry));
  const moving = movingFlags(samples, velocities, object, geometry);
  const states: State[] = [];
  runsOf(samples, (i) => moving[i]!, geometry.intervalMs).forEach((run, n, runs) => {
    const cameToRest = !run.label && (n > 0 ? runs[n - 1]!.label : object.moved);
    if (cameToRest) {
      states.push(stateOf('stops', [id], run.start, run.start + geometry.intervalMs, confidence));
    }
    if (!run.label) states.push(stateOf('stationary', [id], run.start, run.end, confidence));
    else states.push(...movesOf(object, velocities, run, geometry));
  });
  return { states, moving: moving.at(-1)! };
}

/** Over a window around the instant; one-sided at the ends, and beyond them that of the end. */
function velocityAt(samples: readonly Sample[], instant: number, geometry: Geometry): Velocity {
  const at = Math.min(samples.at(-1)!.at, Math.max(samples[0]!.at, instant));
  const from = samples.find((sample) => sample.at >= at - windowMs)!;
  const to = samples.findLast((sample) => sample.at <= at + windowMs)!;
  const seconds = (to.at - from.at) / 1000;
  if (seconds === 0) return { x: 0, y: 0, speed: 0 };
  const motion = motionBetween(from.box, to.box);
  const size = (sizeIn(geometry, from.box) + sizeIn(geometry, to.box)) / 2;
  const x = (motion.x * geometry.aspect) / seconds;
  const y = motion.y / seconds;
  return { x, y, speed: Math.hypot(x, y) / size };
}

const motionBetween = (from: Box, to: Box): { x: number; y: number } => ({
  x: edgeMotion(from.x, from.x + from.width, to.x, to.x + to.width),
  y: edgeMotion(from.y, from.y + from.height, to.y, to.y + to.height),
});

function movingFlags(
  samples: readonly Sample[],
  velocities: readonly Velocity[],
  object: SightedObject,
  geometry: Geometry,
): boolean[] {
  let moving =
    object.beginning === 'continued' ? object.moved : velocities[0]!.speed >= startsMoving;
  const lasts = samples.at(-1)!.at - samples[0]!.at;
  // Too short to tell: it goes on as it was.
  if (lasts < shortestMove) return samples.map(() => moving);
  const flags = velocities.map(({ speed }) => {
    if (speed >= startsMoving) moving = true;
    else if (speed < comesToRest) moving = false;
    return moving;
  });
  return withoutShortRuns(samples, flags, geometry);
}

/** A pause of half a second in a walk, or one twitch of somebody who stands, changes nothing. */
function withoutShortRuns(
  samples: readonly Sample[],
  flags: readonly boolean[],
  geometry: Geometry,
): boolean[] {
  const result = [...flags];
  const runs = runsOf(samples, (i) => flags[i]!, geometry.intervalMs);
  runs.forEach((run, n) => {
    const between = n > 0 && n < runs.length - 1;
    const shortest = run.label ? shortestMove : shortestRest;
    if (between && run.end - run.start < shortest) result.fill(!run.label, run.from, run.to + 1);
  });
  return result;
}

function movesOf(
  object: SightedObject,
  velocities: readonly Velocity[],
  run: { from: number; to: number },
  geometry: Geometry,
): State[] {
  const samples = object.samples.slice(run.from, run.to + 1);
  const after = object.samples[run.to + 1]?.at;
  const directions = samples.map((_, i) => directionOf(velocities[run.from + i]!));
  const legs = runsOf(samples, (i) => directions[i]!, geometry.intervalMs);
  return joinShortLegs(legs).map((leg) => {
    const speeds = velocities.slice(run.from + leg.from, run.from + leg.to + 1);
    const mean = speeds.reduce((sum, velocity) => sum + velocity.speed, 0) / speeds.length;
    const end = leg.to === samples.length - 1 && after !== undefined ? after : leg.end;
    const args = [object.id, `direction:${leg.label}`, `speed:${speedWord(object, mean)}`];
    return stateOf('moves', args, leg.start, end, object.confidence);
  });
}

function directionOf({ x, y }: Velocity): Direction {
  if (Math.abs(x) >= Math.abs(y)) return x < 0 ? 'left' : 'right';
  return y < 0 ? 'up' : 'down';
}

interface Leg {
  label: Direction;
  start: number;
  end: number;
  from: number;
  to: number;
}

/** A turn of less than half a second belongs to the leg before it, or to the next at the start. */
function joinShortLegs(legs: readonly Leg[]): Leg[] {
  const joined: Leg[] = [];
  for (const leg of legs) {
    const last = joined.at(-1);
    const short = leg.end - leg.start < shortestMove;
    const lastShort = last && last.end - last.start < shortestMove;
    if (last && (short || lastShort || last.label === leg.label)) {
      const label = lastShort && !short ? leg.label : last.label;
      joined[joined.length - 1] = { ...last, label, end: leg.end, to: leg.to };
    } else joined.push({ ...leg });
  }
  return joined;
}

function speedWord(object: SightedObject, speed: number): 'slow' | 'normal' | 'fast' {
  const vehicle = hypernyms.vehicle!.includes(object.kind);
  const [slow, fast] = vehicle ? speedLimits.vehicle : speedLimits.person;
  if (speed < slow) return 'slow';
  return speed > fast ? 'fast' : 'normal';
}
