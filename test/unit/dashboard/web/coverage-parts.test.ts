import { expect, test } from 'vitest';
import { gapParts } from '../../../../dashboard/web/coverage-parts.ts';

const range = { start: 1_000, end: 2_000 };
const gap = (start: number, end: number) => ({ streamId: 'dock', start, end, reason: 'stalled' });

test('gaps are cut to the range, and come in order', () => {
  const parts = gapParts(range, [gap(1_900, 5_000), gap(0, 1_100), gap(1_500, 1_600)]);
  expect(parts.map(({ left, width }) => [left, width].map((n) => Math.round(n * 10)))).toEqual([
    [0, 1],
    [5, 1],
    [9, 1],
  ]);
  expect(parts[0]!.range).toEqual({ start: 1_000, end: 1_100 });
});

test('gaps outside of the range do not show', () => {
  expect(gapParts(range, [gap(0, 1_000), gap(2_000, 3_000)])).toEqual([]);
});
