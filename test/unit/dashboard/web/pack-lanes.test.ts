import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packLanes } from '../../../../dashboard/web/pack-lanes.ts';

const spans = fc.array(
  fc
    .tuple(fc.nat({ max: 1_000 }), fc.integer({ min: 1, max: 200 }))
    .map(([start, length]) => ({ start, end: start + length })),
  { maxLength: 40 },
);

test('two spans in one lane never overlap', () => {
  fc.assert(
    fc.property(spans, fc.nat({ max: 20 }), (some, apart) => {
      const lanes = packLanes(some, apart);
      some.forEach((a, i) => {
        some.forEach((b, j) => {
          if (i >= j || lanes[i] !== lanes[j]) return;
          expect(a.end + apart <= b.start || b.end + apart <= a.start).toBe(true);
        });
      });
    }),
  );
});

test('there are as few lanes as the busiest instant needs', () => {
  fc.assert(
    fc.property(spans, (some) => {
      const busiest = Math.max(
        0,
        ...some.map(
          ({ start }) => some.filter((one) => one.start <= start && start < one.end).length,
        ),
      );
      const lanes = packLanes(some);
      expect(lanes.length === 0 ? 0 : Math.max(...lanes) + 1).toBe(busiest);
    }),
  );
});
