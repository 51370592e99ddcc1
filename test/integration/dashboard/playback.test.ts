/** Recordings of a real capture child, played over HTTP by FFmpeg. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startDashboardServer } from '../../support/dashboard-server.ts';
import { makeClip, runFfmpeg } from '../../support/media.ts';
import { aStream } from '../../support/query-things.ts';
import { type RecordingRig, recordFile, startRig } from '../../support/recording-rig.ts';
import { scriptedQueryApi } from '../../support/scripted-query-api.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { tonesIn, tonesSource } from '../../support/tones.ts';

const startAt = 1_700_000_000_000;

interface Played {
  readonly frames: number;
  readonly firstAt: number;
  /** Longest time between two pictures, seconds. */
  readonly longestStep: number;
}

/** What FFmpeg shows of the playlist. */
async function play(url: string): Promise<Played> {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'frame=pts_time'];
  const { stdout } = await promisify(execFile)('ffprobe', [...args, '-of', 'csv=p=0', url]);
  const times = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map(Number.parseFloat);
  const steps = times.slice(1).map((time, i) => time - times[i]!);
  return { frames: times.length, firstAt: times[0]!, longestStep: Math.max(...steps) };
}

async function serve(rig: RecordingRig, state = 'ended'): Promise<string> {
  const server = await startDashboardServer(
    { ...scriptedQueryApi(), streams: async () => [aStream({ id: 'cam', state })] },
    { segments: rig.segments },
  );
  onTestFinished(() => server.stop());
  return `${server.url}/api/streams/cam`;
}

async function recorded(seconds: number, output?: readonly string[]): Promise<RecordingRig> {
  const rig = await startRig({ segmentMs: 2_000 });
  const url = await makeClip({ seconds, audio: true, ...(output && { output }) });
  await recordFile(rig, { url, pace: 'fast', startAt });
  return rig;
}

const playlist = (stream: string, from: number, to: number) =>
  `${stream}/playlist.m3u8?from=${from}&to=${to}`;

it('all of a recording plays as one, at the instants at which it was recorded', async () => {
  const stream = await serve(await recorded(10));
  const { frames, firstAt, longestStep } = await play(playlist(stream, startAt, startAt + 10_000));
  expect(frames).toBe(250);
  expect(firstAt).toBeCloseTo(startAt / 1000, 1);
  expect(longestStep).toBeLessThan(0.06);
});

it('pictures that are shown in another order than decoded play as one too', async () => {
  const stream = await serve(await recorded(10, ['-bf', '2']));
  const { frames, longestStep } = await play(playlist(stream, startAt, startAt + 10_000));
  expect(frames).toBe(250);
  expect(longestStep).toBeLessThan(0.06);
});

it('the G.711 sound of a camera is heard in step, across all segments', async () => {
  const path = join(await temporaryFolder(), 'tones.mkv');
  const sound = ['-f', 'lavfi', '-i', tonesSource([[1.5, 4.5]], 8), '-c:a', 'pcm_mulaw'];
  await runFfmpeg(['-i', await makeClip({ seconds: 8 }), ...sound, '-c:v', 'copy', path]);
  const rig = await startRig({ segmentMs: 2_000 });
  await recordFile(rig, { url: path, pace: 'fast', startAt });
  expect(rig.store.segments.length).toBeGreaterThan(2);
  const list = playlist(await serve(rig), startAt, startAt + 8_000);
  expect((await play(list)).frames).toBe(200);
  const [tone, ...others] = await tonesIn(list);
  expect(others).toEqual([]);
  expect(Math.abs(tone![0] - 1.5)).toBeLessThan(0.06);
  expect(Math.abs(tone![1] - 4.5)).toBeLessThan(0.06);
});

it('of pictures that HLS cannot carry there is no playlist, and it is said why', async () => {
  const output = ['-c:a', 'libvorbis'];
  const url = await makeClip({
    ...{ seconds: 4, codec: 'libvpx', extension: 'webm', audio: true, output },
  });
  const rig = await startRig({ segmentMs: 2_000 });
  await recordFile(rig, { url, pace: 'fast', startAt });
  const stream = await serve(rig, 'live');
  const answer = await fetch(playlist(stream, startAt, startAt + 4_000));
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('HLS cannot carry the recorded codec vp8');
});

