/** The faults of the test camera, as the FFmpeg command line sees them. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CameraFaults, FaultStep } from '../../support/camera-faults.ts';
import { makeClip } from '../../support/media.ts';
import { type RtspServer, startRtspServer } from '../../support/rtsp-server.ts';
import {
  type Seen,
  type SeenPacket,
  type WatchOptions,
  watchWithFfmpeg,
} from '../../support/watch-with-ffmpeg.ts';

const framesPerSecond = 25;
const overUdp = { input: ['-rtsp_transport', 'udp'] };

async function startCamera(
  faults: CameraFaults = {},
  script: readonly FaultStep[] = [],
): Promise<RtspServer> {
  const clip = await makeClip({ seconds: 4, framesPerSecond });
  const camera = await startRtspServer({ clip, framesPerSecond, faults, script });
  onTestFinished(() => camera.close());
  return camera;
}

/** What is seen of a camera with the faults, until 20 pictures have come. */
async function see(faults: CameraFaults, options: WatchOptions = {}): Promise<Seen> {
  return watchWithFfmpeg((await startCamera(faults)).url, { pictures: 20, ...options });
}

const videoOf = ({ packets }: Seen): SeenPacket[] => packets.filter((one) => one.kind === 'video');

/** Times from picture to picture: as told, and as they came, milliseconds. */
const stepsOf = (packets: readonly SeenPacket[], key: 'pts' | 'at'): number[] => {
  const times = packets.flatMap((one) => one[key] ?? []);
  return times.slice(1).map((time, i) => (time - times[i]!) * (key === 'pts' ? 1000 : 1));
};

describe('the test camera without faults', () => {
  it.each([
    ['interleaved TCP', {}],
    ['UDP', overUdp],
  ])('shows its pictures over %s', async (_, options) => {
    const seen = await see({}, options);
    expect(videoOf(seen).length).toBeGreaterThanOrEqual(20);
    expect(videoOf(seen)[0]!.isKey).toBe(true);
    expect(seen.errors).toBe('');
  });
});

it('a test camera may be joined between its key pictures', async () => {
  const clip = await makeClip({ seconds: 20, framesPerSecond, keyInterval: 500 });
  const beginsAt = Date.now() - 1_000;
  const faults: CameraFaults = { joinsAt: 'now' };
  const camera = await startRtspServer({ clip, framesPerSecond, beginsAt, faults });
  onTestFinished(() => camera.close());
  const seen = videoOf(await watchWithFfmpeg(camera.url, { pictures: 20 }));
  expect(seen.some(({ isKey }) => isKey)).toBe(false);
  expect(seen.length).toBeGreaterThanOrEqual(20);
});

describe('the test camera that does not answer', () => {
  it.each(['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY'] as const)(
    '%s leaves its player waiting',
    async (method) => {
      const camera = await startCamera({ silentOn: [method] });
      const seen = await watchWithFfmpeg(camera.url, { timeoutMs: 1_500 });
      expect(seen).toMatchObject({ isWaiting: true, packets: [] });
      expect(camera.requests.at(-1)).toBe(method);
    },
  );
});

describe('the test camera that answers something else', () => {
  it.each<[string, CameraFaults, RegExp]>([
    ['404 says so', { statusOf: { DESCRIBE: 404 } }, /404 Not Found/],
    [
      'a broken Content-Base is asked for what is no URL, and hangs up',
      { contentBase: 'x' },
      /Invalid data/,
    ],
    [
      'a wrong control URL is asked for a track it does not have',
      { trackControl: 'rtsp://127.0.0.1:1/x' },
      /SETUP failed: 404/,
    ],
    ['a full house says so', { maxPlayers: 0 }, /SETUP failed: 453/],
    ['no TCP says so', { transports: ['udp'] }, /SETUP failed: 461/],
    [
      'a missing login says so',
      { credentials: { scheme: 'basic', user: 'u', password: 'p' } },
      /401 Unauthorized/,
    ],
  ])('%s', async (_, faults, complaint) => {
    const seen = await see(faults);
    expect(seen.errors).toMatch(complaint);
    expect(seen.packets).toEqual([]);
  });

  it.each(['basic', 'digest'] as const)(
    'a %s login opens to the right password alone',
    async (scheme) => {
      const camera = await startCamera({
        credentials: { scheme, user: 'admin', password: 's3cret' },
      });
      const as = (login: string) =>
        watchWithFfmpeg(camera.url.replace('//', `//${login}@`), { pictures: 5 });
      expect(videoOf(await as('admin:s3cret'))).not.toEqual([]);
      expect(camera.wrongLogins).toBe(0);
      expect((await as('admin:wrong')).errors).toMatch(/401 Unauthorized/);
      expect(camera.wrongLogins).toBe(1);
    },
  );

  it('sends its player to another host', async () => {
    const other = await startCamera();
    const seen = await see({ redirectTo: other.url });
    expect(videoOf(seen)).not.toEqual([]);
    expect(other.plays).toBe(1);
  });
});

