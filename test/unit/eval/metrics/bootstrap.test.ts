import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapInterval, meanInterval } from '../../../../eval/metrics/bootstrap.ts';

const options = { seed: 1, resamples: 300 };

describe('bootstrapInterval()', () => {
  it('is the same for the same seed', () => {
    const values = [0, 1, 1, 0, 1, 0, 0, 1];
    expect(meanInterval(values, options)).toEqual(meanInterval(values, options));
  });

  it('of a share of 100 coins is near what the normal approximation says', () => {
    const values = Array.from({ length: 100 }, (_, index) => index % 2);
    const { low, high } = meanInterval(values, { seed: 7, resamples: 2000 })!;
    expect(low).toBeCloseTo(0.5 - 1.96 * 0.05, 1);
    expect(high).toBeCloseTo(0.5 + 1.96 * 0.05, 1);
  });

  it('lies within the values and has its ends in order', () => {
    const values = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.integer(), (some, seed) => {
        const { low, high } = meanInterval(some, { seed, resamples: 50 })!;
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(Math.min(...some) - 1e-9);
        expect(high).toBeLessThanOrEqual(Math.max(...some) + 1e-9);
      }),
    );
  });

  it('leaves out resamples on which the statistic is undefined', () => {
    const positive = (indices: Uint32Array) => (indices[0] === 0 ? null : indices[0]!);
    expect(bootstrapInterval(2, positive, options)).toEqual({ low: 1, high: 1 });
  });

  it('is undefined over nothing', () => {
    expect(meanInterval([], options)).toBeUndefined();
    expect(bootstrapInterval(3, () => null, options)).toBeUndefined();
  });
});
