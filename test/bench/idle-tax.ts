/**
 * What a live camera costs while nothing is in a hurry: processor time of ingest, with 2 sampled
 * pictures a second and with hardly any, against FFmpeg only decoding what it gets of the same
 * camera, both at the same time, window by window. A loop that waits busily shows here and nowhere
 * else. `node test/bench/idle-tax.ts [--long]`
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../support/wait-for.ts';
import { type Camera, startCamera } from './harness/camera.ts';
import { patternClip } from './harness/clips.ts';
import { withIngest } from './harness/ingest-rig.ts';
import { isLong, measurementOf, ratiosOf } from './harness/measure.ts';
import { report } from './harness/report.ts';
import { cpuOfProcess } from './harness/spent.ts';

const windows = 5;
const windowMs = isLong ? 20_000 : 5_000;

const camera = await startCamera(await patternClip());
await measure(camera, 'live ingest at 2 fps', 2, 1.2);
await measure(camera, 'live ingest at hardly any', 0.01);
camera.stop();

async function measure(
  { url, pid }: Camera,
  name: string,
  framesPerSecond: number,
  target?: number,
): Promise<void> {
  const spent = await withIngest({ framesPerSecond }, async ({ ingest, store }) => {
    await ingest.add({ id: 'bench', name: 'Bench', source: { url, pace: 'live' } });
    const ffmpeg = decodeOnly(url);
    await waitFor(() => ingest.statuses()[0]?.state === 'live', { timeoutMs: 60_000 });
    // Opening and loading are over when both have shown pictures for a while.
    await sleep(5_000);
    const result = await measureWindows(ffmpeg.pid!, pid);
    ffmpeg.kill();
    // A chunk without any sampled picture counts as a gap.
    const expected = ['not-connected', 'no-frames'];
    const broken = store.gaps('bench').find(({ reason }) => !expected.includes(reason));
    if (broken) throw new Error(`the stream broke off: ${broken.reason}`);
    return result;
  });
  const perMinute = (seconds: number) => (seconds * 60_000) / windowMs;
  const bare = 'ffmpeg decoding only';
  const lower = { isBetter: 'lower' as const };
  const ratios = ratiosOf(spent.ours, spent.ffmpeg);
  report(measurementOf(ratios, { name: `${name} / ${bare}`, unit: 'x', ...lower, target }));
  const unit = { unit: 's/min', ...lower };
  report(measurementOf(spent.ours.map(perMinute), { name: `${name}, processor`, ...unit }));
  report(
    measurementOf(spent.ffmpeg.map(perMinute), {
      ...{ name: `${bare} beside ${name}, processor`, ...unit },
    }),
  );
}

function decodeOnly(url: string) {
  const input = ['-v', 'error', '-nostdin', '-rtsp_transport', 'tcp', '-threads', '1', '-i', url];
  return spawn('ffmpeg', [...input, '-map', '0:v', '-f', 'null', '-'], { stdio: 'ignore' });
}

async function measureWindows(ffmpegPid: number, cameraPid: number) {
  const spent = { ours: [] as number[], ffmpeg: [] as number[] };
  let before = await spentBy(ffmpegPid, cameraPid);
  for (let n = 0; n < windows; n += 1) {
    await sleep(windowMs);
    const now = await spentBy(ffmpegPid, cameraPid);
    spent.ours.push(now.ours - before.ours);
    spent.ffmpeg.push(now.ffmpeg - before.ffmpeg);
    before = now;
  }
  return spent;
}

/** FFmpeg and the camera are children of this process too. */
async function spentBy(ffmpegPid: number, cameraPid: number) {
  const pids = [process.pid, ffmpegPid, cameraPid];
  const [all, ffmpeg, shown] = (await Promise.all(pids.map(cpuOfProcess))) as [
    number,
    number,
    number,
  ];
  return { ours: all - ffmpeg - shown, ffmpeg };
}