describe('the media of the test camera', () => {
  it.each<[string, CameraFaults, boolean, boolean]>([
    ['video alone', { tracks: 'video' }, true, false],
    ['sound alone', { tracks: 'audio' }, false, true],
    ['video and sound', { tracks: 'both' }, true, true],
    ['sound that goes on without its video', { tracks: 'both', sends: 'audio' }, false, true],
    ['parameter sets in the stream alone', { hidesParameterSets: true }, true, false],
  ])('can be %s', async (_, faults, hasVideo, hasAudio) => {
    const seen = await see(faults, { most: 60 });
    expect(videoOf(seen).length > 0).toBe(hasVideo);
    expect(seen.packets.some(({ kind }) => kind === 'audio')).toBe(hasAudio);
  });

  it('ends without a word, by FIN and by RST', async () => {
    for (const closes of ['fin', 'rst'] as const) {
      const camera = await startCamera({}, [{ afterMs: 1_000, faults: { closes } }]);
      const seen = await watchWithFfmpeg(camera.url);
      expect(seen.isWaiting).toBe(false);
      expect(videoOf(seen).length).toBeGreaterThan(10);
    }
  });

  it('falls silent, and comes in a burst after a stall', async () => {
    const silent = await startCamera({}, [{ afterMs: 1_000, faults: { sends: 'nothing' } }]);
    const seen = await watchWithFfmpeg(silent.url, { timeoutMs: 3_500 });
    expect(seen.isWaiting).toBe(true);
    expect(videoOf(seen).length).toBeLessThan(50);

    const stalling = await startCamera({}, [
      { afterMs: 1_000, faults: { sends: 'held' } },
      { afterMs: 3_000, faults: { sends: 'all' } },
    ]);
    const burst = videoOf(await watchWithFfmpeg(stalling.url, { pictures: 80 }));
    expect(Math.max(...stepsOf(burst, 'at'))).toBeGreaterThan(1_000);
    expect(Math.max(...stepsOf(burst, 'pts'))).toBeLessThan(45);
  });

  it('jumps in time, and passes the end of the 32-bit clock without one', async () => {
    const afterJump = async (jumpMs: number) => {
      const script = [{ afterMs: 1_000, faults: { timestampOffsetMs: jumpMs } }];
      const camera = await startCamera({}, script);
      return videoOf(await watchWithFfmpeg(camera.url, { pictures: 60 }));
    };
    const jumps = [8_000, 100_000, -20_000];
    for (const [i, seen] of (await Promise.all(jumps.map(afterJump))).entries()) {
      const steps = stepsOf(seen, 'pts');
      expect(steps.some((step) => Math.abs(step - jumps[i]! - 40) < 2)).toBe(true);
    }
    const wrapping = videoOf(await see({ firstTimestamp: 2 ** 32 - 90_000 }, { pictures: 50 }));
    expect(stepsOf(wrapping, 'pts').every((step) => Math.abs(step - 40) < 2)).toBe(true);
  });

  it('comes faster than its timestamps tell', async () => {
    const seen = videoOf(await see({ sentFramesPerSecond: 50 }, { pictures: 100 }));
    const [first, last] = [seen[50]!, seen.at(-1)!];
    const toldMs = (last.pts! - first.pts!) * 1_000;
    expect(toldMs / (last.at - first.at)).toBeGreaterThan(1.4);
  });

  it('shows one key picture again and again', async () => {
    const camera = await startCamera({}, [{ afterMs: 1_500, faults: { isFrozen: true } }]);
    const seen = videoOf(await watchWithFfmpeg(camera.url, { pictures: 90 }));
    expect(seen.slice(-20).every(({ isKey }) => isKey)).toBe(true);
    expect(stepsOf(seen, 'pts').every((step) => Math.abs(step - 40) < 2)).toBe(true);
  });

  it('loses packets, and swaps some', async () => {
    expect((await see({ lossEvery: 5 }, { pictures: 40, ...overUdp })).errors).toMatch(
      /missed|error/,
    );
    expect((await see({ reorderEvery: 5 }, { pictures: 40, ...overUdp })).errors).toBe('');
  });

  it('is cut off when its player does not show that it is alive', async () => {
    const camera = await startCamera({ keepAliveMs: 2_000 });
    const seen = await watchWithFfmpeg(camera.url, { pictures: 90 });
    expect(videoOf(seen).length).toBeGreaterThanOrEqual(90);
    expect(camera.requests).toContain('GET_PARAMETER');
  });

  it('is healed', async () => {
    const camera = await startCamera({ silentOn: ['DESCRIBE'] });
    camera.heal();
    expect(videoOf(await watchWithFfmpeg(camera.url, { pictures: 5 }))).not.toEqual([]);
  });
});
