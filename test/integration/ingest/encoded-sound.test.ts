/** Sound that MP4 does not hold as it comes, from real sources through real capture children. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeClip, probeMedia, runFfmpeg } from '../../support/media.ts';
import { type RecordingRig, recordFile, startRig } from '../../support/recording-rig.ts';
import { startRtspServer } from '../../support/rtsp-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Tone, tonesAsMuLaw, tonesIn, tonesSource } from '../../support/tones.ts';
import { waitFor } from '../../support/wait-for.ts';

const framesPerSecond = 25;
const startAt = 1_700_000_000_000;
/** Of one AAC frame at 16 kHz. */
const frameSeconds = 0.064;
/** Segments of two seconds are cut inside the second and at the end of the third. */
const tones: readonly Tone[] = [
  [0.5, 1.25],
  [1.75, 2.4],
  [3.25, 4],
  [4.5, 5.3],
];
const seconds = 7;

interface RecordedSegment {
  readonly path: string;
  /** Seconds of the recording. */
  readonly from: number;
  readonly to: number;
}

function segmentsOf(rig: RecordingRig): RecordedSegment[] {
  const first = rig.store.segments[0]!.start;
  return rig.store.segments.map((segment) => ({
    path: rig.segments.pathOf(segment),
    from: (segment.start - first) / 1000,
    to: (segment.end - first) / 1000,
  }));
}

