import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slopeOf } from '../../bench/harness/linear-fit.ts';

describe('a slope', () => {
  it('of points on a line is that of the line, whatever the line', () => {
    const small = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(small, small, fc.integer({ min: 3, max: 50 }), (slope, offset, count) => {
        const points = Array.from({ length: count }, (_, x) => ({ x, y: offset + slope * x }));
        const found = slopeOf(points);
        expect(found.value).toBeCloseTo(slope, 6);
        expect(found.high - found.low).toBeLessThan(1e-6);
      }),
    );
  });

  it('has the interval of a textbook: y of 1 3 2 5 4 at x of 1..5', () => {
    const points = [1, 3, 2, 5, 4].map((y, i) => ({ x: i + 1, y }));
    const { value, low, high } = slopeOf(points);
    // Residual variance 3.6 / 3, spread of x 10, t of 3 degrees of freedom.
    const margin = 3.182 * Math.sqrt(3.6 / 3 / 10);
    expect(value).toBeCloseTo(0.8, 9);
    expect(low).toBeCloseTo(0.8 - margin, 9);
    expect(high).toBeCloseTo(0.8 + margin, 9);
  });

  it('is not made up from too few points, or from points at one place', () => {
    const two = [0, 1].map((x) => ({ x, y: x }));
    const onePlace = [0, 1, 2].map((y) => ({ x: 1, y }));
    expect(() => slopeOf(two)).toThrow(RangeError);
    expect(() => slopeOf(onePlace)).toThrow(RangeError);
  });
});
