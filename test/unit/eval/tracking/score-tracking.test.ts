import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchBest } from '../../../../eval/tracking/match-best.ts';
import {
  addTracking,
  countTracking,
  scoreTracking,
} from '../../../../eval/tracking/score-tracking.ts';
import type { TrackingSequence } from '../../../../eval/tracking/tracking-sequence.ts';

const identities = 4;

/** Any presence of a few identities on both sides, with any similarities. */
const anySequence: fc.Arbitrary<TrackingSequence> = fc
  .array(
    fc.record({
      truthIds: fc.subarray([0, 1, 2, 3]),
      trackerIds: fc.subarray([0, 1, 2, 3]),
      whole: fc.array(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
          minLength: identities,
          maxLength: identities,
        }),
        { minLength: identities, maxLength: identities },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((steps) => ({
    truthCount: identities,
    trackerCount: identities,
    timesteps: steps.map(({ truthIds, trackerIds, whole }) => ({
      truthIds,
      trackerIds,
      similarity: truthIds.map((i) => trackerIds.map((j) => whole[i]![j]!)),
    })),
  }));

/** The tracker reports exactly the truth, under identities of its own. */
const perfectOf = (sequence: TrackingSequence): TrackingSequence => ({
  ...sequence,
  timesteps: sequence.timesteps.map(({ truthIds }) => ({
    truthIds,
    trackerIds: truthIds.map((id) => identities - 1 - id),
    similarity: truthIds.map((one) => truthIds.map((other) => (one === other ? 1 : 0))),
  })),
});

const hasBoxes = (sequence: TrackingSequence) =>
  sequence.timesteps.some(({ truthIds }) => truthIds.length > 0);

const scoresOf = (sequence: TrackingSequence) => scoreTracking(countTracking(sequence));

describe('tracking metrics', () => {
  it('a tracker that reports the truth under other names has every point', () => {
    fc.assert(
      fc.property(anySequence.filter(hasBoxes), (sequence) => {
        const scores = scoresOf(perfectOf(sequence));
        expect([...scores.HOTA, ...scores.AssA, ...scores.DetA, ...scores.LocA]).toEqual(
          new Array(4 * 19).fill(1),
        );
        expect(scores).toMatchObject({ MOTA: 1, IDF1: 1, IDSW: 0, CLR_FP: 0, CLR_FN: 0 });
      }),
    );
  });

  it('every box is right once or wrong once, under each metric', () => {
    fc.assert(
      fc.property(anySequence, (sequence) => {
        const truths = sequence.timesteps.flatMap(({ truthIds }) => truthIds).length;
        const tracked = sequence.timesteps.flatMap(({ trackerIds }) => trackerIds).length;
        const scores = scoresOf(sequence);
        expect(scores.CLR_TP + scores.CLR_FN).toBe(truths);
        expect(scores.IDTP + scores.IDFN).toBe(truths);
        expect(scores.IDTP + scores.IDFP).toBe(tracked);
        scores.HOTA_TP.forEach((tp, a) => {
          expect(tp + scores.HOTA_FN[a]!).toBe(truths);
          expect(tp + scores.HOTA_FP[a]!).toBe(tracked);
        });
      }),
    );
  });

  it('shares lie between nothing and everything, and are no better at a stricter threshold', () => {
    fc.assert(
      fc.property(anySequence, (sequence) => {
        const { HOTA, DetA, AssA, HOTA_TP, IDF1, MOTA } = scoresOf(sequence);
        for (const share of [...HOTA, ...DetA, ...AssA, IDF1]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1 + 1e-12);
        }
        expect(MOTA).toBeLessThanOrEqual(1);
        expect([...HOTA_TP]).toEqual([...HOTA_TP].sort((a, b) => b - a));
      }),
    );
  });

  it('a sequence counted twice scores as once', () => {
    fc.assert(
      fc.property(anySequence, (sequence) => {
        const counts = countTracking(sequence);
        const twice = scoreTracking(addTracking([counts, counts]));
        const once = scoreTracking(counts);
        expect(twice.IDF1).toBeCloseTo(once.IDF1, 12);
        expect(twice.MOTA).toBeCloseTo(once.MOTA, 12);
        twice.HOTA.forEach((value, a) => {
          expect(value).toBeCloseTo(once.HOTA[a]!, 12);
        });
      }),
    );
  });

  it('a match that may go on goes on, though another box fits better now', () => {
    const both = { truthIds: [0], trackerIds: [0, 1] };
    const { IDSW } = scoresOf({
      truthCount: 1,
      trackerCount: 2,
      timesteps: [
        { ...both, similarity: [[0.8, 0.6]] },
        { ...both, similarity: [[0.6, 0.9]] },
      ],
    });
    expect(IDSW).toBe(0);
  });
});

describe('matchBest()', () => {
  it('no other one-to-one matching scores more', () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const row = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 3, maxLength: 3 }), (scores) => {
        const total = matchBest(scores).reduce(
          (sum, match) => sum + scores[match.row]![match.column]!,
          0,
        );
        const best = Math.max(
          ...orders.map((order) => order.reduce((sum, column, i) => sum + scores[i]![column]!, 0)),
        );
        expect(total).toBeCloseTo(best, 12);
      }),
    );
  });
});
