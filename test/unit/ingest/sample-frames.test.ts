import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysisSize, SampleGrid } from '../../../ingest/sample-frames.ts';
import { runningSum } from '../../support/running-sum.ts';

const sampled = (instants: readonly number[], framesPerSecond = 4): number[] => {
  const grid = new SampleGrid(framesPerSecond);
  return instants.filter((at) => grid.takes(at));
};

const constantRate = (start: number, stepMs: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.round(start + i * stepMs));

describe('SampleGrid', () => {
  it('keeps 60 frames of a 15 s chunk at 25 frames a second', () => {
    expect(sampled(constantRate(1_500_000, 40, 375))).toHaveLength(60);
  });

  it('keeps the same frames when it begins later', () => {
    const instants = constantRate(0, 40, 500);
    const whole = sampled(instants).filter((at) => at >= 10_000);
    expect(sampled(instants.filter((at) => at >= 10_000))).toEqual(whole);
  });

  it('keeps every frame that comes slower than the grid', () => {
    const instants = constantRate(123, 700, 40);
    expect(sampled(instants)).toEqual(instants);
  });

  it('never keeps two frames nearer than half the interval', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 300 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2e12 }), steps, (start, list) => {
        const kept = sampled(runningSum(list, start));
        for (let i = 1; i < kept.length; i += 1) {
          expect(kept[i]! - kept[i - 1]!).toBeGreaterThanOrEqual(125);
        }
      }),
    );
  });

  it('misses no slot of the grid at any constant rate above it', () => {
    const rate = fc.double({ min: 4, max: 120, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2e12 }), rate, (start, framesPerSecond) => {
        const kept = sampled(constantRate(start, 1000 / framesPerSecond, 200));
        for (let i = 1; i < kept.length; i += 1) {
          expect(Math.floor(kept[i]! / 250) - Math.floor(kept[i - 1]! / 250)).toBe(1);
        }
      }),
    );
  });
});

describe('analysisSize', () => {
  it.each([
    [
      { width: 1280, height: 720, pixelAspect: 1 },
      { width: 960, height: 540 },
    ],
    [
      { width: 720, height: 1280, pixelAspect: 1 },
      { width: 540, height: 960 },
    ],
    [
      { width: 320, height: 180, pixelAspect: 1 },
      { width: 320, height: 180 },
    ],
    [
      { width: 720, height: 576, pixelAspect: 16 / 11 },
      { width: 720, height: 396 },
    ],
    [
      { width: 1440, height: 1080, pixelAspect: 4 / 3 },
      { width: 960, height: 540 },
    ],
    [
      { width: 720, height: 480, pixelAspect: 8 / 9 },
      { width: 640, height: 480 },
    ],
    [
      { width: 321, height: 181, pixelAspect: 0 },
      { width: 322, height: 182 },
    ],
  ])('%o becomes %o', (picture, size) => {
    expect(analysisSize(picture, 960)).toEqual(size);
  });
});
