import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanRelativeAccuracy } from '../../../../eval/metrics/relative-accuracy.ts';

describe('meanRelativeAccuracy()', () => {
  it.each([
    [10, 10, 1],
    [9, 10, 0.8],
    [11, 10, 0.8],
    [6, 10, 0.2],
    [5, 10, 0],
    [15, 10, 0],
    [0, 0, 1],
    [1, 0, 0],
    [null, 3, 0],
  ])('of %s where there were %i is %d', (said, truth, accuracy) => {
    expect(meanRelativeAccuracy(said, truth)).toBeCloseTo(accuracy);
  });

  it('never rises with distance, and never depends on the unit', () => {
    const count = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(count, count, fc.integer({ min: 2, max: 9 }), (truth, away, scale) => {
        const near = meanRelativeAccuracy(truth + away, truth);
        expect(meanRelativeAccuracy(truth + away + 1, truth)).toBeLessThanOrEqual(near);
        expect(meanRelativeAccuracy(scale * (truth + away), scale * truth)).toBe(near);
        expect(meanRelativeAccuracy(truth - away, truth)).toBe(near);
      }),
    );
  });
});
