/**
 * Video whose pictures carry their own number as a bar code, cut into segments as ingest does it,
 * and a reader of those numbers: which picture is shown at which time of a file.
 */
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Segment } from '../../ingest/domain/segment.ts';

const run = promisify(execFile);

const [bars, barWidth, height] = [16, 16, 64];

/** The number of a decoded picture of any size. */
export function barCodeIn({ width, height: rows, data }: Picture): number {
  const middle = (rows >> 1) * width;
  const grey = Array.from({ length: bars }, (_, bar) => {
    const x = Math.floor(((bar + 0.5) * width) / bars);
    return data[(middle + x) * 3]!;
  });
  return numberIn(Buffer.from(grey), 0);
}

export interface BarCodeVideoOptions {
  readonly dir: string;
  /** Prefix of the file names, and the codec arguments. */
  readonly name: string;
  readonly seconds: number;
  readonly fps?: number;
  /** For example `['-c:v', 'libx264', '-g', '50', '-bf', '2']`. */
  readonly codec: readonly string[];
  /** Adds a tone, encoded as AAC. */
  readonly audio?: boolean;
  /** Least length of a segment; each ends at a key frame. */
  readonly segmentSeconds: number;
  /** Instant of the first picture. */
  readonly startAt: number;
  readonly epoch?: number;
}

/** FFmpeg's picture source of such a video, 256x64. */
export function barCodePicture(seconds: number, fps: number): string {
  const bits = `255*mod(floor(N/pow(2,floor(X/${barWidth}))),2)`;
  const size = `${bars * barWidth}x${height}`;
  return `nullsrc=s=${size}:r=${fps}:d=${seconds},geq=lum='${bits}':cb=128:cr=128,format=yuv420p`;
}

/** Segments of stream `cam`; `key` is the absolute path. Needs the ffmpeg command. */
export async function recordBarCodes(options: BarCodeVideoOptions): Promise<Segment[]> {
  const { dir, name, seconds, fps = 25, startAt } = options;
  const video = ['-f', 'lavfi', '-i', barCodePicture(seconds, fps)];
  const tone = ['-f', 'lavfi', '-i', `sine=d=${seconds}`, '-c:a', 'aac', '-b:a', '64k'];
  await run('ffmpeg', [
    ...['-v', 'error', '-y', ...video, ...(options.audio ? tone : [])],
    ...options.codec,
    ...['-f', 'segment', '-segment_time', String(options.segmentSeconds)],
    ...['-segment_format', 'mp4', '-reset_timestamps', '1', '-segment_format_options'],
    'movflags=+frag_keyframe+empty_moov+default_base_moof',
    join(dir, `${name}_%03d.mp4`),
  ]);
  const names = (await readdir(dir)).filter((file) => file.startsWith(`${name}_`)).sort();
  return Promise.all(names.map((file) => segmentOf(file, startAt, 1000 / fps, options)));
}

/** Its place in time is read from its pictures, not from the times that the muxer wrote. */
async function segmentOf(
  file: string,
  startAt: number,
  pictureMs: number,
  options: BarCodeVideoOptions,
): Promise<Segment> {
  const key = join(options.dir, file);
  const numbers = (await readBarCodes(key)).map((picture) => picture.number);
  return {
    id: file,
    streamId: 'cam',
    epoch: options.epoch ?? 1,
    start: startAt + Math.round(numbers[0]! * pictureMs),
    end: startAt + Math.round((numbers.at(-1)! + 1) * pictureMs),
    key,
    bytes: (await stat(key)).size,
    codec: options.codec.includes('libx265') ? 'hevc' : 'h264',
    width: bars * barWidth,
    height,
  };
}

export interface ShownPicture {
  readonly number: number;
  /** Seconds from the start of the file. */
  readonly at: number;
}

/** The pictures of a file in the order in which they are shown. */
export async function readBarCodes(path: string): Promise<ShownPicture[]> {
  const [pixels, times] = await Promise.all([decodeRow(path), presentationTimes(path)]);
  return times.map((at, index) => ({ at, number: numberIn(pixels, index * bars) }));
}

/** One grey value per bar and picture. */
async function decodeRow(path: string): Promise<Buffer> {
  const filter = `scale=${bars}:1:flags=area,format=gray`;
  const args = ['-v', 'error', '-i', path, '-vf', filter, '-fps_mode', 'passthrough'];
  const { stdout } = await run('ffmpeg', [...args, '-f', 'rawvideo', '-'], {
    encoding: 'buffer',
    maxBuffer: 1e9,
  });
  return stdout;
}

async function presentationTimes(path: string): Promise<number[]> {
  const frames = ['-select_streams', 'v', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...frames, path], { maxBuffer: 1e9 });
  return stdout.split('\n').filter(Boolean).map(Number.parseFloat);
}

const numberIn = (pixels: Buffer, offset: number): number =>
  Array.from({ length: bars }, (_, bar) => (pixels[offset + bar]! > 127 ? 2 ** bar : 0)).reduce(
    (sum, bit) => sum + bit,
    0,
  );

export interface ProbedStream {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly codec_tag_string: string;
  readonly start_time: string;
}

export async function probeStreams(path: string): Promise<ProbedStream[]> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-show_streams', '-of', 'json', path],
  ]);
  return (JSON.parse(stdout) as { streams: ProbedStream[] }).streams;
}

/** Digests of the compressed pictures in the order of decoding. */
export async function packetDigests(path: string): Promise<string[]> {
  const args = ['-v', 'error', '-i', path, '-map', '0:v', '-c', 'copy', '-f', 'framemd5', '-'];
  const { stdout } = await run('ffmpeg', args, { maxBuffer: 1e9 });
  const lines = stdout.split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1)!.trim());
}
