import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkScores,
  type FaithfulScores,
  faithfulAccuracy,
  type JudgedTarget,
} from '../../../../eval/metrics/faithful-accuracy.ts';
import { seededRandom, shuffled } from '../../../../eval/metrics/random.ts';
import { AppError } from '../../../../kernel/errors.ts';

const target = (isRight: boolean, ...subsRight: boolean[]): JudgedTarget => ({
  isRight,
  subsRight,
});

const targets = fc.array(
  fc.record({ isRight: fc.boolean(), subsRight: fc.array(fc.boolean(), { maxLength: 4 }) }),
);

describe('faithfulAccuracy()', () => {
  it('counts a target only with all of its sub-questions', () => {
    const some = [target(true, true, true), target(true, true, false), target(false, true)];
    const { aFaith, aTarget, aSub, aCons } = faithfulAccuracy(some);
    expect(aFaith).toBeCloseTo(100 / 3);
    expect(aTarget).toBeCloseTo(200 / 3);
    expect(aSub).toBeCloseTo(80);
    expect(aCons).toBeCloseTo(75);
  });

  it('a target without sub-questions is faithful when right, and no part of A_cons', () => {
    expect(faithfulAccuracy([target(true), target(true, false)])).toEqual({
      aFaith: 50,
      aTarget: 100,
      aSub: 0,
      aCons: 0,
    });
  });

  it('A_cons is undefined when no target is right, and everything over nothing', () => {
    expect(faithfulAccuracy([target(false, true)])).toMatchObject({ aFaith: 0, aCons: null });
    expect(Object.values(faithfulAccuracy([]))).toEqual([null, null, null, null]);
  });

  it('is at most the accuracy of targets, and that of sub-questions decides nothing else', () => {
    fc.assert(
      fc.property(targets, (some) => {
        const { aFaith, aTarget } = faithfulAccuracy(some);
        expect(aFaith ?? 0).toBeLessThanOrEqual((aTarget ?? 0) + 1e-9);
      }),
    );
  });

  it('does not depend on the order of targets or sub-questions', () => {
    fc.assert(
      fc.property(targets, fc.integer(), (some, seed) => {
        const random = seededRandom(seed);
        const mixed = shuffled(some, random).map((one) => ({
          ...one,
          subsRight: shuffled(one.subsRight, random),
        }));
        const [before, after] = [faithfulAccuracy(some), faithfulAccuracy(mixed)];
        for (const metric of Object.keys(before) as (keyof FaithfulScores)[]) {
          expect(after[metric] ?? -1).toBeCloseTo(before[metric] ?? -1, 9);
        }
      }),
    );
  });

  it('one more right answer never lowers A_faith, A_target or A_sub', () => {
    fc.assert(
      fc.property(targets, fc.nat(), (some, which) => {
        fc.pre(some.length > 0);
        const better = some.map((one, index) =>
          index === which % some.length
            ? { isRight: true, subsRight: one.subsRight.map(() => true) }
            : one,
        );
        const [before, after] = [faithfulAccuracy(some), faithfulAccuracy(better)];
        for (const metric of ['aFaith', 'aTarget', 'aSub'] as const) {
          expect(after[metric] ?? 0).toBeGreaterThanOrEqual((before[metric] ?? 0) - 1e-9);
        }
      }),
    );
  });
});

describe('checkScores()', () => {
  const sound: FaithfulScores = { aFaith: 25, aTarget: 50, aSub: 60, aCons: 75 };

  it.each([
    ['A_faith above A_target', { ...sound, aFaith: 51 }, sound],
    ['A_faith above A_target times A_cons', sound, { ...sound, aFaith: 38 }],
  ])('throws on %s', (_, all, withSubs) => {
    expect(() => checkScores(all, withSubs)).toThrow(AppError);
  });

  it('lets sound scores pass', () => {
    expect(() => checkScores(sound, sound)).not.toThrow();
  });
});
