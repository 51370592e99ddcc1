import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MediaClock, type Placement } from '../../../../ingest/domain/media-time.ts';
import { runningSum } from '../../../support/running-sum.ts';

const startAt = 1_700_000_000_000;
const fileClock = () =>
  new MediaClock({ pace: 'fast', startAt, firstMediaMs: 1_400, frameIntervalMs: 40 });
const burstClock = () =>
  new MediaClock({ pace: 'live', arrivesInBursts: true, frameIntervalMs: 40 });
const liveClock = () => new MediaClock({ pace: 'live', frameIntervalMs: 40 });

/** Places frames whose presentation and arrival times are given. */
const placeAll = (clock: MediaClock, frames: readonly (readonly [number, number])[]): Placement[] =>
  frames.map(([mediaMs, arrivedAt]) => clock.place(mediaMs, arrivedAt));

describe('the clock of a file', () => {
  it('places the first presentation time at the start', () => {
    expect(fileClock().place(1_400, 5).at).toBe(startAt);
  });

  it('places a frame reached by seeking where it lies in the file', () => {
    expect(fileClock().place(61_400, 5).at).toBe(startAt + 60_000);
  });

  it('goes on without a hole when presentation times start again', () => {
    const clock = fileClock();
    const placed = placeAll(clock, [
      [1_400, 0],
      [1_440, 0],
      [0, 0],
      [40, 0],
    ]);
    expect(placed.map(({ at }) => at - startAt)).toEqual([0, 40, 80, 120]);
    expect(placed.map(({ breaks }) => breaks)).toEqual([
      undefined,
      undefined,
      'clock-jump',
      undefined,
    ]);
  });

  it('reports a hole in the file and keeps the time', () => {
    const placed = placeAll(fileClock(), [
      [1_400, 0],
      [1_440, 0],
      [9_440, 0],
    ]);
    expect(placed[2]).toMatchObject({ at: startAt + 8_040, breaks: 'no-frames' });
  });

  it('does not believe a presentation time beyond the end of the file', () => {
    const clock = new MediaClock({
      pace: 'fast',
      startAt,
      firstMediaMs: 0,
      durationMs: 10_000,
      frameIntervalMs: 40,
    });
    const placed = placeAll(clock, [
      [0, 0],
      [40, 0],
      [6e6, 0],
      [120, 0],
    ]);
    expect(placed.map(({ at }) => at - startAt)).toEqual([0, 40, 80, 120]);
  });

  it('goes on in one new epoch when its times jump beyond its end and stay there', () => {
    const options = { startAt, firstMediaMs: 0, durationMs: 10_000, frameIntervalMs: 40 };
    const clock = new MediaClock({ pace: 'fast', ...options });
    const frames = Array.from({ length: 50 }, (_, i) => [i * 40 + (i < 10 ? 0 : 95e6), 0] as const);
    const placed = placeAll(clock, frames);
    expect(placed.filter(({ breaks }) => breaks)).toHaveLength(1);
    expect(placed.at(-1)!.at).toBe(startAt + 49 * 40);
  });

  it('does not take a slow frame rate for holes', () => {
    const clock = new MediaClock({
      pace: 'fast',
      startAt,
      firstMediaMs: 0,
      frameIntervalMs: 5_000,
    });
    const frames = Array.from({ length: 20 }, (_, i) => [i * 5_000, 0] as const);
    expect(placeAll(clock, frames).every(({ breaks }) => breaks === undefined)).toBe(true);
  });
});

