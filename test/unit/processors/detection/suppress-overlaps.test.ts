import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOverlap } from '../../../../kernel/geometry.ts';
import { suppressOverlaps } from '../../../../processors/detection/suppress-overlaps.ts';
import type { Detection } from '../../../../processors/domain/detection.ts';

const at = (x: number, score: number, kind = 'person'): Detection => ({
  kind,
  score,
  box: { x, y: 0, width: 0.2, height: 0.4 },
});

describe('suppressOverlaps()', () => {
  it('keeps the best of detections that overlap too much', () => {
    const [weak, strong] = [at(0.1, 0.4), at(0.12, 0.9)];
    expect(suppressOverlaps([weak, strong], { maximumOverlap: 0.5 })).toEqual([strong]);
  });

  it('keeps objects of different kinds in one place', () => {
    const found = [at(0.1, 0.9, 'person'), at(0.1, 0.8, 'backpack')];
    expect(suppressOverlaps(found, { maximumOverlap: 0.5 })).toEqual(found);
  });

  it('lets a suppressed detection suppress nothing', () => {
    // Each overlaps its neighbour by 0.6, the outer two by 0.33.
    const [first, second, third] = [at(0, 0.9), at(0.05, 0.8), at(0.1, 0.7)];
    expect(suppressOverlaps([first, second, third], { maximumOverlap: 0.5 })).toEqual([
      first,
      third,
    ]);
  });

  it('looks at the best candidates only', () => {
    const found = Array.from({ length: 10 }, (_, i) => at(i, i / 10));
    const kept = suppressOverlaps(found, { maximumOverlap: 0.5, maximumCandidates: 3 });
    expect(kept.map((d) => d.score)).toEqual([0.9, 0.8, 0.7]);
  });

  const detections = fc.array(
    fc.record({
      kind: fc.constantFrom('person', 'car'),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      box: fc.record({
        x: fc.double({ min: 0, max: 1, noNaN: true }),
        y: fc.double({ min: 0, max: 1, noNaN: true }),
        width: fc.double({ min: 0.01, max: 1, noNaN: true }),
        height: fc.double({ min: 0.01, max: 1, noNaN: true }),
      }),
    }),
    { maxLength: 20 },
  );

  it('leaves no two of a kind that overlap too much, and drops nothing without such a reason', () => {
    fc.assert(
      fc.property(detections, (found) => {
        const kept = suppressOverlaps(found, { maximumOverlap: 0.5 });
        const conflicts = (d: Detection) =>
          kept.filter((k) => k !== d && k.kind === d.kind && boxOverlap(k.box, d.box) > 0.5);
        for (const detection of kept) expect(conflicts(detection)).toEqual([]);
        for (const detection of found.filter((d) => !kept.includes(d)))
          expect(conflicts(detection).some((k) => k.score >= detection.score)).toBe(true);
      }),
    );
  });

  it('gives the best first, and the same again when applied to its own result', () => {
    fc.assert(
      fc.property(detections, (found) => {
        const kept = suppressOverlaps(found, { maximumOverlap: 0.5 });
        expect(kept.map((d) => d.score)).toEqual(
          kept.map((d) => d.score).toSorted((a, b) => b - a),
        );
        expect(suppressOverlaps(kept, { maximumOverlap: 0.5 })).toEqual(kept);
      }),
    );
  });
});
