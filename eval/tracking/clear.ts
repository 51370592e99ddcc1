/**
 * CLEAR MOT (Bernardin and Stiefelhagen 2008), as TrackEval computes it: misses, false alarms and
 * identity switches, with matches of the timestep before preferred; and how much of each true
 * object was tracked (Li et al. 2009).
 */
import { matchBest } from './match-best.ts';
import {
  matchThreshold,
  per,
  presenceOf,
  rounding,
  type Timestep,
  type TrackingSequence,
  trackerDetections,
  truthDetections,
} from './tracking-sequence.ts';

/** What adds up over sequences. */
export interface ClearCounts {
  readonly CLR_TP: number;
  readonly CLR_FN: number;
  readonly CLR_FP: number;
  readonly IDSW: number;
  /** True objects tracked for more than 80 %, for 20 to 80 %, for less of their time. */
  readonly MT: number;
  readonly PT: number;
  readonly ML: number;
  /** Times a true object was tracked again after a break. */
  readonly Frag: number;
  /** 0 where one side has nothing at all. */
  readonly CLR_Frames: number;
  readonly MOTP_sum: number;
}

/** Shares are 0..1, except that MOTA and its kind have no lower end. */
export interface Clear extends ClearCounts {
  readonly MOTA: number;
  readonly MOTP: number;
  readonly MODA: number;
  readonly CLR_Re: number;
  readonly CLR_Pr: number;
  readonly MTR: number;
  readonly PTR: number;
  readonly MLR: number;
  readonly sMOTA: number;
  readonly CLR_F1: number;
  readonly FP_per_frame: number;
  readonly MOTAL: number;
}

const mostlyTracked = 0.8;
const partlyTracked = 0.2;
/** Outweighs any similarity, so that a match goes on as long as it may. */
const continuation = 1000;

export function countClear(sequence: TrackingSequence): ClearCounts {
  const truths = truthDetections(sequence);
  const tracked = trackerDetections(sequence);
  if (truths === 0 || tracked === 0) {
    return { ...nothing, CLR_FN: truths, CLR_FP: tracked, ML: sequence.truthCount };
  }
  const objects = Array.from({ length: sequence.truthCount }, newObject);
  for (const timestep of sequence.timesteps) takeTimestep(timestep, objects);
  const hits = objects.reduce((sum, { matched }) => sum + matched, 0);
  return {
    CLR_TP: hits,
    CLR_FN: truths - hits,
    CLR_FP: tracked - hits,
    IDSW: objects.reduce((sum, { switches }) => sum + switches, 0),
    ...countTracked(objects, presenceOf(sequence, 'truthIds', sequence.truthCount)),
    Frag: objects.reduce((sum, { runs }) => sum + Math.max(0, runs - 1), 0),
    CLR_Frames: sequence.timesteps.length,
    MOTP_sum: objects.reduce((sum, { similarity }) => sum + similarity, 0),
  };
}

/** Counts of several sequences as those of one. */
export const addClear = (all: readonly ClearCounts[]): ClearCounts =>
  all.reduce((sum, counts) => {
    const keys = Object.keys(nothing) as (keyof ClearCounts)[];
    const added = keys.map((key) => [key, sum[key] + counts[key]] as const);
    return Object.fromEntries(added) as unknown as ClearCounts;
  }, nothing);

