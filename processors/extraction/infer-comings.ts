/**
 * How an object came and went: over an edge of the picture (`enters`, `leaves`), or away from the
 * edges (`appears`, `disappears`). What continues over the border of a chunk does neither.
 */
import { type Box, centreOf } from '../../kernel/geometry.ts';
import type { State } from '../domain/state.ts';
import { type Geometry, type SightedObject, stateOf } from './sighted-object.ts';
import { borderMargin, type Sample } from './track.ts';
import { movesItself } from './vote-kind.ts';

type Side = 'left' | 'right' | 'top' | 'bottom';

const sides: readonly Side[] = ['left', 'right', 'top', 'bottom'];
/** Picture shares: a box this near the edge and heading over it has touched it between pictures. */
const nearEdge = 0.05;
/** How much of its way tells the direction it came from or went to. */
const wayMs = 1_500;
const longestCrossing = 3_000;

export function inferComings(object: SightedObject, geometry: Geometry): State[] {
  return [comingOf(object, geometry), goingOf(object, geometry)].filter(
    (state) => state !== undefined,
  );
}

function comingOf(object: SightedObject, geometry: Geometry): State | undefined {
  if (object.beginning !== 'came') return undefined;
  const { id, samples, confidence } = object;
  const first = samples[0]!;
  const later = samples.findLast((sample) => sample.at <= first.at + wayMs)!;
  const way = wayFrom(first.box, later.box, geometry);
  const side = sideOf(first.box, way);
  if (side) {
    const free = samples.find((sample) => distanceToSide(sample.box, side) > borderMargin);
    const until = Math.min(free?.at ?? Number.POSITIVE_INFINITY, first.at + longestCrossing);
    const end = Math.max(until, first.at + geometry.intervalMs);
    return stateOf(
      'enters',
      [id, `side:${side}`],
      first.at,
      Math.min(end, endOf(object)),
      confidence,
    );
  }
  if (!object.inForeground) return undefined;
  return stateOf('appears', [id], first.at, first.at + geometry.intervalMs, doubt(object));
}

function goingOf(object: SightedObject, geometry: Geometry): State | undefined {
  if (object.ending === 'open') return undefined;
  const { id, samples, confidence } = object;
  const last = samples.at(-1)!;
  const end = last.at + geometry.intervalMs;
  const side = sideGoneTo(samples, geometry);
  if (side && movesItself(object.kind)) {
    const touching = samples.findLastIndex(
      (sample) => distanceToSide(sample.box, side) > borderMargin,
    );
    const start = samples[touching + 1]?.at ?? last.at;
    return stateOf(
      'leaves',
      [id, `side:${side}`],
      Math.max(start, last.at - longestCrossing),
      end,
      confidence,
    );
  }
  if (object.ending === 'lost') return undefined;
  return stateOf('disappears', [id], last.at, end, doubt(object));
}

/** A foot that is seen last does not tell the side as well as the whole body at one edge before it. */
function sideGoneTo(samples: readonly Sample[], geometry: Geometry): Side | undefined {
  const last = samples.at(-1)!;
  const whole = samples.findLast(({ partial, at }) => !partial && at >= last.at - wayMs);
  const touched = sides.filter((side) => whole && distanceToSide(whole.box, side) <= borderMargin);
  if (touched.length === 1) return touched[0];
  const earlier = samples.find((sample) => sample.at >= last.at - wayMs)!;
  return sideOf(last.box, wayFrom(last.box, earlier.box, geometry));
}

/** People and cars do not pop up: for them it is more likely a door, a corner, or our own failure. */
const doubt = (object: SightedObject): number =>
  object.confidence * (movesItself(object.kind) ? 0.5 : 1);

/** From the picture's edge inwards: `way` leads from the box at the edge to the box inside. */
function sideOf(box: Box, way: { x: number; y: number }): Side | undefined {
  const inward: Record<Side, number> = { left: way.x, right: -way.x, top: way.y, bottom: -way.y };
  const touched = sides.filter((side) => distanceToSide(box, side) <= borderMargin);
  const near = sides.filter((side) => distanceToSide(box, side) <= nearEdge && inward[side] > 0.03);
  const candidates = touched.length > 0 ? touched : near;
  return [...candidates].sort((a, b) => inward[b] - inward[a])[0];
}

function distanceToSide(box: Box, side: Side): number {
  if (side === 'left') return box.x;
  if (side === 'right') return 1 - box.x - box.width;
  return side === 'top' ? box.y : 1 - box.y - box.height;
}

function wayFrom(outer: Box, inner: Box, geometry: Geometry): { x: number; y: number } {
  const a = centreOf(outer);
  const b = centreOf(inner);
  return { x: (b.x - a.x) * geometry.aspect, y: b.y - a.y };
}

const endOf = (object: SightedObject): number => object.spans.at(-1)!.end;
