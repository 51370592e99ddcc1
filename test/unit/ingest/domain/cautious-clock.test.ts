import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CautiousClock } from '../../../../ingest/domain/cautious-clock.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

it('a step forwards is believed once it has held for a minute', () => {
  const machine = new ManualClock();
  const clock = new CautiousClock(machine);
  const before = machine.now();
  machine.setBy(hourMs);
  expect(clock.now()).toBe(before);
  machine.advance(minuteMs - 1);
  expect(clock.now()).toBe(before + minuteMs - 1);
  expect(clock.doubt).toEqual({ aheadMs: hourMs, heldMs: minuteMs - 1 });
  machine.advance(1);
  expect(clock.now()).toBe(before + hourMs + minuteMs);
  expect(clock.doubt).toBeUndefined();
});

it('a machine that slept has the right time within a minute', () => {
  const machine = new ManualClock();
  const clock = new CautiousClock(machine);
  // The monotonic clock stands still meanwhile.
  machine.setBy(8 * hourMs);
  clock.now();
  machine.advance(minuteMs);
  expect(clock.now()).toBe(machine.now());
});

it.each([-hourMs, -1_500, 1_500])('a step of %i ms is believed at once', (ms) => {
  const machine = new ManualClock();
  const clock = new CautiousClock(machine);
  machine.setBy(ms);
  expect(clock.now()).toBe(machine.now());
});

it('of two steps forwards each has its own minute', () => {
  const machine = new ManualClock();
  const clock = new CautiousClock(machine);
  machine.setBy(hourMs);
  clock.now();
  machine.advance(minuteMs / 2);
  machine.setBy(hourMs);
  clock.now();
  machine.advance(minuteMs / 2);
  expect(clock.now()).toBe(machine.now() - hourMs);
  machine.advance(minuteMs);
  expect(clock.now()).toBe(machine.now());
});

it('a clock that takes over a doubt believes as soon as the first one', () => {
  const machine = new ManualClock();
  const first = new CautiousClock(machine);
  machine.setBy(hourMs);
  first.now();
  machine.advance(minuteMs - 1_000);
  const second = new CautiousClock(machine, first.doubt);
  expect(second.now()).toBe(machine.now() - hourMs);
  machine.advance(1_000);
  expect([first.now(), second.now()]).toEqual([machine.now(), machine.now()]);
});

it('what lasts less than a minute is never believed, and what lasts longer always is', () => {
  const setting = fc.record({
    ms: fc.integer({ min: 3_000, max: hourMs }),
    forMs: fc.integer({ min: 1, max: 3 * minuteMs }),
  });
  fc.assert(
    fc.property(fc.array(setting, { maxLength: 10 }), (settings) => {
      const machine = new ManualClock();
      const clock = new CautiousClock(machine);
      for (const { ms, forMs } of settings) {
        machine.setBy(ms);
        expect(clock.now()).toBe(machine.now() - ms);
        machine.advance(forMs);
        expect(clock.now()).toBe(machine.now() - (forMs < minuteMs ? ms : 0));
        machine.setBy(-ms);
        expect(clock.now()).toBe(machine.now());
      }
    }),
  );
});
