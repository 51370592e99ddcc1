/** Real pictures for tests: the sample video of pedestrians, obtained once and then kept on disk. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { pedestrianSample } from '../../ingest/adapters/pedestrian-sample.ts';
import type { Picture } from '../../ingest/domain/frame.ts';
import { obtainSample } from '../../ingest/sample/obtain-sample.ts';
import { silentLogger } from '../../kernel/logger.ts';

const run = promisify(execFile);

/** Path of a video of 79.5 s, 768x576, 10 frames a second, of people crossing a square. */
export async function sampleVideo(): Promise<string> {
  const dir = path.resolve(import.meta.dirname, '../../data/sample');
  const sources = [pedestrianSample];
  return (await obtainSample({ dir, sources, logger: silentLogger })).path;
}

/** One decoded frame of a video of the given size. Needs the ffmpeg command. */
export async function pictureAt(
  video: string,
  seconds: number,
  size: { width: number; height: number },
): Promise<Picture> {
  const { width, height } = size;
  const filter = `scale=${width}:${height}`;
  const output = ['-frames:v', '1', '-vf', filter, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-ss', `${seconds}`, '-i', video, ...output],
    {
      encoding: 'buffer',
      maxBuffer: 1e8,
    },
  );
  return { width, height, data: new Uint8Array(stdout) };
}
