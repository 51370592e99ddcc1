/**
 * The percentile bootstrap (Efron, 1979): how far a metric would move had other items of the same
 * kind been asked.
 */
import { randomIndex, seededRandom } from './random.ts';

export interface BootstrapOptions {
  readonly seed: number;
  readonly resamples?: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The 95 % interval of `statistic` over resamples, with replacement, of the indices 0..count-1.
 * The array of indices is reused between calls. A resample on which the statistic is null is left
 * out; the interval is undefined when none is left.
 */
export function bootstrapInterval(
  count: number,
  statistic: (indices: Uint32Array) => number | null,
  { seed, resamples = 1000 }: BootstrapOptions,
): Interval | undefined {
  if (count === 0) return undefined;
  const random = seededRandom(seed);
  const indices = new Uint32Array(count);
  const values: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    for (let at = 0; at < count; at++) indices[at] = randomIndex(random, count);
    const value = statistic(indices);
    if (value !== null) values.push(value);
  }
  if (values.length === 0) return undefined;
  values.sort((a, b) => a - b);
  return { low: quantile(values, 0.025), high: quantile(values, 0.975) };
}

/** Of the mean of `values`, as they are: not as percent. */
export function meanInterval(
  values: readonly number[],
  options: BootstrapOptions,
): Interval | undefined {
  return ratioInterval(
    values,
    values.map(() => 1),
    options,
  );
}

/** Of the sum of `parts` over the sum of `wholes`, both one per item; null over nothing is left out. */
export function ratioInterval(
  parts: readonly number[],
  wholes: readonly number[],
  options: BootstrapOptions,
): Interval | undefined {
  const ratioOver = (indices: Uint32Array) => {
    let part = 0;
    let whole = 0;
    for (const index of indices) {
      part += parts[index]!;
      whole += wholes[index]!;
    }
    return whole === 0 ? null : part / whole;
  };
  return bootstrapInterval(parts.length, ratioOver, options);
}

/** Linear between the two nearest of the sorted values. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)]!;
  const above = sorted[Math.ceil(at)]!;
  return below + (above - below) * (at - Math.floor(at));
}