/** What is heard of the recording when one segment is played after the other. */
async function heardIn(segments: readonly RecordedSegment[]): Promise<Tone[]> {
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

function expectTones(heard: readonly Tone[], expected: readonly Tone[], within = 0.03): void {
  expect(heard).toHaveLength(expected.length);
  for (const [n, [from, to]] of expected.entries()) {
    expect(Math.abs(heard[n]![0] - from)).toBeLessThan(within);
    expect(Math.abs(heard[n]![1] - to)).toBeLessThan(within);
  }
}

interface ProbedTrack {
  readonly codec_name: string;
  readonly start_time: string;
  readonly duration: string;
}

/** Picture first. */
async function tracksOf(path: string): Promise<ProbedTrack[]> {
  const entries = ['-show_entries', 'stream=codec_name,start_time,duration'];
  const args = ['-v', 'error', ...entries, '-of', 'json', path];
  const { stdout } = await promisify(execFile)('ffprobe', args);
  return (JSON.parse(stdout) as { streams: ProbedTrack[] }).streams;
}

async function expectMp4WithAac(segments: readonly RecordedSegment[]): Promise<void> {
  for (const { path } of segments) {
    expect(path).toMatch(/\.mp4$/);
    const [video, sound] = await tracksOf(path);
    expect([video?.codec_name, sound?.codec_name]).toEqual(['h264', 'aac']);
    expect(Number(sound?.start_time)).toBeLessThan(frameSeconds + 0.001);
    expect(Math.abs(Number(video?.duration) - Number(sound?.duration))).toBeLessThan(0.1);
  }
}

/** A clip with the tones as its sound, encoded as said. */
async function tonesClip(extension: string, sound: readonly string[]): Promise<string> {
  const path = join(await temporaryFolder(), `tones.${extension}`);
  const pictures = await makeClip({ seconds, framesPerSecond });
  const sources = ['-i', pictures, '-f', 'lavfi', '-i', tonesSource(tones, seconds)];
  await runFfmpeg([...sources, '-map', '0:v', '-map', '1:a', '-c:v', 'copy', ...sound, path]);
  return path;
}

async function recorded(url: string): Promise<RecordingRig> {
  const rig = await startRig({ segmentMs: 2_000 });
  await recordFile(rig, { url, pace: 'fast', startAt });
  return rig;
}

async function picturesOf(rig: RecordingRig): Promise<number> {
  const probed = await Promise.all(segmentsOf(rig).map(({ path }) => probeMedia(path)));
  return probed.reduce((sum, { frames }) => sum + frames, 0);
}

describe('sound that MP4 does not hold is recorded as AAC', () => {
  it('of a live camera with G.711, in step with its picture and across cuts', async () => {
    const clip = await makeClip({ seconds, framesPerSecond });
    const sound = await tonesAsMuLaw(tones, seconds);
    const faults = { tracks: 'both' } as const;
    const camera = await startRtspServer({ clip, framesPerSecond, sound, faults });
    onTestFinished(() => camera.close());
    const rig = await startRig({ chunkMs: 2_000, segmentMs: 2_000 });
    await rig.ingest.add({ id: 'cam', name: 'Camera', source: { url: camera.url, pace: 'live' } });
    await waitFor(() => segmentsOf(rig).some(({ to }) => to > 6.5), { timeoutMs: 30_000 });
    await rig.stop();
    const segments = segmentsOf(rig);
    expect(segments.map(({ from }) => Math.round(from)).slice(0, 4)).toEqual([0, 2, 4, 6]);
    await expectMp4WithAac(segments);
    expectTones(await heardIn(segments), tones);
  });

  it.each([
    ['G.711 in Matroska', 'mkv', ['-c:a', 'pcm_alaw']],
    ['PCM of CD quality', 'mov', ['-c:a', 'pcm_s16le', '-ar', '44100', '-ac', '2']],
    ['five channels and a sixth', 'mkv', ['-c:a', 'pcm_s24le', '-ar', '48000', '-ac', '6']],
    ['MP2 in a transport stream', 'ts', ['-c:a', 'mp2', '-ar', '48000']],
    ['Vorbis', 'mkv', ['-c:a', 'libvorbis', '-ar', '22050']],
    ['G.726', 'mkv', ['-c:a', 'g726', '-b:a', '32k', '-ar', '8000', '-ac', '1']],
  ])('%s', async (_, extension, sound) => {
    const rig = await recorded(await tonesClip(extension, sound));
    const segments = segmentsOf(rig);
    expect(segments.length).toBeGreaterThan(2);
    await expectMp4WithAac(segments);
    expectTones(await heardIn(segments), tones);
  });

  it('which keeps its times where sound is missing for a moment or for long', async () => {
    const holes = ['0.6,0.9', '2,2.2', '4.1,5.8'].map((hole) => `between(t,${hole})`).join('+');
    const sound = ['-af', `asetnsamples=160,aselect='not(${holes})'`, '-c:a', 'pcm_mulaw'];
    const segments = segmentsOf(await recorded(await tonesClip('mkv', sound)));
    const left: Tone[] = [
      [0.5, 0.6],
      [0.9, 1.25],
      [1.75, 2],
      [2.2, 2.4],
      [3.25, 4],
    ];
    expectTones(await heardIn(segments), left, 0.06);
  });

  it('which follows its stamps where its samples run fast against them', async () => {
    const sound = ['-af', 'asetnsamples=160,asetpts=PTS*1.03', '-c:a', 'pcm_mulaw'];
    const segments = segmentsOf(await recorded(await tonesClip('mkv', sound)));
    const stretched = tones.map(([from, to]) => [1.03 * from, 1.03 * to] as const);
    expectTones(await heardIn(segments), stretched, 0.06);
  });
});

it.each([
  ['MPEG-4 Part 2', 'mpeg4', 'mkv', ['-c:v', 'mpeg4', '-c:a', 'g726', '-ar', '8000', '-ac', '1']],
  // Matroska does not hold this sound either.
  ['FLV1', 'flv1', 'flv', ['-c:v', 'flv', '-c:a', 'nellymoser', '-ar', '22050', '-ac', '1']],
])('sound beside pictures that MP4 does not hold is encoded too: %s', async (...row) => {
  const [, codec, extension, encoders] = row;
  const rig = await recorded(await tonesClip(extension, encoders));
  const segments = segmentsOf(rig);
  expect(segments.length).toBeGreaterThan(2);
  for (const { path } of segments) {
    expect(path).toMatch(/\.mkv$/);
    expect((await tracksOf(path)).map(({ codec_name }) => codec_name)).toEqual([codec, 'aac']);
  }
  expect(await picturesOf(rig)).toBe(seconds * framesPerSecond);
  expectTones(await heardIn(segments), tones, 0.06);
});

describe('sound that cannot be encoded costs no picture', () => {
  it('damaged here and there, it is heard in between', async () => {
    const sound = ['-c:a', 'mp2', '-ar', '48000', '-bsf:a', 'noise=amount=not(mod(n\\,7))*50'];
    const rig = await recorded(await tonesClip('mkv', sound));
    expect(await picturesOf(rig)).toBe(seconds * framesPerSecond);
    expect((await heardIn(segmentsOf(rig))).length).toBeGreaterThan(0);
  });

  it('damaged throughout, the pictures are recorded all the same', async () => {
    const sound = ['-c:a', 'mp2', '-ar', '48000', '-bsf:a', 'noise=amount=2'];
    const rig = await recorded(await tonesClip('mkv', sound));
    expect(rig.ingest.statuses()[0]).toMatchObject({ state: 'ended' });
    expect(await picturesOf(rig)).toBe(seconds * framesPerSecond);
  });

  it('is told of in the log while the stream runs', async () => {
    const sound = ['-c:a', 'mp2', '-ar', '48000', '-bsf:a', 'noise=amount=2'];
    const rig = await startRig();
    const source = { url: await tonesClip('mkv', sound), pace: 'paced' } as const;
    await rig.ingest.add({ id: 'cam', name: 'Camera', source });
    const complaints = () => rig.warned.filter((said) => said === 'the capture child complained');
    await waitFor(() => complaints().length > 0 && rig.ingest.statuses()[0]?.state === 'live');
    expect(rig.captures[0]?.lastWords).toContain('sound is left out');
    await rig.ingest.finished('cam');
    expect(rig.captures).toHaveLength(1);
    expect(complaints()).toHaveLength(1);
  });

  it('of a codec nobody knows, it is left out, and the segments are MP4', async () => {
    const clip = await tonesClip('mkv', ['-c:a', 'pcm_mulaw']);
    const bytes = await readFile(clip);
    bytes.write('A_XX', bytes.indexOf('A_MS/ACM'));
    await writeFile(clip, bytes);
    const rig = await recorded(clip);
    expect(await picturesOf(rig)).toBe(seconds * framesPerSecond);
    for (const { path } of segmentsOf(rig)) {
      expect(path).toMatch(/\.mp4$/);
      expect((await tracksOf(path)).map(({ codec_name }) => codec_name)).toEqual(['h264']);
    }
  });
});
