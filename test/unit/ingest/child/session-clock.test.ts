/** The clock of a camera whose pictures come seldom, and of which FFmpeg holds one back, as of all RTSP. */
import { expect, it } from 'vitest';
import type { StartMessage } from '../../../../ingest/child/messages.ts';
import type { OpenInput } from '../../../../ingest/child/open-input.ts';
import { SessionClock } from '../../../../ingest/child/session-clock.ts';
import { SteadyClock } from '../../../../ingest/domain/steady-clock.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const input = {
  context: { iformat: { name: 'rtsp' } },
  frameIntervalMs: 40,
} as unknown as OpenInput;
const start = { pace: 'live' } as StartMessage;

it.each([0.05, 0.2, 0.4, 1, 25])('%f pictures a second are of one epoch', async (rate) => {
  const stepMs = 1000 / rate;
  const wall = new ManualClock();
  const startAt = wall.now();
  const clock = new SessionClock(start, input, new SteadyClock(wall));
  // The first picture can be read when the second has been sent.
  wall.advance(stepMs);
  clock.expectInterval(stepMs);
  clock.anchor(0, wall.now());
  for (let n = 0; n < 100; n += 1) {
    clock.note(n * stepMs);
    const { at, breaks } = await clock.place(n * stepMs);
    expect({ at, breaks }).toEqual({ at: startAt + n * stepMs, breaks: undefined });
    wall.advance(stepMs);
  }
});
