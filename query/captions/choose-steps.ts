/** The run of steps that is most likely what was asked about. */
import type { Series } from './timeline.ts';

/** `[first, last[`. */
export type Steps = readonly [from: number, to: number];

/**
 * The most relevant run of `least` steps (the earliest of several), grown on both sides while the
 * next step is nearly as relevant: not under `share` of the run's mean.
 */
export function chooseSteps(relevance: Series, least: number, share: number): Steps {
  const [from, to] = bestRun(relevance, Math.min(least, relevance.length));
  const enough = share * (sumOf(relevance, from, to) / (to - from));
  let [first, last] = [from, to];
  while (first > 0 && relevance[first - 1]! >= enough) first -= 1;
  while (last < relevance.length && relevance[last]! >= enough) last += 1;
  return [first, last];
}

function bestRun(relevance: Series, length: number): Steps {
  let best = 0;
  let most = -Infinity;
  for (let from = 0; from + length <= relevance.length; from += 1) {
    const sum = sumOf(relevance, from, from + length);
    // Rounding must not decide between runs that are the same.
    if (sum > most + 1e-9) [best, most] = [from, sum];
  }
  return [best, best + length];
}

function sumOf(series: Series, from: number, to: number): number {
  let sum = 0;
  for (let step = from; step < to; step += 1) sum += series[step]!;
  return sum;
}
