/**
 * Relations between two objects that are in the picture together: `near`, `approaches`, `carries`,
 * `holds`, `rides`. All from boxes, so that only what needs no pose is claimed.
 */
import { areaOf, type Box, centreOf, overlapArea } from '../../kernel/geometry.ts';
import type { Kind } from '../domain/kind.ts';
import type { State } from '../domain/state.ts';
import { type Geometry, runsOf, type SightedObject, sizeIn, stateOf } from './sighted-object.ts';
import { growBox, type Sample } from './track.ts';
import { movesItself } from './vote-kind.ts';

/** Gap between two boxes in sizes of the larger: nearer than the first is near, until the second. */
const becomesNear = 0.4;
const staysNear = 0.7;
const shortestNear = 750;
const shortestContact = 1_000;
const heldShare = 0.6;
/** Own sizes per second above which a pair is on its way. */
const goingSpeed = 0.3;
const approachMs = 2_000;
const approachSizes = 0.8;
const relationConfidence = 0.6;

const rideable = new Set<Kind>(['bicycle', 'motorcycle', 'horse', 'skateboard', 'surfboard']);
const furniture = new Set<Kind>(['chair', 'couch', 'bed', 'dining table', 'bench', 'toilet', 'tv']);

interface Pairing {
  readonly at: number;
  readonly a: Box;
  readonly b: Box;
}

export function inferRelations(objects: readonly SightedObject[], geometry: Geometry): State[] {
  const states: State[] = [];
  objects.forEach((a, i) => {
    for (const b of objects.slice(i + 1)) {
      const together = pairingsOf(a, b);
      if (together.length > 1) states.push(...relationsOf(a, b, together, geometry));
    }
  });
  return states;
}

function pairingsOf(a: SightedObject, b: SightedObject): Pairing[] {
  const boxes = new Map(b.samples.map((sample) => [sample.at, sample.box]));
  return a.samples.flatMap(({ at, box }) => {
    const other = boxes.get(at);
    return other ? [{ at, a: box, b: other }] : [];
  });
}

function relationsOf(
  a: SightedObject,
  b: SightedObject,
  together: readonly Pairing[],
  geometry: Geometry,
): State[] {
  const contact = contactsOf(a, b, together, geometry);
  return contact.length > 0 ? contact : nearStates(a, b, together, geometry);
}

function nearStates(
  a: SightedObject,
  b: SightedObject,
  together: readonly Pairing[],
  geometry: Geometry,
): State[] {
  if (!movesItself(a.kind) && !movesItself(b.kind)) return [];
  let near = false;
  const flags = together.map((pair) => {
    near = gapIn(geometry, pair) < (near ? staysNear : becomesNear);
    return near;
  });
  const confidence = relationConfidence * Math.min(a.confidence, b.confidence);
  return runsOf(samplesOf(together), (i) => flags[i]!, geometry.intervalMs)
    .filter((run) => run.label && run.end - run.start >= shortestNear)
    .flatMap((run) => [
      stateOf('near', [a.id, b.id], run.start, run.end, confidence),
      ...approachOf(a, b, together, run.from, geometry, confidence),
    ]);
}

/** Before they were near, the gap shrank, and one of them did the walking. */
function approachOf(
  a: SightedObject,
  b: SightedObject,
  together: readonly Pairing[],
  index: number,
  geometry: Geometry,
  confidence: number,
): State[] {
  const met = together[index]!;
  const start = together.find((pair) => pair.at >= met.at - approachMs)!;
  if (gapIn(geometry, start) - gapIn(geometry, met) < approachSizes) return [];
  const aWalked = distance(geometry, start.a, met.a);
  const bWalked = distance(geometry, start.b, met.b);
  const args = aWalked >= bWalked ? [a.id, b.id] : [b.id, a.id];
  return [stateOf('approaches', args, start.at, met.at, confidence)];
}

function contactsOf(
  a: SightedObject,
  b: SightedObject,
  together: readonly Pairing[],
  geometry: Geometry,
): State[] {
  if (b.kind === 'person' && a.kind !== 'person') {
    const turned = together.map(({ at, a: first, b: second }) => ({ at, a: second, b: first }));
    return contactsOf(b, a, turned, geometry);
  }
  if (a.kind !== 'person') return [];
  if (rideable.has(b.kind)) return ridesOf(a, b, together, geometry);
  if (movesItself(b.kind) || furniture.has(b.kind)) return [];
  return carriesOf(a, b, together, geometry);
}

function ridesOf(
  rider: SightedObject,
  mount: SightedObject,
  together: readonly Pairing[],
  geometry: Geometry,
): State[] {
  const label = (i: number): boolean => {
    const { a, b } = together[i]!;
    const foot = a.y + a.height;
    const above = foot > b.y && foot <= b.y + b.height * 1.05 && a.y < b.y;
    return above && overlapArea(a, b) > 0 && isGoing(together, i, geometry);
  };
  return contactRuns(together, label, geometry).map((run) =>
    stateOf('rides', [rider.id, mount.id], run.start, run.end, relationConfidence),
  );
}

function carriesOf(
  person: SightedObject,
  thing: SightedObject,
  together: readonly Pairing[],
  geometry: Geometry,
): State[] {
  const label = (i: number): 'carries' | 'holds' | undefined => {
    const { a, b } = together[i]!;
    if (overlapArea(growBox(a, 0.05), b) < heldShare * areaOf(b)) return undefined;
    return isGoing(together, i, geometry) ? 'carries' : 'holds';
  };
  return contactRuns(together, label, geometry).map((run) =>
    stateOf(run.label!, [person.id, thing.id], run.start, run.end, relationConfidence),
  );
}

function contactRuns<Label>(
  together: readonly Pairing[],
  label: (index: number) => Label,
  geometry: Geometry,
) {
  return runsOf(samplesOf(together), label, geometry.intervalMs).filter(
    (run) => run.label && run.end - run.start >= shortestContact,
  );
}

/** Both move, and the same way. */
function isGoing(together: readonly Pairing[], index: number, geometry: Geometry): boolean {
  const { at } = together[index]!;
  const from = together.find((pair) => pair.at >= at - 500)!;
  const to = together.findLast((pair) => pair.at <= at + 500)!;
  const seconds = (to.at - from.at) / 1000;
  if (seconds === 0) return false;
  const limit = goingSpeed * seconds * sizeIn(geometry, to.b);
  return distance(geometry, from.a, to.a) > limit && distance(geometry, from.b, to.b) > limit;
}

/** Between the edges of the boxes, in sizes of the larger; 0 when they overlap. */
function gapIn(geometry: Geometry, { a, b }: Pairing): number {
  const x = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width) * geometry.aspect;
  const y = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height);
  return Math.hypot(x, y) / Math.max(sizeIn(geometry, a), sizeIn(geometry, b));
}

function distance(geometry: Geometry, from: Box, to: Box): number {
  const a = centreOf(from);
  const b = centreOf(to);
  return Math.hypot((b.x - a.x) * geometry.aspect, b.y - a.y);
}

const samplesOf = (together: readonly Pairing[]): Sample[] =>
  together.map(({ at, a }) => ({ at, box: a }));
