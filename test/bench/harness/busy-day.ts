/** A yard that is busy all day: what an ideal extractor would report of it, chunk by chunk. */
import type { ObservedChunk } from '../../../processors/domain/aggregation-memory.ts';
import { aBox } from '../../support/observations.ts';
import { type Actor, chunkLengthMs, chunkOf } from '../../support/scenes.ts';

/** Numbers in 0..1 that are the same in every run (a linear congruential generator). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A unit vector with 48 numbers, like a colour histogram. */
export function lookOf(random: () => number): number[] {
  const raw = Array.from({ length: 48 }, () => random() ** 3);
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}

const cars = Array.from(
  { length: 6 },
  (_, n): Actor => ({
    kind: 'car',
    visible: { start: 0, end: Number.MAX_SAFE_INTEGER },
    from: aBox({ x: 0.1 + n * 0.14, y: 0.7, width: 0.12, height: 0.15 }),
    appearance: lookOf(numbersFrom(n)),
  }),
);

/** Six cars that stay and, in each chunk, three people who come and go. */
export function chunkOfDay(seq: number): ObservedChunk {
  const people = [0, 1, 2].map((n): Actor => {
    const start = seq * chunkLengthMs + 1_000 + n * 3_000;
    return {
      visible: { start, end: start + 7_000 },
      from: aBox({ x: 0 }),
      to: aBox({ x: 0.9 }),
      entry: 'side:left',
      exit: 'side:right',
      appearance: lookOf(numbersFrom(seq * 3 + n)),
    };
  });
  return chunkOf(seq, [...cars, ...people]);
}
