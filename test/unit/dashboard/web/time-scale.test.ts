import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  instantAt,
  pan,
  shareAt,
  ticks,
  visiblePart,
  zoom,
  zoomLimits,
} from '../../../../dashboard/web/time-scale.ts';

const range = { start: 10_000, end: 20_000 };
const someRange = fc
  .tuple(fc.integer({ min: 0, max: 1e13 }), fc.integer({ min: zoomLimits.min, max: 86_400_000 }))
  .map(([start, length]) => ({ start, end: start + length }));
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('an instant and its share lead to each other', () => {
  fc.assert(
    fc.property(someRange, share, (some, at) => {
      expect(shareAt(some, instantAt(some, at))).toBeCloseTo(at, 3);
    }),
  );
});

describe('the part of a span that shows', () => {
  test.each([
    ['inside', { start: 12_000, end: 13_000 }, { left: 0.2, width: 0.1 }],
    ['over the start', { start: 0, end: 11_000 }, { left: 0, width: 0.1 }],
    ['over the end', { start: 19_000, end: 99_000 }, { left: 0.9, width: 0.1 }],
    ['over both', { start: 0, end: 99_000 }, { left: 0, width: 1 }],
    ['before', { start: 0, end: 10_000 }, undefined],
    ['after', { start: 20_000, end: 21_000 }, undefined],
  ])('%s', (_name, span, wanted) => {
    const part = visiblePart(range, span);
    if (!wanted) return expect(part).toBeUndefined();
    expect(part!.left).toBeCloseTo(wanted.left);
    expect(part!.width).toBeCloseTo(wanted.width);
  });
});

test('zooming keeps the instant under the pointer, and stays within its limits', () => {
  fc.assert(
    fc.property(
      someRange,
      share,
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      (some, at, by) => {
        const zoomed = zoom(some, by, at);
        const length = zoomed.end - zoomed.start;
        expect(length).toBeGreaterThanOrEqual(zoomLimits.min);
        expect(length).toBeLessThanOrEqual(zoomLimits.max);
        expect(instantAt(zoomed, at) - instantAt(some, at)).toBeLessThanOrEqual(2);
        expect(instantAt(some, at) - instantAt(zoomed, at)).toBeLessThanOrEqual(2);
      },
    ),
  );
});

test('moving there and back leads home', () => {
  expect(pan(pan(range, 0.3), -0.3)).toEqual(range);
});

describe('ticks', () => {
  test('stand on round instants of the time zone', () => {
    const halfHour = 30 * 60_000;
    const day = { start: 0, end: 24 * 3_600_000 };
    for (const tick of ticks(day, 8, halfHour)) expect((tick + halfHour) % 3_600_000).toBe(0);
  });

  test('are never more than there is room for, and all of them show', () => {
    fc.assert(
      fc.property(someRange, fc.integer({ min: 2, max: 20 }), (some, most) => {
        const found = ticks(some, most);
        expect(found.length).toBeLessThanOrEqual(most);
        for (const tick of found) expect(tick >= some.start && tick < some.end).toBe(true);
      }),
    );
  });
});
