/**
 * What the event memory of one stream carries from chunk to chunk: plain JSON, bounded in size: the
 * states of the windows that are still open, and the synopsis so far.
 */
import type { Instant, TimeRange } from '../../kernel/time.ts';
import type { EventLevel } from './event.ts';
import type { Trajectory, TrajectoryState } from './trajectory.ts';

export interface EventMemory {
  readonly streamId: string;
  /** Everything before this is known. */
  readonly watermark: Instant;
  /** Number of the next window of each level. */
  readonly next: Readonly<Record<EventLevel, number>>;
  /** What was watched since the oldest open window began, merged and in order. */
  readonly watched: readonly TimeRange[];
  /** State rows that reach into an open window. */
  readonly states: readonly TrajectoryState[];
  /** Heads of the trajectories that those rows are about. */
  readonly trajectories: readonly Trajectory[];
  readonly synopsis: SynopsisMemory;
}

/** A stretch of time in numbers: an hour, a day, or all that is older. */
export interface Tally {
  readonly range: TimeRange;
  /** How many trajectories began, by kind. */
  readonly arrivals: Readonly<Record<string, number>>;
  readonly watchedMs: number;
}

export interface SynopsisMemory {
  /** Long events of the last minutes. */
  readonly recent: readonly { readonly range: TimeRange; readonly caption: string }[];
  /** Oldest first, each without a gap to the next. */
  readonly hours: readonly Tally[];
  readonly days: readonly Tally[];
  readonly before: Tally | undefined;
}
