import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TimeRange } from '../../../../kernel/time.ts';
import { emptySynopsis, tallyHours } from '../../../../processors/captions/synopsis.ts';
import type { Trajectory } from '../../../../processors/domain/trajectory.ts';
import { aTrajectory } from '../../../support/observations.ts';

const hourMs = 3_600_000;
const options = { recentMs: 600_000, hoursKept: 24, daysKept: 7 };

const arrivalAt = (hour: number) => aTrajectory({ firstAt: hour * hourMs + 1 });

const watchedIn = (hour: number): TimeRange => ({
  start: hour * hourMs + 60_000,
  end: hour * hourMs + 120_000,
});

it('a long time tallied at once is what it is hour by hour', () => {
  const someHours = fc.array(fc.nat(600), { maxLength: 5 });
  fc.assert(
    fc.property(fc.nat(600), fc.nat(59), someHours, someHours, (count, minutes, seen, came) => {
      const end = count * hourMs + minutes * 60_000;
      const watched = seen.map(watchedIn);
      const arrivals = came.map(arrivalAt);
      const atOnce = tallyHours(emptySynopsis, { start: 0, end }, watched, arrivals, options);
      let memory = emptySynopsis;
      for (let start = 0; start < end; start += hourMs) {
        const hour = { start, end: Math.min(start + hourMs, end) };
        memory = tallyHours(memory, hour, watched, arrivals, options);
      }
      expect(atOnce).toEqual(memory);
    }),
  );
});

it('the work does not grow with the time that is tallied', () => {
  const looksOver = (years: number) => {
    let looks = 0;
    const arrivals = new Proxy<Trajectory[]>([], {
      get: (target, key) => {
        looks += 1;
        return Reflect.get(target, key);
      },
    });
    const range = { start: 0, end: years * 365 * 24 * hourMs };
    tallyHours(emptySynopsis, range, [], arrivals, options);
    return looks;
  };
  expect(looksOver(50)).toBe(looksOver(1));
});
