import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faultKinds, planFaults, scheduleOf } from '../../soak/plan-faults.ts';

const lengths = fc.integer({ min: 20, max: 4_000 });

it('the same seed gives the same faults, between the calm and the settling', () => {
  fc.assert(
    fc.property(lengths, fc.integer(), fc.integer({ min: 1, max: 60 }), (seconds, seed, every) => {
      const options = { seconds, seed, everySeconds: every };
      const plan = planFaults(options);
      const { calmMs, settleFromMs } = scheduleOf(seconds);
      expect(plan).toEqual(planFaults(options));
      expect(plan.every(({ atMs }) => atMs >= calmMs && atMs < settleFromMs)).toBe(true);
      expect(plan.every(({ choice }) => choice >= 0 && choice < 1)).toBe(true);
    }),
  );
});

it('every kind comes before any comes again', () => {
  const plan = planFaults({ seconds: 600, seed: 7, everySeconds: 10 });
  const first = plan.slice(0, faultKinds.length).map(({ kind }) => kind);
  expect(new Set(first)).toEqual(new Set(faultKinds));
});

it('towards the end of a long soak the program is killed no more', () => {
  const plan = planFaults({ seconds: 1_800, seed: 7, everySeconds: 10 });
  const kills = plan.filter(({ kind }) => kind === 'program-killed').map(({ atMs }) => atMs);
  expect(kills.length).toBeGreaterThan(3);
  expect(Math.max(...kills)).toBeLessThan(900_000);
});