export function scoreClear(counts: ClearCounts): Clear {
  const { CLR_TP, CLR_FN, CLR_FP, IDSW, MT, PT, ML, CLR_Frames, MOTP_sum } = counts;
  const truths = CLR_TP + CLR_FN;
  const objects = MT + PT + ML;
  // TrackEval leaves all shares at 0 where one side has nothing at all, and calls all of it lost.
  if (CLR_Frames === 0) return { ...counts, ...noShares };
  const logSwitches = IDSW > 0 ? Math.log10(IDSW) : 0;
  return {
    ...counts,
    MOTA: per(CLR_TP - CLR_FP - IDSW, truths),
    MOTP: per(MOTP_sum, CLR_TP),
    MODA: per(CLR_TP - CLR_FP, truths),
    CLR_Re: per(CLR_TP, truths),
    CLR_Pr: per(CLR_TP, CLR_TP + CLR_FP),
    MTR: per(MT, objects),
    PTR: per(PT, objects),
    MLR: per(ML, objects),
    sMOTA: per(MOTP_sum - CLR_FP - IDSW, truths),
    CLR_F1: per(CLR_TP, CLR_TP + (CLR_FN + CLR_FP) / 2),
    FP_per_frame: per(CLR_FP, CLR_Frames),
    MOTAL: per(CLR_TP - CLR_FP - logSwitches, truths),
  };
}

/** A true object as the timesteps pass. */
interface TrackedObject {
  /** The tracker's identity at its last match, and whether that was in the timestep before. */
  trackerId: number | undefined;
  isTracked: boolean;
  matched: number;
  similarity: number;
  switches: number;
  /** Unbroken runs of matches. */
  runs: number;
}

const newObject = (): TrackedObject => ({
  trackerId: undefined,
  isTracked: false,
  matched: 0,
  similarity: 0,
  switches: 0,
  runs: 0,
});

/** A timestep in which either side is empty is passed over: a match before it still goes on after. */
function takeTimestep(timestep: Timestep, objects: TrackedObject[]): void {
  const { truthIds, trackerIds } = timestep;
  if (truthIds.length === 0 || trackerIds.length === 0) return;
  const matches = matchTimestep(timestep, objects);
  const seen = new Set<TrackedObject>();
  for (const { row, column } of matches) {
    const object = objects[truthIds[row]!]!;
    const trackerId = trackerIds[column]!;
    if (object.trackerId !== undefined && object.trackerId !== trackerId) object.switches += 1;
    if (!object.isTracked) object.runs += 1;
    object.trackerId = trackerId;
    object.matched += 1;
    object.similarity += timestep.similarity[row]![column]!;
    seen.add(object);
  }
  for (const object of objects) object.isTracked = seen.has(object);
}

function matchTimestep(
  { truthIds, trackerIds, similarity }: Timestep,
  objects: readonly TrackedObject[],
) {
  const scores = similarity.map((row, i) => {
    const { isTracked, trackerId } = objects[truthIds[i]!]!;
    return row.map((value, j) => {
      if (value < matchThreshold - rounding) return 0;
      return value + (isTracked && trackerId === trackerIds[j] ? continuation : 0);
    });
  });
  return matchBest(scores).filter(({ row, column }) => scores[row]![column]! > rounding);
}

function countTracked(
  objects: readonly TrackedObject[],
  presence: readonly number[],
): Pick<ClearCounts, 'MT' | 'PT' | 'ML'> {
  const shares = objects
    .map(({ matched }, id) => ({ matched, present: presence[id]! }))
    .filter(({ present }) => present > 0)
    .map(({ matched, present }) => matched / present);
  const MT = shares.filter((share) => share > mostlyTracked).length;
  const PT = shares.filter((share) => share >= partlyTracked).length - MT;
  return { MT, PT, ML: objects.length - MT - PT };
}

const nothing: ClearCounts = {
  CLR_TP: 0,
  CLR_FN: 0,
  CLR_FP: 0,
  IDSW: 0,
  MT: 0,
  PT: 0,
  ML: 0,
  Frag: 0,
  CLR_Frames: 0,
  MOTP_sum: 0,
};

const noShares = {
  MOTA: 0,
  MOTP: 0,
  MODA: 0,
  CLR_Re: 0,
  CLR_Pr: 0,
  MTR: 0,
  PTR: 0,
  MLR: 1,
  sMOTA: 0,
  CLR_F1: 0,
  FP_per_frame: 0,
  MOTAL: 0,
};
