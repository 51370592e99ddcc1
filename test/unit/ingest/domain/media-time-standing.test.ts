/** Cameras whose pictures come and whose times do not go on. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MediaClock, type Placement } from '../../../../ingest/domain/media-time.ts';
import { runningSum } from '../../../support/running-sum.ts';

const startAt = 1_700_000_000_000;
/** Nothing waits in a buffer as long as this. */
const maxBurstMs = 20_000;
/** So long a source may repeat what was recorded. */
const maxRepeatedMs = 120_000;

/** Arrivals of 25 pictures a second. */
const evenly = (seconds: number) => Array.from({ length: seconds * 25 }, (_, n) => n * 40);

/** Places a picture for each arrival; `mediaOf` is its presentation time. */
const placeAll = (
  clock: MediaClock,
  arrivals: readonly number[],
  mediaOf: (arrival: number) => number,
): Placement[] => arrivals.map((arrival) => clock.place(mediaOf(arrival), startAt + arrival));

describe('the time of a camera', () => {
  it.each<[string, (ms: number) => number]>([
    ['stands still', (ms) => Math.min(ms, 1_000)],
    ['goes round in a circle of less than a second', (ms) => (ms < 1_000 ? ms : 200 + (ms % 800))],
  ])('starts again at the arrival when it %s', (_, mediaOf) => {
    const clock = new MediaClock({ pace: 'live', frameIntervalMs: 40 });
    const arrivals = evenly(60);
    const placed = placeAll(clock, arrivals, mediaOf);
    const jumps = placed.flatMap(({ breaks }, n) => (breaks ? [n] : []));
    expect(jumps.length).toBeGreaterThanOrEqual(2);
    expect(arrivals[jumps[0]!]! - 1_000).toBeLessThanOrEqual(maxBurstMs + 80);
    for (const n of jumps) {
      expect(placed[n]).toMatchObject({ at: startAt + arrivals[n]!, breaks: 'clock-jump' });
    }
  });

  it('starts at the arrival when it goes round in what was recorded before', () => {
    const notBefore = startAt - 1_000;
    const toldAt = (mediaMs: number) => notBefore - 30_000 + mediaMs;
    const options = { pace: 'live', arrivesInBursts: true, frameIntervalMs: 40 } as const;
    const clock = new MediaClock({ ...options, notBefore, toldAt });
    const arrivals = evenly(180);
    const placed = placeAll(clock, arrivals, (ms) => ms % 10_000);
    const first = placed.findIndex(({ advances }) => advances);
    expect(arrivals[first]!).toBeLessThanOrEqual(maxRepeatedMs + maxBurstMs + 40);
    expect(placed[first]!.at).toBe(startAt + arrivals[first]!);
    expect(placed.slice(0, first).every(({ isRecorded }) => isRecorded)).toBe(true);
  });

  it('goes on where a picture comes twice after a long pause', () => {
    const clock = new MediaClock({ pace: 'live', frameIntervalMs: 40 });
    const pauseMs = 30_000;
    const arrivals = evenly(4).map((ms) => (ms < 2_000 ? ms : ms + pauseMs));
    const placed = placeAll(clock, arrivals, (ms) => (ms === 2_000 + pauseMs ? 1_960 : ms));
    expect(placed.map(({ breaks }) => breaks).filter(Boolean)).toEqual(['stalled']);
  });

  it('is never without a picture that advances for longer than a buffer holds them', () => {
    const maxStepMs = 5_000;
    const frame = fc.tuple(
      fc.integer({ min: -100, max: 900 }),
      fc.integer({ min: 0, max: maxStepMs }),
    );
    fc.assert(
      fc.property(fc.array(frame, { minLength: 50, maxLength: 200 }), (frames) => {
        const clock = new MediaClock({ pace: 'live', frameIntervalMs: 40 });
        const arrivals = runningSum(
          frames.map(([, step]) => step),
          startAt,
        );
        let advancedAt = arrivals[0];
        frames.forEach(([mediaMs], n) => {
          const { advances } = clock.place(mediaMs, arrivals[n]!);
          if (advances) advancedAt = arrivals[n]!;
          expect(arrivals[n]! - advancedAt!).toBeLessThanOrEqual(maxBurstMs + 2 * maxStepMs);
        });
      }),
    );
  });
});

it('the time of a file waits for as long as it likes', () => {
  const clock = new MediaClock({ pace: 'paced', startAt, firstMediaMs: 0, frameIntervalMs: 40 });
  const placed = placeAll(clock, evenly(60), (ms) => Math.min(ms, 1_000));
  expect(placed.filter(({ breaks }) => breaks)).toEqual([]);
});
