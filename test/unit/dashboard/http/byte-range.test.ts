import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseByteRange } from '../../../../dashboard/http/byte-range.ts';

test.each([
  ['no header', undefined, 'whole'],
  ['another unit', 'lines=0-1', 'whole'],
  ['several ranges', 'bytes=0-1,4-5', 'whole'],
  ['neither end', 'bytes=-', 'whole'],
  ['backwards', 'bytes=5-2', 'whole'],
  ['words', 'bytes=a-b', 'whole'],
  ['from the start', 'bytes=0-', { start: 0, end: 99 }],
  ['a middle part', 'bytes=10-19', { start: 10, end: 19 }],
  ['more than there is', 'bytes=90-500', { start: 90, end: 99 }],
  ['the last ten', 'bytes=-10', { start: 90, end: 99 }],
  ['the last thousand', 'bytes=-1000', { start: 0, end: 99 }],
  ['the last none', 'bytes=-0', 'unsatisfiable'],
  ['after the end', 'bytes=100-', 'unsatisfiable'],
])('of 100 bytes, %s', (_name, header, wanted) => {
  expect(parseByteRange(header, 100)).toEqual(wanted);
});

test('a range never leaves the file, whatever the header says', () => {
  const number = fc.option(fc.nat(), { nil: '' as const });
  fc.assert(
    fc.property(number, number, fc.nat({ max: 10_000 }), (first, last, size) => {
      const range = parseByteRange(`bytes=${first}-${last}`, size);
      if (typeof range === 'string') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeLessThan(size);
      expect(range.start).toBeLessThanOrEqual(range.end);
    }),
  );
});
