/** Recordings of a clip whose sound tells where it is, and what is heard of them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { makeClip, probeMedia, runFfmpeg } from './media.ts';
import { type RecordingRig, recordFile, startRig } from './recording-rig.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type Tone, tonesIn, tonesSource } from './tones.ts';

export const framesPerSecond = 25;
export const startAt = 1_700_000_000_000;
/** Of one AAC frame at 16 kHz. */
export const frameSeconds = 0.064;
/** Segments of two seconds are cut inside the second and at the end of the third. */
export const tones: readonly Tone[] = [
  [0.5, 1.25],
  [1.75, 2.4],
  [3.25, 4],
  [4.5, 5.3],
];
export const seconds = 7;

export interface RecordedSegment {
  readonly path: string;
  /** Seconds of the recording. */
  readonly from: number;
  readonly to: number;
}

export function segmentsOf(rig: RecordingRig): RecordedSegment[] {
  const first = rig.store.segments[0]!.start;
  return rig.store.segments.map((segment) => ({
    path: rig.segments.pathOf(segment),
    from: (segment.start - first) / 1000,
    to: (segment.end - first) / 1000,
  }));
}

/** What is heard of the recording when one segment is played after the other. */
export async function heardIn(segments: readonly RecordedSegment[]): Promise<Tone[]> {
  const heard: [number, number][] = [];
  for (const { path, from } of segments) {
    for (const [begin, end] of await tonesIn(path)) {
      const last = heard.at(-1);
      if (last && from + begin - last[1] < 2 * frameSeconds) last[1] = from + end;
      else heard.push([from + begin, from + end]);
    }
  }
  return heard;
}

export function expectTones(heard: readonly Tone[], expected: readonly Tone[], within = 0.03) {
  expect(heard).toHaveLength(expected.length);
  for (const [n, [from, to]] of expected.entries()) {
    expect(Math.abs(heard[n]![0] - from)).toBeLessThan(within);
    expect(Math.abs(heard[n]![1] - to)).toBeLessThan(within);
  }
}

export interface ProbedTrack {
  readonly codec_name: string;
  readonly start_time: string;
  readonly duration: string;
  /** Bytes of what must be known to decode it. */
  readonly extradata_size?: number;
}

/** Picture first. */
export async function tracksOf(path: string): Promise<ProbedTrack[]> {
  const entries = ['-show_entries', 'stream=codec_name,start_time,duration,extradata_size'];
  const args = ['-v', 'error', ...entries, '-of', 'json', path];
  const { stdout } = await promisify(execFile)('ffprobe', args);
  return (JSON.parse(stdout) as { streams: ProbedTrack[] }).streams;
}

/** MP4 files whose sound is of this codec, begins with the picture and ends with it. */
export async function expectMp4With(codec: string, segments: readonly RecordedSegment[]) {
  for (const { path } of segments) {
    expect(path).toMatch(/\.mp4$/);
    const [video, sound] = await tracksOf(path);
    expect([video?.codec_name, sound?.codec_name]).toEqual(['h264', codec]);
    if (codec !== 'mp3') expect(sound?.extradata_size).toBeGreaterThan(1);
    expect(Number(sound?.start_time)).toBeLessThan(frameSeconds + 0.001);
    expect(Math.abs(Number(video?.duration) - Number(sound?.duration))).toBeLessThan(0.1);
  }
}

/** A clip with the tones as its sound, encoded as said. */
export async function tonesClip(extension: string, sound: readonly string[]): Promise<string> {
  const path = join(await temporaryFolder(), `tones.${extension}`);
  const pictures = await makeClip({ seconds, framesPerSecond });
  const sources = ['-i', pictures, '-f', 'lavfi', '-i', tonesSource(tones, seconds)];
  await runFfmpeg([...sources, '-map', '0:v', '-map', '1:a', '-c:v', 'copy', ...sound, path]);
  return path;
}

/** In segments of two seconds. */
export async function recorded(url: string): Promise<RecordingRig> {
  const rig = await startRig({ segmentMs: 2_000 });
  await recordFile(rig, { url, pace: 'fast', startAt });
  return rig;
}

/** That decode. */
export async function picturesOf(rig: RecordingRig): Promise<number> {
  const probed = await Promise.all(segmentsOf(rig).map(({ path }) => probeMedia(path)));
  return probed.reduce((sum, { frames }) => sum + frames, 0);
}
