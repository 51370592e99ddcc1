import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../eval/domain/item.ts';
import {
  atLeast,
  bestNextGqaOverlap,
  deveQaOverlap,
  falconOverlap,
  nextGqaOverlap,
} from '../../../../eval/metrics/overlap.ts';

/** Proper spans on a grid of quarter seconds, so that sums are exact. */
const span = fc
  .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 200 }))
  .map(([start, length]): Span => [start / 4, (start + length) / 4]);

const overlapping = fc
  .tuple(span, span)
  .filter(([a, b]) => Math.min(a[1], b[1]) > Math.max(a[0], b[0]));

describe('overlap of a predicted and a true span', () => {
  it('the three benchmarks agree where proper spans overlap', () => {
    fc.assert(
      fc.property(overlapping, ([prediction, truth]) => {
        const official = nextGqaOverlap(prediction, truth);
        expect(deveQaOverlap(prediction, truth)).toEqual(official);
        expect(falconOverlap(prediction, truth).iou).toBeCloseTo(official.iou, 4);
      }),
    );
  });

  it.each([
    ['NExT-GQA', (a: Span, b: Span) => bestNextGqaOverlap(a, [b])],
    ['DeVE-QA', deveQaOverlap],
  ])('of %s: IoU is symmetric, at most IoP, and both are shares', (_, overlap) => {
    fc.assert(
      fc.property(span, span, (a, b) => {
        const { iou, iop } = overlap(a, b);
        expect(overlap(b, a).iou).toBe(iou);
        expect(iou).toBeLessThanOrEqual(iop);
        expect(iou).toBeGreaterThanOrEqual(0);
        expect(iop).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is whole for the truth itself', () => {
    fc.assert(
      fc.property(span, (truth) => {
        expect(nextGqaOverlap(truth, truth)).toEqual({ iou: 1, iop: 1 });
        expect(deveQaOverlap(truth, truth)).toEqual({ iou: 1, iop: 1 });
        expect(falconOverlap(truth, truth)).toMatchObject({ iou: 1, gtou: 1 });
      }),
    );
  });

  it('never falls when NExT-GQA knows a further true span', () => {
    fc.assert(
      fc.property(span, fc.array(span, { minLength: 1 }), span, (prediction, truths, further) => {
        const before = bestNextGqaOverlap(prediction, truths);
        const after = bestNextGqaOverlap(prediction, [...truths, further]);
        expect(after.iou).toBeGreaterThanOrEqual(before.iou);
        expect(after.iop).toBeGreaterThanOrEqual(before.iop);
      }),
    );
  });

  it('GToU never rises when a prediction grows beyond the truth', () => {
    fc.assert(
      fc.property(overlapping, fc.integer({ min: 0, max: 100 }), ([prediction, truth], more) => {
        const wider: Span = [prediction[0] - more, prediction[1] + more];
        const { gtou } = falconOverlap(prediction, truth);
        expect(falconOverlap(wider, truth).gtou).toBeLessThanOrEqual(gtou);
        expect(gtou).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('GToU does not ask how much of the truth a prediction inside it covers', () => {
    expect(falconOverlap([12, 13], [10, 20]).gtou).toBe(1);
    expect(falconOverlap([10, 20], [10, 20]).gtou).toBe(1);
  });
});

describe('falconOverlap()', () => {
  it.each([
    [1, 0.01562],
    [3, 0.04688],
    [5, 0.07812],
    [63, 0.98438],
  ])('rounds %i/64 to five decimals as Python does', (common, iou) => {
    expect(falconOverlap([0, 64], [0, common]).iou).toBe(iou);
  });
});

describe('atLeast()', () => {
  it.each([
    ['a point', [10, 10], [9.75, 10.25]],
    ['a short span', [10, 10.2], [9.85, 10.35]],
    ['a point at the start', [0, 0], [0, 0.5]],
    ['a point at the end', [30, 30], [29.5, 30]],
    ['a span that is long enough', [10, 11], [10, 11]],
    ['a reversed span, which stays', [11, 10], [11, 10]],
  ] as const)('widens %s', (_, given, wanted) => {
    const [start, end] = atLeast(given, 0.5, 30);
    expect(start).toBeCloseTo(wanted[0], 9);
    expect(end).toBeCloseTo(wanted[1], 9);
  });

  it('is the whole video when that is shorter than what is wanted', () => {
    expect(atLeast([0.1, 0.1], 0.5, 0.3)).toEqual([0, 0.3]);
  });

  it('gives the wanted length inside the video, around what was given', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 60, noNaN: true }), (point) => {
        const [start, end] = atLeast([point, point], 0.5, 60);
        expect(end - start).toBeCloseTo(0.5, 9);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(60);
        expect(start).toBeLessThanOrEqual(point);
        expect(end).toBeGreaterThanOrEqual(point);
      }),
    );
  });
});
