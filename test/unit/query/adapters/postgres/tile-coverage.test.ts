import fc from 'fast-check';
import { expect, it } from 'vitest';
import { durationOf, subtractRanges, type TimeRange } from '../../../../../kernel/time.ts';
import {
  type StreamRecord,
  tileCoverage,
} from '../../../../../query/adapters/postgres/tile-coverage.ts';

const span = (start: number, end: number): TimeRange => ({ start, end });

const aRecord = (options: Partial<StreamRecord> = {}): StreamRecord => ({
  streamId: 'cam',
  watched: [],
  missing: [],
  recorded: undefined,
  asOf: undefined,
  ...options,
});

const reasonsOf = (record: StreamRecord, asked: TimeRange) =>
  tileCoverage(record, asked).gaps.map(({ start, end, reason }) => [start, end, reason]);

it('a hole between chunks goes with the gap beside it', () => {
  const missing = [
    { ...span(15_000, 29_700), reason: 'not-yet-analysed' },
    { ...span(30_000, 45_000), reason: 'not-yet-analysed' },
  ];
  const record = aRecord({ watched: [span(0, 14_700)], missing, recorded: span(0, 45_000) });
  expect(reasonsOf(record, span(0, 45_000))).toEqual([[14_700, 45_000, 'not-yet-analysed']]);
});

it('a recorded gap inside a bridged hole stays a gap, and one shorter than the frames does not', () => {
  const gap = { ...span(14_200, 15_000), reason: 'stalled' };
  const watched = [span(0, 30_000)];
  const recorded = span(0, 30_000);
  const record = aRecord({ watched, missing: [gap], recorded });
  expect(reasonsOf(record, span(0, 30_000))).toEqual([[14_200, 15_000, 'stalled']]);
  const short = aRecord({ watched, missing: [{ ...gap, start: 14_500 }], recorded });
  expect(reasonsOf(short, span(0, 30_000))).toEqual([]);
});

it('a hole that nobody accounts for is time without frames', () => {
  const watched = [span(0, 15_000), span(30_000, 45_000)];
  const record = aRecord({ watched, recorded: span(0, 45_000) });
  expect(reasonsOf(record, span(0, 45_000))).toEqual([[15_000, 30_000, 'no-frames']]);
});

it('watched ranges and gaps tile what was asked, whatever is on record', () => {
  const aRange = fc
    .tuple(fc.nat(60_000), fc.integer({ min: 1, max: 20_000 }))
    .map(([start, length]) => span(start, start + length));
  const aMissing = fc
    .tuple(aRange, fc.constantFrom('stalled', 'not-yet-analysed'))
    .map(([range, reason]) => ({ ...range, reason }));
  const anyRecord = fc.record({
    streamId: fc.constant('cam'),
    watched: fc.array(aRange, { maxLength: 4 }),
    missing: fc.array(aMissing, { maxLength: 4 }),
    recorded: fc.option(aRange, { nil: undefined }),
    asOf: fc.constant(undefined),
  });
  fc.assert(
    fc.property(anyRecord, aRange, (record, asked) => {
      const { watched, gaps } = tileCoverage(record, asked);
      const tiles = [...watched, ...gaps];
      expect(subtractRanges(asked, tiles)).toEqual([]);
      const total = tiles.reduce((sum, tile) => sum + durationOf(tile), 0);
      expect(total).toBe(durationOf(asked));
      expect(gaps.every(({ reason }) => reason.length > 0)).toBe(true);
    }),
  );
});
