/**
 * What every tracking metric is computed from: per timestep, who is really there, whom the tracker
 * reports, and how alike the two are. Identities count from 0 without holes on either side.
 */

export interface Timestep {
  /** Identities of the ground truth in this timestep, each once. */
  readonly truthIds: readonly number[];
  /** Identities of the tracker in this timestep, each once. */
  readonly trackerIds: readonly number[];
  /** 0..1: a row per entry of `truthIds`, a column per entry of `trackerIds`. */
  readonly similarity: readonly (readonly number[])[];
}

export interface TrackingSequence {
  readonly truthCount: number;
  readonly trackerCount: number;
  readonly timesteps: readonly Timestep[];
}

/** From this similarity on, CLEAR and identity metrics take two boxes for one object. */
export const matchThreshold = 0.5;

/** Rounding of a similarity that is exactly at a threshold. */
export const rounding = Number.EPSILON;

export const truthDetections = ({ timesteps }: TrackingSequence): number =>
  timesteps.reduce((sum, { truthIds }) => sum + truthIds.length, 0);

export const trackerDetections = ({ timesteps }: TrackingSequence): number =>
  timesteps.reduce((sum, { trackerIds }) => sum + trackerIds.length, 0);

/** Timesteps per identity. */
export function presenceOf(
  { timesteps }: TrackingSequence,
  side: 'truthIds' | 'trackerIds',
  count: number,
): number[] {
  const presence = new Array<number>(count).fill(0);
  for (const timestep of timesteps) for (const id of timestep[side]) presence[id]! += 1;
  return presence;
}

/** Rows of zeros. */
export const zeroMatrix = (rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, () => new Array<number>(columns).fill(0));

/** A quotient whose denominator counts at least one, so that nothing of nothing is 0. */
export const per = (value: number, count: number): number => value / Math.max(1, count);
