import { describe, expect, it } from 'vitest';
import { SteadyClock } from '../../../../ingest/domain/steady-clock.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** What the clock says every 40 ms for so long. */
function read(clock: SteadyClock, machine: ManualClock, forMs: number): number[] {
  return Array.from({ length: forMs / 40 }, () => {
    machine.advance(40);
    return clock.now();
  });
}

const steps = (times: readonly number[]) => times.slice(1).map((time, i) => time - times[i]!);

describe('a steady clock', () => {
  it('is the wall clock while that goes evenly', () => {
    const machine = new ManualClock();
    const clock = new SteadyClock(machine);
    expect(read(clock, machine, 60_000).at(-1)).toBe(machine.now());
  });

  it.each([-3_600_000, -1_500, 1_500])('hardly feels the wall clock set by %i ms', (ms) => {
    const machine = new ManualClock();
    const clock = new SteadyClock(machine);
    const before = read(clock, machine, 1_000);
    machine.setBy(ms);
    for (const step of steps([...before, ...read(clock, machine, 60_000)])) {
      expect(Math.abs(step - 40)).toBeLessThan(0.1);
    }
  });

  it('makes up for small differences in the end', () => {
    const machine = new ManualClock();
    const clock = new SteadyClock(machine);
    machine.setBy(-1_500);
    expect(Math.abs(read(clock, machine, 1_600_000).at(-1)! - machine.now())).toBeLessThan(1);
  });

  it('follows the wall clock, set forwards, within a minute, and by then at once', () => {
    const machine = new ManualClock();
    const clock = new SteadyClock(machine);
    machine.setBy(hourMs);
    expect(clock.aheadMs).toBe(-hourMs);
    const times = read(clock, machine, minuteMs + 40);
    expect(times.at(-1)).toBe(machine.now());
    expect(steps(times).filter((step) => step > 41)).toEqual([hourMs + 40]);
  });

  it('is not moved by a wall clock that is wrong for a moment', () => {
    const machine = new ManualClock();
    const clock = new SteadyClock(machine);
    machine.setBy(hourMs);
    const times = read(clock, machine, minuteMs - 40);
    machine.setBy(-hourMs);
    times.push(...read(clock, machine, hourMs));
    expect(times.at(-1)).toBe(machine.now());
    expect(Math.max(...steps(times))).toBeLessThan(41);
  });

  it('begins after what is recorded, although the wall clock was set back', () => {
    const machine = new ManualClock();
    const notBefore = machine.now() + minuteMs;
    const clock = new SteadyClock(machine, { notBefore });
    expect(clock.now()).toBe(notBefore);
    expect(clock.aheadMs).toBe(minuteMs);
    machine.advance(40);
    expect(clock.now()).toBeCloseTo(notBefore + 40, 0);
  });
});
