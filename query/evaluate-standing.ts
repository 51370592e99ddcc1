/** When a plan holds, for standing questions: the same states and the same rules as an answer. */
import type { TimeRange } from '../kernel/time.ts';
import type { CountLimit, Plan } from './domain/plan.ts';
import type { CoverageReader, TrajectoryReader } from './ports.ts';

export interface TruthReaders {
  readonly trajectories: TrajectoryReader;
  readonly coverage: CoverageReader;
}

export interface Truth {
  /** When it holds, merged and in order, inside the asked range. */
  readonly yes: readonly { readonly range: TimeRange; readonly trajectoryIds: readonly string[] }[];
  /** When it cannot be known; elsewhere it does not hold. */
  readonly unknown: readonly TimeRange[];
}

/**
 * When the plan holds inside `range` on one stream. The plan's own time scope is not looked at.
 * `threshold` (a count, or seconds) makes counts and durations answerable by yes or no.
 */
export async function truthOver(
  _plan: Plan,
  _streamId: string,
  _range: TimeRange,
  _readers: TruthReaders,
  _threshold?: CountLimit,
): Promise<Truth> {
  throw new Error('under construction');
}

export type Standable = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Whether the plan can be watched for; with the reason for people when it cannot. */
export function isStandable(_plan: Plan, _threshold?: CountLimit): Standable {
  throw new Error('under construction');
}

/** What watching costs, for people. */
export const describeCost = (_plan: Plan): string => 'from stored states: 0 model calls';