describe('the clock of a camera', () => {
  it('is anchored when its first frame arrives and follows presentation times from there', () => {
    const clock = liveClock();
    expect(clock.place(90_000, startAt).at).toBe(startAt);
    expect(clock.place(90_040, startAt + 55).at).toBe(startAt + 40);
  });

  it('does not begin before what is recorded, even when the wall clock was set back', () => {
    const notBefore = startAt + 60_000;
    const clock = new MediaClock({ pace: 'live', frameIntervalMs: 40, notBefore });
    expect(clock.place(0, startAt).at).toBe(notBefore);
  });

  it.each([
    ['forwards', 100_000],
    ['backwards', -20_000],
  ])('starts again at the arrival when presentation times jump %s', (_, jump) => {
    const clock = liveClock();
    placeAll(clock, [
      [90_000, startAt],
      [90_040, startAt + 40],
    ]);
    const jumped = clock.place(90_080 + jump, startAt + 80);
    expect(jumped).toMatchObject({ at: startAt + 80, breaks: 'clock-jump' });
  });

  it('begins when its first packet arrived, not when it was first read', () => {
    const clock = liveClock();
    clock.anchor(1_000, startAt);
    expect(clock.place(1_040, startAt + 900).at).toBe(startAt + 40);
  });

  it('keeps one epoch when pictures arrive in bursts, as from HLS', () => {
    const clock = burstClock();
    const burst = 6_000;
    const frames = Array.from({ length: 1_500 }, (_, i) => {
      const mediaMs = i * 40;
      const available = startAt + Math.ceil((mediaMs + 1) / burst) * burst;
      return [mediaMs, available + (mediaMs % burst) / 100] as const;
    });
    clock.anchor(0, startAt);
    expect(placeAll(clock, frames).every(({ breaks }) => breaks === undefined)).toBe(true);
  });

  it('keeps one epoch when it is read late and catches up', () => {
    const clock = liveClock();
    clock.anchor(0, startAt);
    const frames = Array.from({ length: 1_500 }, (_, i) => {
      const caughtUp = startAt + 5_000 + i * 4;
      return [i * 40, Math.max(caughtUp, startAt + i * 40)] as const;
    });
    const placed = placeAll(clock, frames);
    expect(placed.every(({ breaks }) => breaks === undefined)).toBe(true);
    expect(Math.abs(placed.at(-1)!.at - frames.at(-1)![1])).toBeLessThan(50);
  });

  it('starts again when pictures have come late for longer than any buffer holds them', () => {
    const clock = liveClock();
    const frames = Array.from({ length: 1_500 }, (_, i) => {
      const stalled = i < 100 ? 0 : 5_000;
      return [i * 40, startAt + i * 40 + stalled] as const;
    });
    const placed = placeAll(clock, frames);
    expect(placed.filter(({ breaks }) => breaks === 'clock-jump')).toHaveLength(1);
    expect(placed.at(-1)!.at).toBe(frames.at(-1)![1]);
  });

  it('reports a hole that the arrival clock saw too', () => {
    const clock = liveClock();
    placeAll(clock, [
      [0, startAt],
      [40, startAt + 40],
    ]);
    expect(clock.place(6_040, startAt + 6_050)).toMatchObject({ breaks: 'stalled' });
  });

  it('takes one long step for a hole and the next ones like it for a slow camera', () => {
    const slow = [40, 5_040, 10_040, 15_100, 20_000];
    const frames = [0, ...slow].map((ms) => [ms, startAt + ms] as const);
    expect(placeAll(liveClock(), frames).map(({ breaks }) => breaks)).toEqual([
      undefined,
      undefined,
      'stalled',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([25.01, 24.99, 25.1])(
    'stays within a frame of a camera that sends %f fps as 25',
    (fps) => {
      const hour = Array.from({ length: 90_000 }, (_, i) => [i * 40, startAt + i * (1000 / fps)]);
      const placed = placeAll(liveClock(), hour as [number, number][]);
      expect(placed.every(({ breaks }) => breaks === undefined)).toBe(true);
      const errors = placed.map(({ at }, i) => Math.abs(at - hour[i]![1]!));
      expect(Math.max(...errors.slice(1_500))).toBeLessThan(80);
      expect(errors.at(-1)).toBeLessThan(80);
    },
  );

  it('follows a camera whose clock runs fast without ever jumping', () => {
    const clock = liveClock();
    const hour = Array.from({ length: 90_000 }, (_, i) => [i * 40, startAt + i * 39.9] as const);
    const placed = placeAll(clock, hour);
    expect(placed.every(({ breaks }) => breaks === undefined)).toBe(true);
    expect(Math.abs(placed.at(-1)!.at - hour.at(-1)![1])).toBeLessThan(200);
  });
});

describe('the clock of a source that tells when its pictures were taken', () => {
  const lagMs = 24_000;
  const toldClock = (toldAt: (mediaMs: number) => number | undefined, notBefore?: number) =>
    new MediaClock({ pace: 'live', arrivesInBursts: true, frameIntervalMs: 40, toldAt, notBefore });
  const burst = (i: number) => startAt + lagMs + Math.ceil((i * 40) / 6_000) * 6_000;
  const minute = Array.from({ length: 1_500 }, (_, i) => [i * 40, burst(i)] as const);

  it('believes it, however late and uneven the pictures come', () => {
    const placed = placeAll(
      toldClock((mediaMs) => startAt + mediaMs),
      minute,
    );
    expect(placed.map(({ at }) => at)).toEqual(minute.map(([mediaMs]) => startAt + mediaMs));
  });

  it('passes over pictures that were recorded before', () => {
    const clock = toldClock((mediaMs) => startAt + mediaMs, startAt + 10_000);
    const placed = placeAll(clock, minute).filter(({ advances }) => advances);
    expect(placed[0]!.at).toBe(startAt + 10_000);
    expect(placed).toHaveLength(1_250);
  });

  it('makes no hole of the delay when it falls silent on its times', () => {
    const placed = placeAll(
      toldClock((mediaMs) => (mediaMs < 30_000 ? startAt + mediaMs : undefined)),
      minute,
    );
    expect(placed.every(({ breaks }) => breaks === undefined)).toBe(true);
    expect(Math.abs(placed.at(-1)!.at - (startAt + 59_960))).toBeLessThan(200);
  });

  it('goes on without it where it would lead back into recorded time', () => {
    const placed = placeAll(
      toldClock((mediaMs) => startAt + (mediaMs < 30_000 ? mediaMs : mediaMs - 20_000)),
      minute,
    );
    expect(placed.filter(({ breaks }) => breaks)).toEqual([]);
  });
});

it('instants never go back, whatever the presentation and arrival times', () => {
  const frame = fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 0, max: 5_000 }));
  const pace = fc.constantFrom('live', 'paced', 'fast');
  fc.assert(
    fc.property(pace, fc.array(frame), (kind, list) => {
      const clock = new MediaClock({ pace: kind, frameIntervalMs: 40 });
      const arrivals = runningSum(
        list.map(([, step]) => step),
        startAt,
      );
      const placed = list.map(([mediaMs], i) => clock.place(mediaMs, arrivals[i]!));
      const advancing = placed.filter(({ advances }) => advances).map(({ at }) => at);
      for (let i = 1; i < advancing.length; i += 1) {
        expect(advancing[i]!).toBeGreaterThan(advancing[i - 1]!);
      }
      expect(placed.every(({ at }) => Number.isInteger(at))).toBe(true);
    }),
  );
});
