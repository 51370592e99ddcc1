/** Program times read from stations that do not always answer. */
import { expect, it, onTestFinished } from 'vitest';
import { ProgramTimes } from '../../../ingest/child/program-times.ts';
import { startHlsServer } from '../../support/hls-server.ts';
import { makeClip } from '../../support/media.ts';
import { waitFor } from '../../support/wait-for.ts';

it.each(['playlist', 'segment'] as const)(
  'a %s that is never answered is given up, and the times are read again',
  async (silentOn) => {
    const station = await startHlsServer(await makeClip({ seconds: 6 }), {
      ...{ segments: 60, faults: { programDateTime: true } },
    });
    onTestFinished(() => station.close());
    const times = new ProgramTimes(station.url, Date.now);
    await times.read();
    expect(times.isKnown).toBe(true);

    station.inject({ silentOn });
    await times.read();
    expect(times.isKnown).toBe(true);
    station.inject({ silentOn: undefined });
    const asked = station.requests.length;
    await waitFor(async () => {
      await times.read();
      return station.requests.length >= asked + 2;
    });
    expect(times.isKnown).toBe(true);
  },
);
