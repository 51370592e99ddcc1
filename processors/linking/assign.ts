/**
 * One-to-one assignment of observations to the trajectory ends they may continue, closest in time
 * first: short gaps are settled before longer ones may claim anything; among gaps of one tier the
 * assignment with the highest total similarity wins (Kuhn-Munkres).
 */
import { munkres } from 'munkres';

/** An admissible pair; `end` and `start` count trajectory ends and observations from 0. */
export interface Candidate {
  readonly end: number;
  readonly start: number;
  readonly gapMs: number;
  /** 0..1. */
  readonly similarity: number;
}

/** Costs are integers, so that equal similarities are equal whatever the order of additions. */
const costScale = 1_000_000;

/**
 * Chosen pairs: each end and each start at most once. `tiersMs` are the upper bounds of the gap
 * tiers in rising order; a longer gap is in none. Ties go to the lower numbers, so number both
 * sides in an order that does not depend on arrival.
 */
export function assignOptimally(
  candidates: readonly Candidate[],
  tiersMs: readonly number[],
): Candidate[] {
  const chosen: Candidate[] = [];
  let shorter = Number.NEGATIVE_INFINITY;
  for (const longest of tiersMs) {
    const tier = candidates.filter(({ gapMs }) => gapMs > shorter && gapMs <= longest);
    chosen.push(...bestOf(withoutTaken(tier, chosen)));
    shorter = longest;
  }
  return chosen;
}

/** The most similar pair of the shortest tier first: the usual shortcut, to compare with. */
export function assignGreedily(
  candidates: readonly Candidate[],
  tiersMs: readonly number[],
): Candidate[] {
  const chosen: Candidate[] = [];
  const tierOf = ({ gapMs }: Candidate) => tiersMs.findIndex((longest) => gapMs <= longest);
  const order = candidates
    .filter((candidate) => tierOf(candidate) >= 0)
    .sort(
      (a, b) =>
        tierOf(a) - tierOf(b) || b.similarity - a.similarity || a.end - b.end || a.start - b.start,
    );
  for (const candidate of order) chosen.push(...withoutTaken([candidate], chosen));
  return chosen;
}

function bestOf(candidates: readonly Candidate[]): Candidate[] {
  if (candidates.length === 0) return [];
  const ends = numbersOf(candidates.map(({ end }) => end));
  const starts = numbersOf(candidates.map(({ start }) => start));
  const byPair = new Map(candidates.map((pair) => [`${pair.end} ${pair.start}`, pair]));
  const pairAt = (row: number, column: number) => byPair.get(`${ends[row]} ${starts[column]}`);
  // A pair that may not be costs as much as no pair at all, and is thrown away below.
  const costs = ends.map((_, row) =>
    starts.map((_, column) => Math.round((1 - (pairAt(row, column)?.similarity ?? 0)) * costScale)),
  );
  return munkres(costs).flatMap(([row, column]) => pairAt(row, column) ?? []);
}

function withoutTaken(
  candidates: readonly Candidate[],
  chosen: readonly Candidate[],
): readonly Candidate[] {
  const ends = new Set(chosen.map(({ end }) => end));
  const starts = new Set(chosen.map(({ start }) => start));
  return candidates.filter(({ end, start }) => !ends.has(end) && !starts.has(start));
}

const numbersOf = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);
