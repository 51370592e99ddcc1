/**
 * What a live camera costs while nothing is in a hurry: processor time of ingest with 2 sampled
 * pictures a second, against FFmpeg only decoding what it gets of the same camera, both at the same
 * time, window by window. A loop that waits busily shows here and nowhere else.
 * `node test/bench/idle-tax.ts [--long]`
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../support/wait-for.ts';
import { startCamera } from './harness/camera.ts';
import { patternClip } from './harness/clips.ts';
import { withIngest } from './harness/ingest-rig.ts';
import { isLong, measurementOf, ratiosOf, usualRounds } from './harness/measure.ts';
import { report } from './harness/report.ts';
import { cpuOfProcess } from './harness/spent.ts';

const windowMs = isLong ? 20_000 : 5_000;

const camera = await startCamera(await patternClip());
await withIngest({ framesPerSecond: 2 }, async ({ ingest, store }) => {
  await ingest.add({ id: 'bench', name: 'Bench', source: { url: camera.url, pace: 'live' } });
  const ffmpeg = decodeOnly();
  await waitFor(() => ingest.statuses()[0]?.state === 'live', { timeoutMs: 30_000 });
  // Opening and loading are over when both have shown pictures for a while.
  await sleep(5_000);
  const spent = await measureWindows(ffmpeg.pid!);
  ffmpeg.kill();
  const broken = store.gaps('bench').filter(({ reason }) => reason !== 'not-connected');
  if (broken.length > 0) throw new Error(`the stream broke off: ${broken[0]!.reason}`);
  const perMinute = (seconds: number) => (seconds * 60_000) / windowMs;
  report(
    measurementOf(ratiosOf(spent.ours, spent.ffmpeg), {
      ...{ name: 'live ingest at 2 fps / ffmpeg decoding only', unit: 'x' },
      ...{ isBetter: 'lower', target: 1.2 },
    }),
  );
  const unit = { unit: 's/min', isBetter: 'lower' as const };
  report(measurementOf(spent.ours.map(perMinute), { name: 'ours, processor', ...unit }));
  report(measurementOf(spent.ffmpeg.map(perMinute), { name: 'ffmpeg, processor', ...unit }));
});
camera.stop();

function decodeOnly() {
  const input = ['-v', 'error', '-nostdin', '-rtsp_transport', 'tcp', '-threads', '1'];
  return spawn('ffmpeg', [...input, '-i', camera.url, '-map', '0:v', '-f', 'null', '-'], {
    stdio: 'ignore',
  });
}

async function measureWindows(ffmpegPid: number) {
  const spent = { ours: [] as number[], ffmpeg: [] as number[] };
  let before = await spentBy(ffmpegPid);
  for (let n = 0; n < usualRounds; n += 1) {
    await sleep(windowMs);
    const now = await spentBy(ffmpegPid);
    spent.ours.push(now.ours - before.ours);
    spent.ffmpeg.push(now.ffmpeg - before.ffmpeg);
    before = now;
  }
  return spent;
}

/** FFmpeg and the camera are children of this process too. */
async function spentBy(ffmpegPid: number) {
  const pids = [process.pid, ffmpegPid, camera.pid];
  const [all, ffmpeg, shown] = (await Promise.all(pids.map(cpuOfProcess))) as [
    number,
    number,
    number,
  ];
  return { ours: all - ffmpeg - shown, ffmpeg };
}
