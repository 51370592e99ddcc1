import { describe, expect, it } from 'vitest';
import { ClockDrift } from '../../../../ingest/domain/clock-drift.ts';

/** Pictures of a 25 fps camera whose clock is so fast, each late by some of the jitter. */
function seen(ppm: number, seconds: number, jitterMs = 30): ClockDrift {
  const drift = new ClockDrift(12_000);
  for (let n = 0; n < seconds * 25; n += 1) {
    const late = ((n * 7919) % 100) / 100;
    drift.note(n * 40 * (1 + ppm / 1e6), 1_000 + n * 40 + late * jitterMs);
  }
  return drift;
}

describe('the drift of a clock', () => {
  it.each([400, -400, 0])('of %i ppm is told within a fifth of the largest', (ppm) => {
    expect(Math.abs(seen(ppm, 300).partsPerMillion! - ppm)).toBeLessThan(80);
  });

  it('is not told before enough was seen', () => {
    expect(seen(400, 8).partsPerMillion).toBeUndefined();
    expect(seen(400, 14).partsPerMillion).toBeDefined();
  });

  it('is told anew after a jump', () => {
    const drift = seen(400, 60);
    drift.forget();
    expect(drift.partsPerMillion).toBeUndefined();
  });

  it('does not care for pictures that a stall held back', () => {
    const drift = seen(0, 60);
    for (let n = 0; n < 50; n += 1) drift.note(60_000 + n * 40, 66_000 + n);
    for (let n = 0; n < 500; n += 1) drift.note(62_000 + n * 40, 66_050 + n * 40 - 3_050);
    expect(Math.abs(drift.partsPerMillion!)).toBeLessThan(1_500);
  });
});
