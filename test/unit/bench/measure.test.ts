import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inTurns,
  measurementOf,
  medianOf,
  percentileOf,
  ratiosOf,
} from '../../bench/harness/measure.ts';

describe('contenders', () => {
  it('take turns, and what warms them up is not measured', async () => {
    const order: string[] = [];
    const turn = (name: string) => async (round: number) => {
      order.push(name);
      return round;
    };
    const results = await inTurns(
      { ours: turn('a'), theirs: turn('b') },
      { rounds: 2, warmUps: 1 },
    );
    expect(order.join('')).toBe('ababab');
    expect(results).toEqual({ ours: [0, 1], theirs: [0, 1] });
  });

  it('are compared pair by pair, so that a slow moment counts for both', () => {
    expect(ratiosOf([1, 10, 2], [2, 20, 4])).toEqual([0.5, 0.5, 0.5]);
  });
});

const numbers = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 });

describe('a measurement', () => {
  it('lies within its spread', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const { value, low, high, n } = measurementOf(values, {
          ...{ name: 'any', unit: 'x', isBetter: 'lower' },
        });
        expect(low).toBeLessThanOrEqual(value);
        expect(value).toBeLessThanOrEqual(high);
        expect(n).toBe(values.length);
      }),
    );
  });

  it('of nothing is refused', () => {
    expect(() => measurementOf([], { name: 'any', unit: 'x', isBetter: 'lower' })).toThrow(/any/);
  });
});

it('a median is the middle value, or lies between the two in the middle', () => {
  expect([medianOf([3, 1, 2]), medianOf([4, 1, 2, 3])]).toEqual([2, 2.5]);
});

it('a percentile is a value that was measured, and no fewer than its share are not above it', () => {
  fc.assert(
    fc.property(numbers, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
      const found = percentileOf(values, share);
      expect(values).toContain(found);
      const notAbove = values.filter((value) => value <= found).length;
      expect(notAbove).toBeGreaterThanOrEqual(share * values.length - 1e-9);
    }),
  );
});
