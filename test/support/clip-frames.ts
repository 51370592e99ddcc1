/** The sampled frames of a clip, as ingest would store them: JPEG files, 4 a second, in a folder. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { FrameReader } from '../../ingest/contract.ts';
import type { FrameRef } from '../../ingest/domain/frame.ts';
import { runFfmpeg } from './media.ts';

export interface ClipFrames {
  readonly frames: readonly FrameRef[];
  readonly reader: Pick<FrameReader, 'read'>;
}

const intervalMs = 250;
const longSide = 960;

/** The clip's first frame is at `startAt`. */
export async function sampleClip(clip: string, startAt: number): Promise<ClipFrames> {
  const folder = mkdtempSync(path.join(tmpdir(), 'strandline-frames-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const sampling = `fps=${1000 / intervalMs}:round=near,scale='min(${longSide},iw)':-2`;
  await runFfmpeg(['-i', clip, '-vf', sampling, '-q:v', '4', path.join(folder, '%06d.jpg')]);
  const names = readdirSync(folder).sort();
  const { width, height } = await sharp(path.join(folder, names[0]!)).metadata();
  const frames = names.map((key, index) => ({
    index,
    at: startAt + index * intervalMs,
    width,
    height,
    key,
  }));
  return {
    frames,
    reader: { read: (frame, side) => readJpeg(path.join(folder, frame.key), side) },
  };
}

async function readJpeg(file: string, side: number) {
  const { data, info } = await sharp(file)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
