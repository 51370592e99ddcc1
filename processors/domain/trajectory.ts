/**
 * One object over the whole stream: its observations merged and sorted by time. The head is small
 * and constant in size; its states are rows of their own, so that a car parked for a day costs
 * nothing extra per chunk. Gaps are what lies between its `present` states.
 */
import type { Box } from '../../kernel/geometry.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Kind } from './kind.ts';
import type { Attribute, Identifier, KindVote } from './observation.ts';
import type { State } from './state.ts';

export interface Trajectory {
  /** Id of its first observation. */
  readonly id: string;
  readonly streamId: string;
  readonly kind: Kind;
  readonly kindConfidence: number;
  readonly kindAssumed: boolean;
  readonly kindVotes: readonly KindVote[];
  readonly attributes: readonly Attribute[];
  readonly identifiers: readonly Identifier[];
  readonly firstAt: Instant;
  /** End of its last `present` state so far. */
  readonly lastAt: Instant;
  readonly firstBox: Box;
  readonly lastBox: Box;
  /** Where it was most of the time. */
  readonly typicalBox: Box;
  readonly observationCount: number;
  readonly confidence: number;
  readonly procedure: string;
}

/** A state of a trajectory; `id` is stable while the state grows: `<trajectory id>:<n>`. */
export interface TrajectoryState extends State {
  readonly id: string;
  readonly trajectoryId: string;
}

/** A claim that two trajectories are one object. Reversible: never a merge. */
export interface IdentityLink {
  readonly id: string;
  readonly streamId: string;
  readonly from: string;
  readonly to: string;
  /** 0..1. */
  readonly score: number;
  /** What the claim rests on, for people: `plate ABC-123`, `appearance 0.93, next best 0.71`. */
  readonly evidence: string;
  readonly madeAt: Instant;
}

/** What one chunk changed; applying it twice changes nothing more. */
export interface TrajectoryChanges {
  readonly trajectories: readonly Trajectory[];
  readonly states: readonly TrajectoryState[];
  /** Which observation went into which trajectory. */
  readonly assignments: readonly { observationId: string; trajectoryId: string }[];
  readonly links: readonly IdentityLink[];
  /** Only when history is folded again: rows that no longer hold. */
  readonly removedTrajectoryIds: readonly string[];
}
