import { describe, expect, it } from 'vitest';
import { MediaClock, type Placement } from '../../../../ingest/domain/media-time.ts';

const startAt = 1_700_000_000_000;
const liveClock = () => new MediaClock({ pace: 'live', frameIntervalMs: 40 });

/** Places frames whose presentation and arrival times are given. */
const placeAll = (clock: MediaClock, frames: readonly (readonly [number, number])[]): Placement[] =>
  frames.map(([mediaMs, arrivedAt]) => clock.place(mediaMs, arrivedAt));

const stepsOf = (placed: readonly Placement[]): number[] =>
  placed.slice(1).map(({ at }, i) => at - placed[i]!.at);

describe("a camera's clock that was anchored late", () => {
  it('is put right soon when pictures come before they can have been taken', () => {
    const lateMs = 800;
    const clock = liveClock();
    clock.anchor(0, startAt + lateMs);
    const frames = Array.from({ length: 500 }, (_, i) => [i * 40, startAt + i * 40] as const);
    const placed = placeAll(clock, frames);
    const errors = placed.map(({ at }, i) => at - frames[i]![1]);
    expect(errors[0]).toBe(lateMs);
    expect(Math.max(...errors.slice(250))).toBeLessThanOrEqual(40);
    expect(Math.min(...errors)).toBeGreaterThanOrEqual(0);
    expect(Math.min(...stepsOf(placed))).toBeGreaterThanOrEqual(35);
    expect(placed.every(({ advances, breaks }) => advances && breaks === undefined)).toBe(true);
  });

  it('is pulled slowly once it has run for a while', () => {
    const clock = liveClock();
    const frames = Array.from({ length: 2_000 }, (_, i) => {
      const lag = i < 1_000 ? 0 : 500;
      return [i * 40, startAt + i * 40 - lag] as const;
    });
    const placed = placeAll(clock, frames);
    expect(Math.min(...stepsOf(placed))).toBeGreaterThanOrEqual(39);
  });

  it('loses no picture after a hole', () => {
    const clock = liveClock();
    clock.anchor(0, startAt + 1_500);
    const times = [0, 40, 80, 120, 10_120, 10_160, 10_200, 10_240];
    const placed = placeAll(
      clock,
      times.map((ms) => [ms, startAt + ms] as const),
    );
    expect(placed.every(({ advances }) => advances)).toBe(true);
  });
});

it('pictures of recorded time that a camera had kept are passed over', () => {
  const notBefore = startAt + 1_000;
  const clock = new MediaClock({ pace: 'live', frameIntervalMs: 40, notBefore });
  clock.anchor(0, startAt);
  const frames = Array.from({ length: 50 }, (_, i) => [i * 40, startAt + 2_000] as const);
  const placed = placeAll(clock, frames).filter(({ advances }) => advances);
  expect(placed[0]!.at).toBe(notBefore);
  expect(placed).toHaveLength(25);
});