it('a part of it plays from the segment that holds its beginning to the one of its end', async () => {
  const rig = await recorded(10);
  const stream = await serve(rig);
  const [from, to] = [startAt + 3_000, startAt + 7_000];
  const held = rig.store.segments.filter(({ start, end }) => start < to && end > from);
  const seconds = held.reduce((sum, { start, end }) => sum + end - start, 0) / 1000;
  const { frames } = await play(playlist(stream, from, to));
  expect(Math.abs(frames - 25 * seconds)).toBeLessThanOrEqual(25);
  expect(frames).toBeGreaterThanOrEqual(100);
});

it('two recordings with a gap between them play one after the other', async () => {
  const rig = await recorded(4);
  await rig.ingest.remove('cam');
  const url = await makeClip({ seconds: 3, width: 640, height: 360 });
  await recordFile(rig, { url, pace: 'fast', startAt: startAt + 60_000 });
  const list = playlist(await serve(rig), startAt, startAt + 90_000);
  const text = await (await fetch(list)).text();
  expect(text.match(/#EXT-X-DISCONTINUITY/g)).toHaveLength(1);
  expect(text.match(/#EXT-X-MAP/g)).toHaveLength(2);
  expect((await play(list)).frames).toBe(175);
});

it('media come whole or in part, and the parts make the whole', async () => {
  const stream = await serve(await recorded(4));
  const text = await (await fetch(playlist(stream, startAt, startAt + 4_000))).text();
  const url = `${stream}/${text.match(/^segments.*$/m)![0]}`;
  const whole = await fetch(url);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(whole.headers.get('content-length')).toBe(String(bytes.length));
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 1_001) {
    const part = await fetch(url, { headers: { range: `bytes=${at}-${at + 1_000}` } });
    expect(part.status).toBe(206);
    parts.push(Buffer.from(await part.arrayBuffer()));
  }
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  expect((await fetch(url, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416);
});

it('of a stream that goes on the playlist grows; of one that has ended it does not', async () => {
  const rig = await recorded(4);
  const list = `/playlist.m3u8?from=${startAt}`;
  const later = `/playlist.m3u8?from=${startAt}&to=${startAt + 1_000}`;
  const going = await serve(rig, 'live');
  const past = await (await fetch(going + later)).text();
  expect(past).toContain('#EXT-X-ENDLIST');
  const rows = rig.store.segments;
  const now = Date.now();
  rows.push({ ...rows.pop()!, start: now - 10_000, end: now });
  const grows = await (await fetch(`${going}/playlist.m3u8?from=${now - 60_000}`)).text();
  expect(grows).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  expect(grows).not.toContain('#EXT-X-ENDLIST');
  expect(await (await fetch((await serve(rig, 'ended')) + list)).text()).toContain('ENDLIST');
});

it('what is not there is not found, and what cannot be is refused', async () => {
  const rig = await recorded(4);
  const stream = await serve(rig);
  const statusOf = async (path: string) => (await fetch(stream + path)).status;
  expect(await statusOf('/playlist.m3u8')).toBe(400);
  expect(await statusOf('/playlist.m3u8?from=2&to=1')).toBe(400);
  expect(await statusOf('/playlist.m3u8?from=0&to=900000000')).toBe(400);
  expect(await statusOf('/playlist.m3u8?from=1&to=2')).toBe(404);
  expect(await statusOf('/segments/1-1/media.m4s')).toBe(404);
  expect(await statusOf('/segments/..%2f..%2fetc/media.m4s')).toBe(404);
  for (const segment of rig.store.segments) await rm(rig.segments.pathOf(segment));
  expect(await statusOf(`/segments/1-${startAt}/media.m4s`)).toBe(404);
  expect((await fetch(`${stream.replace('cam', 'nobody')}/playlist.m3u8?from=1&to=2`)).status).toBe(
    404,
  );
});
