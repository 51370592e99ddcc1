/** Builders of observations, states and trajectories: say what matters, the rest is a default. */
import { type ChunkKey, chunkId } from '../../ingest/domain/chunk.ts';
import type { Box } from '../../kernel/geometry.ts';
import type { TimeRange } from '../../kernel/time.ts';
import type { Observation } from '../../processors/domain/observation.ts';
import { type Predicate, type State, stateTypeOf } from '../../processors/domain/state.ts';
import type { Trajectory, TrajectoryState } from '../../processors/domain/trajectory.ts';

const chunkLengthMs = 15_000;

export interface ObservationOptions extends Partial<Omit<Observation, 'chunk'>> {
  readonly chunk?: Partial<ChunkKey>;
  /** Counts the observations of its chunk; part of the id. */
  readonly n?: number;
  /** Stays here all the time, unless a path is given. */
  readonly box?: Box;
}

export const aBox = (options: Partial<Box> = {}): Box => ({
  x: 0.4,
  y: 0.3,
  width: 0.1,
  height: 0.4,
  ...options,
});

/** A state about the object `id`: `aState('o1', 'leaves', ['side:right'], range)`. */
export const aState = (
  id: string,
  predicate: Predicate,
  args: readonly string[],
  range: TimeRange,
  confidence = 0.8,
): State => ({
  type: stateTypeOf[predicate],
  predicate,
  args: [id, ...args],
  range,
  confidence,
});

/**
 * A person who stands still for the whole chunk. Path, spans and `present` states follow from
 * `range`, `spans` and `box` unless given.
 */
export function anObservation(options: ObservationOptions = {}): Observation {
  const { chunk: key, n = 0, box = aBox(), ...given } = options;
  const chunk = { streamId: 'cam', epoch: 1, seq: 0, ...key };
  const id = given.id ?? `${chunkId(chunk)}#${n}`;
  const window = { start: chunk.seq * chunkLengthMs, end: (chunk.seq + 1) * chunkLengthMs };
  const range = given.range ?? window;
  const spans = given.spans ?? [range];
  const kind = given.kind ?? 'person';
  return {
    id,
    chunk,
    kind,
    kindConfidence: 0.8,
    kindAssumed: false,
    kindVotes: given.kindAssumed ? [] : [{ kind, weight: 5 }],
    range,
    spans,
    path: [
      { at: range.start, box },
      { at: range.end - 1, box },
    ],
    attributes: [],
    identifiers: [],
    states: spans.map((span) => aState(id, 'present', [], span)),
    confidence: 0.8,
    procedure: 'scripted-1',
    ...given,
  };
}

export function aTrajectory(options: Partial<Trajectory> = {}): Trajectory {
  const box = options.typicalBox ?? aBox();
  const kind = options.kind ?? 'person';
  return {
    id: 'cam/1/0#0',
    streamId: 'cam',
    kind,
    kindConfidence: 0.8,
    kindAssumed: false,
    kindVotes: [{ kind, weight: 5 }],
    attributes: [],
    identifiers: [],
    firstAt: 0,
    lastAt: chunkLengthMs,
    firstBox: box,
    lastBox: box,
    typicalBox: box,
    observationCount: 1,
    confidence: 0.8,
    procedure: 'scripted-1',
    ...options,
  };
}

/** A stored state of a trajectory; `n` counts the states of that trajectory. */
export const aTrajectoryState = (
  trajectoryId: string,
  predicate: Predicate,
  args: readonly string[],
  range: TimeRange,
  n = 0,
): TrajectoryState => ({
  ...aState(trajectoryId, predicate, args, range),
  id: `${trajectoryId}:${n}`,
  trajectoryId,
});
