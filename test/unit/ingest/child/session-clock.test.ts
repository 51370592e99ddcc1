/** The clock of a session: pictures that come seldom, and pictures that had come before they could be read. */
import { expect, it } from 'vitest';
import type { StartMessage } from '../../../../ingest/child/messages.ts';
import type { OpenInput } from '../../../../ingest/child/open-input.ts';
import { SessionClock } from '../../../../ingest/child/session-clock.ts';
import type { Placement } from '../../../../ingest/domain/media-time.ts';
import { SteadyClock } from '../../../../ingest/domain/steady-clock.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const inputOf = (name: string, arrivesInBursts: boolean) =>
  ({ context: { iformat: { name } }, frameIntervalMs: 40, arrivesInBursts }) as OpenInput;
const start = { pace: 'live', url: 'http://192.0.2.1/' } as StartMessage;

it.each([0.05, 0.2, 0.4, 1, 25])('%f pictures a second are of one epoch', async (rate) => {
  const stepMs = 1000 / rate;
  const wall = new ManualClock();
  const startAt = wall.now();
  const clock = new SessionClock(start, inputOf('rtsp', false), new SteadyClock(wall));
  // FFmpeg holds one back: the first picture can be read when the second has been sent.
  wall.advance(stepMs);
  clock.expectInterval(stepMs);
  clock.anchor(0, wall.now());
  clock.endBacklog();
  for (let n = 0; n < 100; n += 1) {
    clock.note(n * stepMs);
    const { at, breaks } = await clock.place(n * stepMs);
    expect({ at, breaks }).toEqual({ at: startAt + n * stepMs, breaks: undefined });
    wall.advance(stepMs);
  }
});

it.each([2, 8, 10])(
  'HLS in pieces of %d s is of one epoch from its first piece on',
  async (seconds) => {
    const pieceMs = seconds * 1_000;
    const wall = new ManualClock();
    const startAt = wall.now();
    const clock = new SessionClock(start, inputOf('hls', true), new SteadyClock(wall));
    // Three pieces are there at once; that they are all there is seen when the fourth comes.
    wall.advance(4 * pieceMs);
    clock.anchor(0, startAt);
    for (let n = 0; n < 60 * 25; n += 1) {
      const mediaMs = n * 40;
      const pieces = Math.floor(mediaMs / pieceMs) + 1;
      if (pieces === 4) clock.endBacklog();
      wall.advance(Math.max(0, startAt + pieces * pieceMs - wall.now()));
      clock.note(mediaMs);
      const { at, breaks } = await clock.place(mediaMs);
      expect(breaks).toBeUndefined();
      expect(Math.abs(at - (startAt + mediaMs))).toBeLessThanOrEqual(40);
    }
  },
);

it('a machine that slept has the right times after a minute, and one hole', async () => {
  const wall = new ManualClock();
  const clock = new SessionClock(start, inputOf('rtsp', false), new SteadyClock(wall));
  clock.anchor(0, wall.now());
  clock.endBacklog();
  const placed: Placement[] = [];
  const see = async (pictures: number) => {
    for (let n = 0; n < pictures; n += 1) {
      const mediaMs = 40 * placed.length;
      clock.note(mediaMs);
      placed.push(await clock.place(mediaMs));
      wall.advance(40);
    }
  };
  await see(250);
  // The camera was not seen, and the monotonic clock stood still.
  wall.setBy(8 * 3_600_000);
  await see(60 * 25 + 50);
  expect(placed.every(({ advances }) => advances)).toBe(true);
  expect(placed.flatMap(({ breaks }) => breaks ?? [])).toEqual(['clock-jump']);
  expect(wall.now() - placed.at(-1)!.at).toBeLessThan(100);
});
