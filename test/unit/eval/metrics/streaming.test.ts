import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom, shuffled } from '../../../../eval/metrics/random.ts';
import {
  type AskedOften,
  timelinessCells,
  timelinessOf,
} from '../../../../eval/metrics/streaming.ts';

/** `+` right, `-` not; asked every 5 s from the end of the evidence on, which is at 10 s. */
const asked = (judgements: string): AskedOften => ({
  evidenceEnd: 10,
  replies: [...judgements].map((one, at) => ({ askedAt: 10 + 5 * at, isRight: one === '+' })),
});

describe('timelinessOf()', () => {
  it.each([
    ['+++', 0, 0, true, 0],
    ['-++', 5, 5, false, 1],
    ['-+-+', 5, 15, false, 3],
    ['+-', 0, null, true, 1],
    ['---', null, null, false, 0],
    ['', null, null, null, 0],
  ])(
    '%s: first right after %s s, for good after %s s',
    (judgements, first, good, atFirst, flips) => {
      expect(timelinessOf(asked(judgements))).toEqual({
        firstRightAfter: first,
        rightForGoodAfter: good,
        isRightAtFirst: atFirst,
        flips,
      });
    },
  );

  it('leaves out what was asked before the answer could be known', () => {
    const early = { askedAt: 4, isRight: true };
    const late = asked('-+');
    const both = { ...late, replies: [early, ...late.replies] };
    expect(timelinessOf(both)).toEqual(timelinessOf(late));
  });

  it('holds in any order of the replies, and being right for good never comes first', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('+', '-')), fc.integer(), (judgements, seed) => {
        const item = asked(judgements.join(''));
        const timeliness = timelinessOf(item);
        const mixed = { ...item, replies: shuffled(item.replies, seededRandom(seed)) };
        expect(timelinessOf(mixed)).toEqual(timeliness);
        const { firstRightAfter, rightForGoodAfter, isRightAtFirst, flips } = timeliness;
        if (rightForGoodAfter !== null) {
          expect(firstRightAfter).toBeLessThanOrEqual(rightForGoodAfter);
          expect(flips % 2 === 0).toBe(isRightAtFirst);
        }
      }),
    );
  });
});

describe('timelinessCells()', () => {
  it('sums up items that were asked, delays over those that became right', () => {
    const items = ['++', '-+', '-+-', '--', ''].map(asked);
    const { atFirst, ever, forGood, firstRightAfter, rightForGoodAfter, flips } = timelinessCells(
      items,
      { seed: 1 },
    );
    expect([atFirst.value, ever.value, forGood.value]).toEqual([25, 75, 50]);
    expect(firstRightAfter.value).toBe(5);
    expect(rightForGoodAfter.value).toBe(2.5);
    expect(flips.value).toBe(0.75);
    expect(firstRightAfter.low).toBeLessThanOrEqual(firstRightAfter.value!);
    expect(firstRightAfter.high).toBeGreaterThanOrEqual(firstRightAfter.value!);
  });

  it('is undefined of items that were never asked, and delays where none became right', () => {
    expect(timelinessCells([], { seed: 1 }).ever).toEqual({ value: null });
    expect(timelinessCells([asked('--')], { seed: 1 }).firstRightAfter).toEqual({ value: null });
  });
});
