/**
 * What the aggregator of one stream carries from chunk to chunk: plain JSON, bounded in size. A
 * trajectory in here keeps only what its next step needs; its history lies in the store.
 */

import type { ChunkKey } from '../../ingest/domain/chunk.ts';
import type { Point } from '../../kernel/geometry.ts';
import type { Instant, TimeRange } from '../../kernel/time.ts';
import type { Hole } from './hole.ts';
import type { KindVote, Observation } from './observation.ts';
import type { Trajectory, TrajectoryState } from './trajectory.ts';

/** One step of a stream as the aggregator sees it. */
export interface ObservedChunk {
  readonly chunk: ChunkKey & { readonly range: TimeRange };
  readonly observations: readonly Observation[];
}

export type AggregationInput = ObservedChunk | { readonly gap: Hole };

/** An edge of the picture. */
export type Side = 'left' | 'right' | 'top' | 'bottom';

/** A trajectory that an observation may still join. */
export interface OpenTrajectory {
  readonly head: Trajectory;
  /** What its observations were taken for: confidence times votes, most first. */
  readonly verdicts: readonly KindVote[];
  /** Votes of all observations that named a kind. */
  readonly verdictMass: number;
  /** Unit vector; mean of its observations, the newer ones weighing more. */
  readonly appearance?: readonly number[];
  /** Picture sizes per second at last sight. */
  readonly velocity: Point;
  /** The edge it went out over at last sight. */
  readonly exit?: Side;
  /** Id of the chunk of its last observation. */
  readonly lastChunk: string;
  /** How long it has been seen, all observations together. */
  readonly seenMs: number;
  /** Lead of `typicalBox` over all other places; see `merge-observation.ts`. */
  readonly dwellMs: number;
  /** Milliseconds of observation behind the attributes, per part. */
  readonly attributeMs: Readonly<Record<string, number>>;
  /** Rows that the next observation may extend. */
  readonly openStates: readonly TrajectoryState[];
  /** Number for its next state row. */
  readonly nextState: number;
  /** Already the later side of a link. */
  readonly linked: boolean;
}

/** A closed trajectory that is remembered for identity links. */
export interface DepartedTrajectory {
  readonly head: Pick<
    Trajectory,
    'id' | 'kind' | 'kindAssumed' | 'kindVotes' | 'attributes' | 'identifiers' | 'lastAt'
  >;
  readonly appearance?: readonly number[];
  readonly seenMs: number;
  /** Already the earlier side of a link. */
  readonly linked: boolean;
}

/** Inputs that arrived before their turn, and where the turn is. */
export interface ReorderMemory {
  readonly last?: ChunkKey;
  /** Up to here the stream was folded or is known to be a gap. */
  readonly coveredUntil?: Instant;
  /** Ids of the chunks folded last, newest last; tells a duplicate from a late chunk. */
  readonly recent: readonly string[];
  readonly chunks: readonly ObservedChunk[];
  readonly gaps: readonly Hole[];
}

export interface AggregationMemory {
  readonly reorder: ReorderMemory;
  readonly open: readonly OpenTrajectory[];
  /** Oldest first. */
  readonly departed: readonly DepartedTrajectory[];
  /** Ids of links an operator has undone; they are not made again. */
  readonly refusedLinks: readonly string[];
}

export const emptyAggregationMemory: AggregationMemory = {
  reorder: { recent: [], chunks: [], gaps: [] },
  open: [],
  departed: [],
  refusedLinks: [],
};
