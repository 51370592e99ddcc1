/**
 * Zones and lines: `inside`, `enters` and `leaves` a zone, `crosses` a line. The foot of the object
 * counts; a step over the border and back within half a second does not.
 */
import { footOf, type Point, polygonContains } from '../../kernel/geometry.ts';
import type { State } from '../domain/state.ts';
import type { Line, StreamProfile, Zone } from '../domain/stream-profile.ts';
import { type Geometry, runsOf, type SightedObject, stateOf } from './sighted-object.ts';
import type { Sample } from './track.ts';

const shortestStay = 500;

export interface Places {
  readonly states: readonly State[];
  /** Zones it was in when the chunk ended. */
  readonly zones: readonly string[];
}

export function inferPlaces(
  object: SightedObject,
  profile: StreamProfile,
  geometry: Geometry,
): Places {
  const stays = profile.zones.map((zone) => staysIn(object, zone, geometry));
  const crossings = profile.lines.flatMap((line) => crossingsOf(object, line, geometry));
  const zones = profile.zones.filter((_, i) => stays[i]!.insideAtEnd).map((zone) => zone.name);
  return { states: [...stays.flatMap((stay) => stay.states), ...crossings], zones };
}

function staysIn(
  object: SightedObject,
  zone: Zone,
  geometry: Geometry,
): { states: State[]; insideAtEnd: boolean } {
  const { id, samples, confidence } = object;
  const inside = settledFlags(
    samples,
    (box) => polygonContains(zone.polygon, footOf(box)),
    geometry,
  );
  const args = [id, `zone:${zone.name}`];
  const step = geometry.intervalMs;
  const states: State[] = [];
  const runs = runsOf(samples, (i) => inside[i]!, step);
  runs.forEach((run, n) => {
    if (!run.label) {
      if (n === 0 && object.beginning === 'continued' && object.zones.includes(zone.name)) {
        states.push(stateOf('leaves', args, run.start, run.start + step, confidence));
      }
      return;
    }
    states.push(stateOf('inside', args, run.start, run.end, confidence));
    if (comesIn(object, zone, n)) {
      states.push(stateOf('enters', args, run.start, run.start + step, confidence));
    }
    if (n < runs.length - 1 || object.ending === 'gone') {
      states.push(stateOf('leaves', args, run.end - step, run.end, confidence));
    }
  });
  return { states, insideAtEnd: inside.at(-1)! };
}

function comesIn(object: SightedObject, zone: Zone, run: number): boolean {
  if (run > 0) return true;
  if (object.beginning === 'continued') return !object.zones.includes(zone.name);
  return object.beginning === 'came';
}

function settledFlags(
  samples: readonly Sample[],
  test: (box: Sample['box']) => boolean,
  geometry: Geometry,
): boolean[] {
  const flags = samples.map((sample) => test(sample.box));
  const result = [...flags];
  const runs = runsOf(samples, (i) => flags[i]!, geometry.intervalMs);
  runs.forEach((run, n) => {
    const between = n > 0 && n < runs.length - 1;
    if (between && run.end - run.start < shortestStay)
      result.fill(!run.label, run.from, run.to + 1);
  });
  return result;
}

function crossingsOf(object: SightedObject, line: Line, geometry: Geometry): State[] {
  const { id, samples, confidence } = object;
  const isLeft = settledFlags(samples, (box) => sideOfLine(line, footOf(box)) < 0, geometry);
  return samples.slice(1).flatMap((sample, i) => {
    if (isLeft[i] === isLeft[i + 1]) return [];
    const before = samples[i]!;
    if (!meetsSegment(line, footOf(before.box), footOf(sample.box))) return [];
    const direction = isLeft[i + 1] ? 'left' : 'right';
    const args = [id, `line:${line.name}`, `direction:${direction}`];
    return [stateOf('crosses', args, before.at, sample.at, confidence)];
  });
}

/** Negative on the left hand of somebody who looks from `from` to `to` (y points down). */
const sideOfLine = ({ from, to }: Line, point: Point): number =>
  (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);

/** The way passes between the ends of the line, not beside them. */
function meetsSegment(line: Line, a: Point, b: Point): boolean {
  const way: Line = { name: '', from: a, to: b };
  return sideOfLine(way, line.from) * sideOfLine(way, line.to) <= 0;
}
