/** Test clips, made with the FFmpeg command line once a run and cached in a temporary folder. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface ClipOptions {
  readonly seconds: number;
  readonly width?: number;
  readonly height?: number;
  readonly framesPerSecond?: number;
  /** Frames from key frame to key frame. */
  readonly keyInterval?: number;
  readonly codec?:
    | 'libx264'
    | 'libx265'
    | 'libsvtav1'
    | 'mpeg2video'
    | 'mpeg4'
    | 'libvpx'
    | 'libvpx-vp9'
    | 'mjpeg';
  readonly audio?: boolean;
  /** FFmpeg's picture source; the default shows a moving pattern with a clock. */
  readonly picture?: string;
  /** File name ending, and so the container. */
  readonly extension?: string;
  /** More output options. */
  readonly output?: readonly string[];
}

export interface ProbedMedia {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Pictures that decode. */
  readonly frames: number;
  readonly hasAudio: boolean;
  readonly firstIsKey: boolean;
}

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'strandline-media-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const made = new Map<string, Promise<string>>();

/** Path of a clip with these properties. */
export function makeClip(options: ClipOptions): Promise<string> {
  const key = JSON.stringify(options);
  const known = made.get(key) ?? encodeClip(options, made.size);
  made.set(key, known);
  return known;
}

/** Runs the FFmpeg command line to its end. */
export async function runFfmpeg(args: readonly string[]): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...args]);
}

/** Decodes the file with the FFmpeg command line; rejects when it cannot be read. */
export async function probeMedia(path: string): Promise<ProbedMedia> {
  const entries = 'stream=codec_type,codec_name,width,height:frame=media_type,key_frame';
  const { stdout } = await run(
    'ffprobe',
    ['-v', 'error', '-show_entries', entries, '-of', 'json', path],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { streams, frames } = JSON.parse(stdout) as {
    streams: { codec_type: string; codec_name: string; width: number; height: number }[];
    frames: { media_type: string; key_frame: number }[];
  };
  const video = streams.find((stream) => stream.codec_type === 'video')!;
  const pictures = frames.filter((frame) => frame.media_type === 'video');
  return {
    codec: video.codec_name,
    width: video.width,
    height: video.height,
    frames: pictures.length,
    hasAudio: streams.some((stream) => stream.codec_type === 'audio'),
    firstIsKey: pictures[0]?.key_frame === 1,
  };
}

async function encodeClip(options: ClipOptions, number: number): Promise<string> {
  const { seconds, width = 320, height = 180, framesPerSecond = 25, keyInterval = 25 } = options;
  const path = join(folder, `clip-${number}.${options.extension ?? 'mp4'}`);
  const picture = options.picture ?? `testsrc2=size=${width}x${height}:rate=${framesPerSecond}`;
  const sound = options.audio ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'] : [];
  await runFfmpeg([
    ...['-f', 'lavfi', '-i', picture, ...sound, '-t', String(seconds)],
    ...[
      '-c:v',
      options.codec ?? 'libx264',
      ...encoderOptions(options.codec),
      '-pix_fmt',
      'yuv420p',
    ],
    ...['-g', String(keyInterval), ...(options.audio ? ['-c:a', 'aac'] : [])],
    ...(options.output ?? []),
    path,
  ]);
  return path;
}

const encoderOptions = (codec: ClipOptions['codec'] = 'libx264'): string[] => {
  if (codec === 'libx264') return ['-preset', 'ultrafast', '-sc_threshold', '0'];
  if (codec === 'libvpx-vp9' || codec === 'libvpx')
    return ['-deadline', 'realtime', '-cpu-used', '8'];
  return [];
};
