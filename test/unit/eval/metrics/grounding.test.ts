import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Grade, groundingScore } from '../../../../eval/metrics/grounding.ts';

const grade = (isRight: boolean, iop: number, iou = iop): Grade => ({
  isRight,
  overlap: { iop, iou },
});

describe('groundingScore()', () => {
  it('credits an answer only where at least half of what it points at is true', () => {
    const grades = [grade(true, 0.5), grade(true, 0.49), grade(false, 1), grade(true, 1)];
    expect(groundingScore(grades, 'accQa')).toBe(75);
    expect(groundingScore(grades, 'accGqa')).toBe(50);
    expect(groundingScore(grades, 'iop05')).toBe(75);
    expect(groundingScore(grades, 'iop03')).toBe(100);
  });

  it('is undefined of no question', () => {
    expect(groundingScore([], 'miop')).toBeNull();
  });

  it('Acc@GQA is never above Acc@QA or IoP@0.5, and a higher threshold never hits more', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const grades = fc.array(
      fc.tuple(fc.boolean(), share, share).map(([isRight, a, b]) => grade(isRight, a, a * b)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(grades, (some) => {
        const score = (figure: Parameters<typeof groundingScore>[1]) =>
          groundingScore(some, figure)!;
        expect(score('accGqa')).toBeLessThanOrEqual(Math.min(score('accQa'), score('iop05')));
        expect(score('iop05')).toBeLessThanOrEqual(score('iop03'));
        expect(score('iou05')).toBeLessThanOrEqual(score('iou03'));
        expect(score('miou')).toBeLessThanOrEqual(score('miop') + 1e-9);
      }),
    );
  });
});
