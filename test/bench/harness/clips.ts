/** The clips of the benches, made once a run: the runner names a folder that all of them share. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFfmpeg } from '../../support/media.ts';
import { sampleVideo } from '../../support/sample-video.ts';

const folder = sharedFolder();
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '50'];

/**
 * Seconds of a moving, noisy pattern with sound, so often in a row: 720p25 H.264 of 4 Mb/s, as a
 * camera's.
 */
export async function patternClip(seconds = 30, loops = 1): Promise<string> {
  const once = await makeOnce(`pattern-${seconds}`, [
    ...['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25,noise=alls=12:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', String(seconds)],
    ...['-preset', 'ultrafast', '-sc_threshold', '0', '-b:v', '4M', '-c:a', 'aac', ...h264],
  ]);
  if (loops === 1) return once;
  const again = ['-stream_loop', String(loops - 1), '-i', once, '-map', '0', '-c', 'copy'];
  return makeOnce(`pattern-${seconds}-${loops}`, again);
}

/** Seconds of real pedestrians, at 25 pictures a second and with so many lines. */
export const streetClip = async (seconds: number, lines: 720 | 1080): Promise<string> =>
  makeOnce(`street-${lines}-${seconds}`, [
    ...['-stream_loop', '-1', '-i', await sampleVideo(), '-t', String(seconds)],
    ...['-vf', `scale=${(lines * 16) / 9}:${lines},fps=25`, '-preset', 'veryfast', ...h264],
  ]);

async function makeOnce(name: string, args: readonly string[]): Promise<string> {
  const clip = join(folder, `${name}.mp4`);
  if (existsSync(clip)) return clip;
  const unfinished = join(folder, `${process.pid}-${name}.mp4`);
  await runFfmpeg([...args, unfinished]);
  await rename(unfinished, clip);
  return clip;
}

function sharedFolder(): string {
  const shared = process.env.STRANDLINE_BENCH_MEDIA;
  if (shared) return shared;
  const own = mkdtempSync(join(tmpdir(), 'strandline-bench-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}
