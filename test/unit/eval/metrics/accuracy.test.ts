import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentOf, shareCell, shareInterval } from '../../../../eval/metrics/accuracy.ts';
import { meanInterval } from '../../../../eval/metrics/bootstrap.ts';

const coins = (trues: number, count: number): boolean[] =>
  Array.from({ length: count }, (_, index) => index < trues);

describe('percentOf()', () => {
  it('is undefined of nothing, not zero', () => {
    expect(percentOf([])).toBeNull();
    expect(shareCell([])).toEqual({ value: null });
    expect(percentOf([false])).toBe(0);
  });
});

describe('shareInterval()', () => {
  it.each([
    [1, 3],
    [7, 20],
    [90, 100],
    [300, 1000],
  ])('of %i of %i is that of a bootstrap with many resamples', (trues, count) => {
    const percents = coins(trues, count).map((value) => (value ? 100 : 0));
    const drawn = meanInterval(percents, { seed: 3, resamples: 4000 })!;
    const exact = shareInterval(trues, count)!;
    // One step of the share, and the noise of drawing.
    const slack = 100 / count + 0.4;
    expect(Math.abs(exact.low - drawn.low)).toBeLessThanOrEqual(slack);
    expect(Math.abs(exact.high - drawn.high)).toBeLessThanOrEqual(slack);
  });

  it('holds the share, lies within 0 and 100, and mirrors when true and false change places', () => {
    const counts = fc
      .integer({ min: 1, max: 3000 })
      .chain((count) => fc.tuple(fc.integer({ min: 0, max: count }), fc.constant(count)));
    fc.assert(
      fc.property(counts, ([trues, count]) => {
        const { low, high } = shareInterval(trues, count)!;
        const mirrored = shareInterval(count - trues, count)!;
        const share = (100 * trues) / count;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(share);
        expect(high).toBeGreaterThanOrEqual(share);
        expect(high).toBeLessThanOrEqual(100);
        expect(Math.abs(mirrored.low + high - 100)).toBeLessThanOrEqual(100 / count + 1e-9);
      }),
    );
  });

  it('is a point where all are the same', () => {
    expect(shareInterval(0, 9)).toEqual({ low: 0, high: 0 });
    expect(shareInterval(9, 9)).toEqual({ low: 100, high: 100 });
  });
});
