/**
 * Identity metrics (Ristani et al. 2016), as TrackEval computes them: every true object is given at
 * most one tracker identity for the whole sequence, so that most boxes carry the right one.
 */
import { matchBest } from './match-best.ts';
import {
  matchThreshold,
  per,
  rounding,
  type TrackingSequence,
  trackerDetections,
  truthDetections,
  zeroMatrix,
} from './tracking-sequence.ts';

/** What adds up over sequences. */
export interface IdentityCounts {
  readonly IDTP: number;
  readonly IDFN: number;
  readonly IDFP: number;
}

/** Shares are 0..1. */
export interface Identity extends IdentityCounts {
  readonly IDF1: number;
  readonly IDR: number;
  readonly IDP: number;
}

/**
 * Every box of either side is right once or wrong once, so fewest errors means most boxes that the
 * chosen pairs of identities have in common.
 */
export function countIdentity(sequence: TrackingSequence): IdentityCounts {
  const together = zeroMatrix(sequence.truthCount, sequence.trackerCount);
  for (const { truthIds, trackerIds, similarity } of sequence.timesteps) {
    similarity.forEach((row, i) => {
      row.forEach((value, j) => {
        if (value >= matchThreshold - rounding) together[truthIds[i]!]![trackerIds[j]!]! += 1;
      });
    });
  }
  const IDTP = matchBest(together).reduce(
    (sum, { row, column }) => sum + together[row]![column]!,
    0,
  );
  return {
    IDTP,
    IDFN: truthDetections(sequence) - IDTP,
    IDFP: trackerDetections(sequence) - IDTP,
  };
}

/** Counts of several sequences as those of one. */
export const addIdentity = (all: readonly IdentityCounts[]): IdentityCounts =>
  all.reduce(
    (sum, { IDTP, IDFN, IDFP }) => ({
      IDTP: sum.IDTP + IDTP,
      IDFN: sum.IDFN + IDFN,
      IDFP: sum.IDFP + IDFP,
    }),
    { IDTP: 0, IDFN: 0, IDFP: 0 },
  );

export function scoreIdentity(counts: IdentityCounts): Identity {
  const { IDTP, IDFN, IDFP } = counts;
  return {
    ...counts,
    IDF1: per(IDTP, IDTP + (IDFN + IDFP) / 2),
    IDR: per(IDTP, IDTP + IDFN),
    IDP: per(IDTP, IDTP + IDFP),
  };
}
