/** Captions as a row of steps of time. A series has one number for each step. */
import type { TimedCaption } from '../domain/caption-grounding.ts';

export interface Timeline {
  /** Seconds on the captions' clock. */
  readonly start: number;
  readonly end: number;
  readonly steps: number;
  /** For each step the captions that tell of it, by index; none in a hole. */
  readonly told: readonly (readonly number[])[];
}

export type Series = readonly number[];

/** Seconds. */
export const stepLength = 1;

export function timelineOf(captions: readonly TimedCaption[]): Timeline {
  const start = captions.reduce((least, caption) => Math.min(least, caption.start), Infinity);
  const end = captions.reduce((most, caption) => Math.max(most, caption.end), -Infinity);
  const steps = Math.ceil((end - start) / stepLength);
  const told: number[][] = Array.from({ length: steps }, () => []);
  for (const [index, caption] of captions.entries()) {
    const last = Math.min(steps, Math.ceil((caption.end - start) / stepLength));
    const first = Math.floor((caption.start - start) / stepLength);
    for (let step = first; step < last; step += 1) told[step]!.push(index);
  }
  return { start, end, steps, told };
}

/** The mean of the neighbours, weighted by a normal curve of that width in steps. */
export function smoothed(series: Series, deviation: number): number[] {
  const reach = Math.ceil(3 * deviation);
  return series.map((_, step) => {
    let sum = 0;
    let weights = 0;
    const last = Math.min(series.length - 1, step + reach);
    for (let other = Math.max(0, step - reach); other <= last; other += 1) {
      const weight = Math.exp(-(((other - step) / deviation) ** 2) / 2);
      sum += weight * series[other]!;
      weights += weight;
    }
    return sum / weights;
  });
}

export const meanOf = (series: Series): number =>
  series.reduce((sum, value) => sum + value, 0) / series.length;

/** What is more, or less, than on the average of the time. */
export function centred(series: Series): number[] {
  const mean = meanOf(series);
  return series.map((value) => value - mean);
}

/** Mean 0 and deviation 1; all 0 when nothing differs. */
export function standardised(series: Series): number[] {
  const around = centred(series);
  const deviation = Math.sqrt(meanOf(around.map((value) => value ** 2)));
  return around.map((value) => (deviation > 1e-9 ? value / deviation : 0));
}

/** Of shares of an event in time, how much of it lies up to a few steps before each step. */
export function shortlyAfter(shares: Series, decay: number): number[] {
  const kept = Math.exp(-1 / decay);
  let recent = 0;
  return shares.map((share) => {
    const before = recent;
    recent = (recent + share) * kept;
    return before;
  });
}
