import { describe, expect, it } from 'vitest';
import { SteadyClock } from '../../../../ingest/domain/steady-clock.ts';

const noon = 1_700_000_000_000;

/** A machine whose wall clock can be set. */
class Machine {
  #elapsed = 0;
  #set = noon;

  now(): number {
    return this.#set + this.#elapsed;
  }

  monotonic(): number {
    return 5_000 + this.#elapsed;
  }

  pass(ms: number): void {
    this.#elapsed += ms;
  }

  setBy(ms: number): void {
    this.#set += ms;
  }
}

/** What the clock says every 40 ms for so long. */
function read(clock: SteadyClock, machine: Machine, forMs: number): number[] {
  return Array.from({ length: forMs / 40 }, () => {
    machine.pass(40);
    return clock.now();
  });
}

const steps = (times: readonly number[]) => times.slice(1).map((time, i) => time - times[i]!);

describe('a steady clock', () => {
  it('is the wall clock while that goes evenly', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine);
    expect(read(clock, machine, 60_000).at(-1)).toBe(machine.now());
  });

  it.each([-3_600_000, -1_500, 1_500])('hardly feels the wall clock set by %i ms', (ms) => {
    const machine = new Machine();
    const clock = new SteadyClock(machine);
    const before = read(clock, machine, 1_000);
    machine.setBy(ms);
    for (const step of steps([...before, ...read(clock, machine, 60_000)])) {
      expect(Math.abs(step - 40)).toBeLessThan(0.1);
    }
  });

  it('makes up for small differences in the end', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine);
    machine.setBy(-1_500);
    expect(Math.abs(read(clock, machine, 1_600_000).at(-1)! - machine.now())).toBeLessThan(1);
  });

  it('follows the wall clock at once when it is set forwards', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine);
    machine.setBy(3_600_000);
    expect(read(clock, machine, 40)).toEqual([machine.now()]);
  });

  it('begins after what is recorded, although the wall clock was set back', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine, noon + 60_000);
    expect(clock.now()).toBe(noon + 60_000);
    machine.pass(40);
    expect(clock.now()).toBeCloseTo(noon + 60_040, 0);
  });
});
