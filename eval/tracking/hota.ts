/**
 * HOTA: higher order tracking accuracy (Luiten et al. 2020), as TrackEval computes it. At each
 * localisation threshold alpha it is the geometric mean of how well objects are detected (DetA) and
 * how well detections are kept with their identity (AssA); the score is the mean over alpha.
 */
import { matchBest } from './match-best.ts';
import {
  per,
  presenceOf,
  rounding,
  type Timestep,
  type TrackingSequence,
  trackerDetections,
  truthDetections,
  zeroMatrix,
} from './tracking-sequence.ts';

export const hotaAlphas: readonly number[] = Array.from({ length: 19 }, (_, i) => 0.05 + i * 0.05);

/** What adds up over sequences, at one alpha. */
export interface HotaCounts {
  readonly tp: number;
  readonly fn: number;
  readonly fp: number;
  /** Sums over the true positives, 0..1 each. */
  readonly assA: number;
  readonly assRe: number;
  readonly assPr: number;
  readonly similarity: number;
}

/** All 0..1, one value per alpha, except the counts and the three at the lowest alpha. */
export interface Hota {
  readonly HOTA: readonly number[];
  readonly DetA: readonly number[];
  readonly AssA: readonly number[];
  readonly DetRe: readonly number[];
  readonly DetPr: readonly number[];
  readonly AssRe: readonly number[];
  readonly AssPr: readonly number[];
  readonly LocA: readonly number[];
  readonly OWTA: readonly number[];
  readonly HOTA_TP: readonly number[];
  readonly HOTA_FN: readonly number[];
  readonly HOTA_FP: readonly number[];
  readonly 'HOTA(0)': number;
  readonly 'LocA(0)': number;
  readonly 'HOTALocA(0)': number;
}

/** One entry per alpha. */
export function countHota(sequence: TrackingSequence): HotaCounts[] {
  const truths = truthDetections(sequence);
  const tracked = trackerDetections(sequence);
  const alignment = alignIdentities(sequence);
  const matched = matchTimesteps(sequence, alignment);
  const truthPresence = presenceOf(sequence, 'truthIds', sequence.truthCount);
  const trackerPresence = presenceOf(sequence, 'trackerIds', sequence.trackerCount);
  return hotaAlphas.map((alpha) => {
    const hits = matched.filter(({ similarity }) => similarity >= alpha - rounding);
    const similarity = hits.reduce((sum, hit) => sum + hit.similarity, 0);
    const counts = { tp: hits.length, fn: truths - hits.length, fp: tracked - hits.length };
    return { ...counts, ...associate(hits, truthPresence, trackerPresence), similarity };
  });
}

/** Counts of several sequences as those of one. */
export const addHota = (all: readonly (readonly HotaCounts[])[]): HotaCounts[] =>
  hotaAlphas.map((_, a) => all.map((counts) => counts[a]!).reduce(add, nothing));

export function scoreHota(counts: readonly HotaCounts[]): Hota {
  const DetA = counts.map(({ tp, fn, fp }) => per(tp, tp + fn + fp));
  const DetRe = counts.map(({ tp, fn }) => per(tp, tp + fn));
  const AssA = counts.map(({ assA, tp }) => per(assA, tp));
  const HOTA = DetA.map((detA, a) => Math.sqrt(detA * AssA[a]!));
  // Without a match the place of nothing is wrong: 1.
  const LocA = counts.map(
    ({ similarity, tp }) => Math.max(1e-10, similarity) / Math.max(1e-10, tp),
  );
  return {
    HOTA,
    DetA,
    AssA,
    DetRe,
    DetPr: counts.map(({ tp, fp }) => per(tp, tp + fp)),
    AssRe: counts.map(({ assRe, tp }) => per(assRe, tp)),
    AssPr: counts.map(({ assPr, tp }) => per(assPr, tp)),
    LocA,
    OWTA: DetRe.map((detRe, a) => Math.sqrt(detRe * AssA[a]!)),
    HOTA_TP: counts.map(({ tp }) => tp),
    HOTA_FN: counts.map(({ fn }) => fn),
    HOTA_FP: counts.map(({ fp }) => fp),
    'HOTA(0)': HOTA[0]!,
    'LocA(0)': LocA[0]!,
    'HOTALocA(0)': HOTA[0]! * LocA[0]!,
  };
}

/** Mean over alpha: the number a table shows. */
export const meanOverAlpha = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

interface Hit {
  readonly truthId: number;
  readonly trackerId: number;
  readonly similarity: number;
}

/**
 * How well each tracker identity fits each true one over the whole sequence, 0..1: the global
 * alignment by which single timesteps are matched.
 */
function alignIdentities(sequence: TrackingSequence): number[][] {
  const shared = zeroMatrix(sequence.truthCount, sequence.trackerCount);
  for (const timestep of sequence.timesteps) shareTimestep(timestep, shared);
  const truths = presenceOf(sequence, 'truthIds', sequence.truthCount);
  const trackers = presenceOf(sequence, 'trackerIds', sequence.trackerCount);
  return shared.map((row, i) => row.map((sum, j) => sum / (truths[i]! + trackers[j]! - sum)));
}

/** Each similarity as a share of all that its row and its column have. */
function shareTimestep({ truthIds, trackerIds, similarity }: Timestep, into: number[][]): void {
  const columnSums = trackerIds.map((_, j) => similarity.reduce((sum, row) => sum + row[j]!, 0));
  similarity.forEach((row, i) => {
    const rowSum = row.reduce((sum, value) => sum + value, 0);
    row.forEach((value, j) => {
      const whole = rowSum + columnSums[j]! - value;
      if (whole > rounding) into[truthIds[i]!]![trackerIds[j]!]! += value / whole;
    });
  });
}

function matchTimesteps(
  { timesteps }: TrackingSequence,
  alignment: readonly (readonly number[])[],
): Hit[] {
  return timesteps.flatMap(({ truthIds, trackerIds, similarity }) => {
    const scores = similarity.map((row, i) =>
      row.map((value, j) => value * alignment[truthIds[i]!]![trackerIds[j]!]!),
    );
    return matchBest(scores).map(({ row, column }) => ({
      truthId: truthIds[row]!,
      trackerId: trackerIds[column]!,
      similarity: similarity[row]![column]!,
    }));
  });
}

/** Each hit counts how much of its two identities' lives it shares with all hits of the pair. */
function associate(
  hits: readonly Hit[],
  truthPresence: readonly number[],
  trackerPresence: readonly number[],
): Pick<HotaCounts, 'assA' | 'assRe' | 'assPr'> {
  const pairs = Map.groupBy(hits, ({ truthId, trackerId }) => `${truthId} ${trackerId}`);
  const sums = { assA: 0, assRe: 0, assPr: 0 };
  for (const pair of pairs.values()) {
    const truths = truthPresence[pair[0]!.truthId]!;
    const trackers = trackerPresence[pair[0]!.trackerId]!;
    const together = pair.length;
    sums.assA += together * per(together, truths + trackers - together);
    sums.assRe += together * per(together, truths);
    sums.assPr += together * per(together, trackers);
  }
  return sums;
}

const nothing: HotaCounts = { tp: 0, fn: 0, fp: 0, assA: 0, assRe: 0, assPr: 0, similarity: 0 };

const add = (a: HotaCounts, b: HotaCounts): HotaCounts => ({
  tp: a.tp + b.tp,
  fn: a.fn + b.fn,
  fp: a.fp + b.fp,
  assA: a.assA + b.assA,
  assRe: a.assRe + b.assRe,
  assPr: a.assPr + b.assPr,
  similarity: a.similarity + b.similarity,
});
