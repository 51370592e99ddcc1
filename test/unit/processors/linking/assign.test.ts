import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignGreedily,
  assignOptimally,
  type Candidate,
} from '../../../../processors/linking/assign.ts';

const pair = (end: number, start: number, similarity: number, gapMs = 0): Candidate => ({
  end,
  start,
  similarity,
  gapMs,
});

const tiers = [600, 5_000, 15_000];

const numbersOf = (chosen: readonly Candidate[]) => chosen.map(({ end, start }) => [end, start]);

const candidates = fc.uniqueArray(
  fc.record({
    end: fc.nat(5),
    start: fc.nat(5),
    similarity: fc.integer({ min: 750, max: 1_000 }).map((n) => n / 1_000),
    gapMs: fc.constantFrom(0, 300, 2_000, 9_000),
  }),
  { selector: ({ end, start }) => `${end} ${start}`, maxLength: 20 },
);

/** Highest total similarity of any one-to-one choice, by trying all. */
function bestTotal(all: readonly Candidate[]): number {
  const [first, ...others] = all;
  if (!first) return 0;
  const apart = others.filter(({ end, start }) => end !== first.end && start !== first.start);
  return Math.max(bestTotal(others), first.similarity + bestTotal(apart));
}

describe('assignOptimally()', () => {
  it('prefers the best total over the best single pair, where greedy does not', () => {
    const crossed = [pair(0, 0, 0.95), pair(0, 1, 0.94), pair(1, 0, 0.94), pair(1, 1, 0.76)];
    expect(numbersOf(assignOptimally(crossed, tiers))).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(numbersOf(assignGreedily(crossed, tiers))).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('settles short gaps before longer ones, whatever the similarity', () => {
    const chosen = assignOptimally([pair(0, 0, 0.76, 100), pair(1, 0, 0.99, 9_000)], tiers);
    expect(numbersOf(chosen)).toEqual([[0, 0]]);
  });

  it('never bridges a gap beyond the last tier', () => {
    expect(assignOptimally([pair(0, 0, 1, 15_001)], tiers)).toEqual([]);
  });

  it('within one tier it is as good as trying all', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const together = all.map((one) => ({ ...one, gapMs: 0 })).slice(0, 12);
        const total = assignOptimally(together, tiers).reduce(
          (sum, one) => sum + one.similarity,
          0,
        );
        expect(total).toBeCloseTo(bestTotal(together), 5);
      }),
    );
  });

  it.each([
    ['optimally', assignOptimally],
    ['greedily', assignGreedily],
  ])('%s: one to one, and the same for every order of the candidates', (_, assign) => {
    fc.assert(
      fc.property(candidates, fc.infiniteStream(fc.nat()), (all, keys) => {
        const chosen = assign(all, tiers);
        expect(new Set(chosen.map(({ end }) => end)).size).toBe(chosen.length);
        expect(new Set(chosen.map(({ start }) => start)).size).toBe(chosen.length);
        const shuffled = all
          .map((one) => ({ one, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(new Set(assign(shuffled, tiers))).toEqual(new Set(chosen));
      }),
    );
  });
});
