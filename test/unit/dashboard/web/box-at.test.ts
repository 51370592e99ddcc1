import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxesAt } from '../../../../dashboard/web/box-at.ts';

const box = (x: number) => ({ x, y: 0.5, width: 0.1, height: 0.2 });
const walk = [
  { trajectoryId: 'a', at: 1_000, box: box(0.1) },
  { trajectoryId: 'a', at: 1_500, box: box(0.3) },
  { trajectoryId: 'a', at: 9_000, box: box(0.8) },
];
const xAt = (at: number) => boxesAt(walk, at).map((one) => Math.round(one.box.x * 100) / 100);

describe('the box of an object', () => {
  test.each([
    ['at a known instant', 1_000, [0.1]],
    ['half way between two known instants', 1_250, [0.2]],
    ['just before the first', 800, [0.1]],
    ['long before the first', 700, []],
    ['just after the last', 9_200, [0.8]],
    ['long after the last', 9_300, []],
    ['in the middle of a time without boxes', 5_000, []],
    ['at the edge of a time without boxes', 1_700, [0.3]],
  ])('%s', (_name, at, wanted) => {
    expect(xAt(at)).toEqual(wanted);
  });
});

test('objects do not mix', () => {
  const crowd = [...walk, { trajectoryId: 'b', at: 1_250, box: box(0.9) }];
  expect(boxesAt(crowd, 1_250).map((one) => [one.trajectoryId, one.box.x])).toEqual([
    ['a', 0.2],
    ['b', 0.9],
  ]);
});

test('a box between two others lies between them', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, fc.integer({ min: 0, max: 1_000 }), (from, to, at) => {
      const track = [
        { trajectoryId: 'a', at: 0, box: box(from) },
        { trajectoryId: 'a', at: 1_000, box: box(to) },
      ];
      const [found] = boxesAt(track, at);
      expect(found!.box.x).toBeGreaterThanOrEqual(Math.min(from, to) - 1e-9);
      expect(found!.box.x).toBeLessThanOrEqual(Math.max(from, to) + 1e-9);
    }),
  );
});
