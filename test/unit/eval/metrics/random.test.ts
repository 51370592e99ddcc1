import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomIndex, seededRandom, shuffled } from '../../../../eval/metrics/random.ts';

describe('seededRandom()', () => {
  it('repeats itself for a seed and differs between neighbouring seeds', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
    expect(draw(3)).toEqual(draw(3));
    expect(draw(3)).not.toEqual(draw(4));
  });

  it('draws each of ten numbers about equally often', () => {
    const random = seededRandom(11);
    const counts = new Array(10).fill(0);
    for (let draw = 0; draw < 10_000; draw++) counts[randomIndex(random, 10)]++;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

describe('shuffled()', () => {
  it('keeps the values and leaves the original as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (values, seed) => {
        const before = [...values];
        const mixed = shuffled(values, seededRandom(seed));
        expect(values).toEqual(before);
        expect([...mixed].sort()).toEqual([...values].sort());
      }),
    );
  });

  it('puts every value in every place about equally often', () => {
    const random = seededRandom(5);
    const first = [0, 0, 0];
    for (let round = 0; round < 3000; round++) first[shuffled([0, 1, 2], random)[0]!]!++;
    for (const count of first) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });
});
