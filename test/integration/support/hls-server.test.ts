/** The faults of the test playlist, as the FFmpeg command line sees them. */
import { expect, it, onTestFinished } from 'vitest';
import { type HlsFaults, type HlsServer, startHlsServer } from '../../support/hls-server.ts';
import { makeClip } from '../../support/media.ts';
import { waitFor } from '../../support/wait-for.ts';
import { watchWithFfmpeg } from '../../support/watch-with-ffmpeg.ts';

async function start(faults: HlsFaults = {}): Promise<HlsServer> {
  const server = await startHlsServer(await makeClip({ seconds: 4 }), { faults, segments: 30 });
  onTestFinished(() => server.close());
  return server;
}

const playlistOf = async (server: HlsServer, path = '/live.m3u8') =>
  (await fetch(new URL(path, server.url))).text();

const times = async (server: HlsServer, pictures: number): Promise<number[]> =>
  (await watchWithFfmpeg(server.url, { pictures })).packets.flatMap(({ pts }) => pts ?? []);

it('plays evenly through its list of variants', async () => {
  const server = await start({ variants: 2 });
  const stamps = await times(server, 120);
  expect(Math.max(...stamps.slice(1).map((at, i) => at - stamps[i]!))).toBeLessThan(0.05);
  expect(server.requests).toContain('/variant-1.m3u8');
});

it('tells the time of each segment', async () => {
  const server = await start({ programDateTime: true });
  const told = new Date(server.beginsAt).toISOString();
  expect(await playlistOf(server)).toContain(
    `#EXT-X-PROGRAM-DATE-TIME:${told}\n#EXTINF:1.000,\n0.ts`,
  );
});

it('stands still', async () => {
  const server = await start({ isFrozen: true });
  const seen = await watchWithFfmpeg(server.url, { timeoutMs: 5_000 });
  expect(seen.isWaiting).toBe(true);
  expect(seen.packets.length).toBeGreaterThan(60);
  expect(seen.packets.length).toBeLessThanOrEqual(75);
});

it('lists segments that are missing or expired', async () => {
  const server = await start();
  server.inject({ missing: [server.newest + 1] });
  const stamps = await times(server, 140);
  expect(stamps.slice(1).some((at, i) => at - stamps[i]! > 0.9)).toBe(true);
  server.inject({ expiresAfter: 0, missing: [] });
  expect((await fetch(new URL('/1.ts', server.url))).status).toBe(404);
});

it.each(['discontinuity', 'sequence-reset'] as const)(
  'starts again with a %s',
  async (restartsBy) => {
    const server = await start();
    const restartAt = server.newest + 1;
    server.inject({ restartAt, restartsBy });
    await waitFor(() => server.newest >= restartAt);
    const playlist = await playlistOf(server);
    expect(playlist.includes('#EXT-X-DISCONTINUITY')).toBe(restartsBy === 'discontinuity');
    expect(playlist.includes('#EXT-X-MEDIA-SEQUENCE:0\n')).toBe(
      restartsBy === 'sequence-reset' || restartAt < 6,
    );
    const restarted = await fetch(new URL(`/${restartAt}.ts`, server.url));
    const first = await fetch(new URL('/0.ts', server.url));
    expect(await restarted.bytes()).toEqual(await first.bytes());
  },
);
