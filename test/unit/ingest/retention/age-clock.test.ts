/** What a clock that is set wrong makes old. */
import { expect, it } from 'vitest';
import { AgeClock } from '../../../../ingest/retention/age-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

function startClock() {
  let passed = 0;
  let wall = 1_800_000_000_000;
  const ages = new AgeClock({ now: () => wall, monotonic: () => passed });
  const pass = (ms: number) => {
    passed += ms;
    wall += ms;
  };
  const step = (ms: number) => {
    wall += ms;
  };
  return { ages, pass, step, wall: () => wall };
}

it('in the first minutes nothing is old: the clock may not be set yet', () => {
  const { ages, pass, step, wall } = startClock();
  step(20 * dayMs);
  pass(minuteMs);
  expect(ages.now()).toBe(Number.NEGATIVE_INFINITY);
  step(-20 * dayMs);
  pass(4 * minuteMs);
  expect(ages.now()).toBe(wall());
});

it('a clock that steps forward for a moment makes nothing old', () => {
  const { ages, pass, step, wall } = startClock();
  pass(10 * minuteMs);
  const before = ages.now();
  step(20 * dayMs);
  pass(minuteMs);
  expect(ages.now()).toBe(before + 2 * minuteMs);
  step(-20 * dayMs);
  pass(minuteMs);
  expect(ages.now()).toBe(wall());
});

it('a step that lasts is followed in as much time, one back at once', () => {
  const { ages, pass, step, wall } = startClock();
  pass(10 * minuteMs);
  ages.now();
  step(5 * minuteMs);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    expect(ages.now()).toBeLessThan(wall());
    pass(minuteMs);
  }
  expect(ages.now()).toBe(wall());
  step(-dayMs);
  expect(ages.now()).toBe(wall());
});
