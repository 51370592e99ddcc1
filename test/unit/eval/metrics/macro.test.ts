import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { macroMean } from '../../../../eval/metrics/macro.ts';

describe('macroMean()', () => {
  const groups = ['a', 'a', 'a', 'b'];
  const groupOf = (index: number) => groups[index]!;

  it('counts each group the same, however large it is', () => {
    expect(macroMean([0, 0, 0, 100], groupOf)).toBe(50);
  });

  it('is over the indices asked for, as often as they are there', () => {
    expect(macroMean([0, 60, 0, 100], groupOf, [1, 1, 0])).toBe(40);
    expect(macroMean([], groupOf)).toBeNull();
  });

  it('of one group is the mean', () => {
    const values = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1 });
    fc.assert(
      fc.property(values, (some) => {
        const mean = some.reduce((sum, value) => sum + value, 0) / some.length;
        expect(macroMean(some, () => '')).toBeCloseTo(mean, 9);
      }),
    );
  });
});
