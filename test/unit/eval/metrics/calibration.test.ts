import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConfidentAnswer, calibrationOf } from '../../../../eval/metrics/calibration.ts';

const answers = (confidence: number, right: number, wrong: number): ConfidentAnswer[] => [
  ...Array.from({ length: right }, () => ({ confidence, isRight: true })),
  ...Array.from({ length: wrong }, () => ({ confidence, isRight: false })),
];

const someAnswers = fc.array(
  fc.record({ confidence: fc.double({ min: 0, max: 1, noNaN: true }), isRight: fc.boolean() }),
  { minLength: 1 },
);

describe('calibrationOf()', () => {
  it('is perfect where answers are right as often as they claim', () => {
    const { ace, mce } = calibrationOf([...answers(0.5, 5, 5), ...answers(0.8, 8, 2)])!;
    expect(ace).toBeCloseTo(0);
    expect(mce).toBeCloseTo(0);
  });

  it('takes the mean and the largest error over bins, not over answers', () => {
    const { ace, mce } = calibrationOf([...answers(0.55, 100, 0), ...answers(0.95, 0, 1)])!;
    expect(mce).toBeCloseTo(0.95);
    expect(ace).toBeCloseTo((0.45 + 0.95) / 2);
  });

  it('CC@0.9 is large only for many sure answers that are right', () => {
    expect(calibrationOf(answers(0.95, 19, 1))!.ccAt90).toBeCloseTo(1);
    expect(calibrationOf([...answers(0.95, 19, 1), ...answers(0.2, 0, 20)])!.ccAt90).toBeCloseTo(
      0.5,
    );
    expect(calibrationOf(answers(0.95, 0, 20))!.ccAt90).toBeCloseTo(0.05);
    expect(calibrationOf(answers(0.85, 20, 0))!.ccAt90).toBe(0);
  });

  it('Brier is the mean squared distance', () => {
    expect(calibrationOf([...answers(0.8, 1, 0), ...answers(0.6, 0, 1)])!.brier).toBeCloseTo(
      (0.04 + 0.36) / 2,
    );
  });

  it('counts every answer in one bin; full confidence in the last', () => {
    fc.assert(
      fc.property(someAnswers, (some) => {
        const { ace, mce, brier, ccAt90, bins } = calibrationOf([
          ...some,
          { confidence: 1, isRight: true },
        ])!;
        expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(some.length + 1);
        expect(bins.at(-1)).toMatchObject({ from: 0.9, to: 1 });
        expect(ace).toBeLessThanOrEqual(mce + 1e-12);
        for (const value of [ace, mce, brier, ccAt90]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
    );
  });

  it('is undefined without answers', () => {
    expect(calibrationOf([])).toBeNull();
  });
});
