/** All tracking metrics of a tracker on one sequence, and on several as if they were one. */
import { addClear, type Clear, type ClearCounts, countClear, scoreClear } from './clear.ts';
import { addHota, countHota, type Hota, type HotaCounts, scoreHota } from './hota.ts';
import {
  addIdentity,
  countIdentity,
  type Identity,
  type IdentityCounts,
  scoreIdentity,
} from './identity.ts';
import type { TrackingSequence } from './tracking-sequence.ts';

/** What adds up over sequences. */
export interface TrackingCounts {
  readonly hota: readonly HotaCounts[];
  readonly clear: ClearCounts;
  readonly identity: IdentityCounts;
}

/** Under the names that TrackEval gives them. */
export type TrackingScores = Hota & Clear & Identity;

export const countTracking = (sequence: TrackingSequence): TrackingCounts => ({
  hota: countHota(sequence),
  clear: countClear(sequence),
  identity: countIdentity(sequence),
});

/** Sequences together: counts add up before shares are taken. */
export const addTracking = (all: readonly TrackingCounts[]): TrackingCounts => ({
  hota: addHota(all.map(({ hota }) => hota)),
  clear: addClear(all.map(({ clear }) => clear)),
  identity: addIdentity(all.map(({ identity }) => identity)),
});

export const scoreTracking = ({ hota, clear, identity }: TrackingCounts): TrackingScores => ({
  ...scoreHota(hota),
  ...scoreClear(clear),
  ...scoreIdentity(identity),
});
