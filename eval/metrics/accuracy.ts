/** Shares in percent, with their intervals, as cells of a table. */
import type { Cell } from '../domain/result.ts';
import type { Interval } from './bootstrap.ts';

/** Percent of `values` that are true; null of none. */
export function percentOf(values: readonly boolean[]): number | null {
  if (values.length === 0) return null;
  return (100 * values.filter(Boolean).length) / values.length;
}

/** `percentOf` with its interval. */
export function shareCell(values: readonly boolean[]): Cell {
  return {
    value: percentOf(values),
    ...shareInterval(values.filter(Boolean).length, values.length),
  };
}

/**
 * The 95 % percentile bootstrap interval of a share, in percent, as it is for infinitely many
 * resamples: the trues in a resample follow the binomial distribution of the share. Undefined for
 * a `count` of 0.
 */
export function shareInterval(trues: number, count: number): Interval | undefined {
  if (count === 0) return undefined;
  if (trues === 0 || trues === count)
    return { low: (100 * trues) / count, high: (100 * trues) / count };
  const odds = Math.log(trues / (count - trues));
  let logProbability = count * Math.log1p(-trues / count);
  let cumulative = 0;
  let low: number | undefined;
  for (let drawn = 0; drawn < count; drawn++) {
    cumulative += Math.exp(logProbability);
    if (low === undefined && cumulative >= 0.025) low = drawn;
    if (cumulative >= 0.975) return percents(low!, drawn, count);
    logProbability += Math.log((count - drawn) / (drawn + 1)) + odds;
  }
  return percents(low ?? count, count, count);
}

const percents = (low: number, high: number, count: number): Interval => ({
  low: (100 * low) / count,
  high: (100 * high) / count,
});
