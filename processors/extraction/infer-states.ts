/** All states of a chunk's objects, from geometry over time. */
import type { State } from '../domain/state.ts';
import type { StreamProfile } from '../domain/stream-profile.ts';
import { inferComings } from './infer-comings.ts';
import { inferMotion } from './infer-motion.ts';
import { inferPlaces } from './infer-places.ts';
import { inferRelations } from './infer-relations.ts';
import { type Geometry, type SightedObject, stateOf } from './sighted-object.ts';

export interface ObjectStates {
  readonly states: readonly State[];
  /** To be remembered for the next chunk. */
  readonly moving: boolean;
  readonly zones: readonly string[];
}

/** One entry per object, in the same order; relations stand with their first argument. */
export function inferStates(
  objects: readonly SightedObject[],
  profile: StreamProfile,
  geometry: Geometry,
): ObjectStates[] {
  const relations = inferRelations(objects, geometry);
  return objects.map((object) => {
    const motion = inferMotion(object, geometry);
    const places = inferPlaces(object, profile, geometry);
    const states = [
      ...presentStates(object),
      ...inferComings(object, geometry),
      ...motion.states,
      ...places.states,
      ...relations.filter((state) => state.args[0] === object.id),
    ];
    return { states: states.sort(byTime), moving: motion.moving, zones: places.zones };
  });
}

const presentStates = (object: SightedObject): State[] =>
  object.spans.map(({ start, end }) =>
    stateOf('present', [object.id], start, end, object.confidence),
  );

const byTime = (a: State, b: State): number =>
  a.range.start - b.range.start || a.range.end - b.range.end;
