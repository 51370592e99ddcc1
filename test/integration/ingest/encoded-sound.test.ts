/** Sound beside the pictures, copied or encoded, from real sources through real capture children. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeClip, runFfmpeg } from '../../support/media.ts';
import {
  expectMp4With,
  expectTones,
  framesPerSecond,
  heardIn,
  picturesOf,
  recorded,
  seconds,
  segmentsOf,
  tones,
  tonesClip,
  tracksOf,
} from '../../support/recorded-sound.ts';
import { startRig } from '../../support/recording-rig.ts';
import { startRtspServer } from '../../support/rtsp-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Tone, tonesAsMuLaw, tonesSource } from '../../support/tones.ts';
import { waitFor } from '../../support/wait-for.ts';

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
    await expectMp4With('aac', segments);
    expectTones(await heardIn(segments), tones);
  });

  it.each([
    ['G.711 in Matroska', 'mkv', ['-c:a', 'pcm_alaw']],
    ['PCM of CD quality', 'mov', ['-c:a', 'pcm_s16le', '-ar', '44100', '-ac', '2']],
    ['five channels and a sixth', 'mkv', ['-c:a', 'pcm_s24le', '-ar', '48000', '-ac', '6']],
    ['MP2 in a transport stream', 'ts', ['-c:a', 'mp2', '-ar', '48000']],
    ['AC-3 in a transport stream', 'ts', ['-c:a', 'ac3', '-ar', '48000', '-ac', '6']],
    ['E-AC-3 in a transport stream', 'ts', ['-c:a', 'eac3', '-ar', '48000']],
    ['AC-3 in MP4', 'mp4', ['-c:a', 'ac3', '-ar', '48000']],
    ['MP3 of 8 kHz', 'mkv', ['-c:a', 'libmp3lame', '-ar', '8000']],
    ['Vorbis', 'mkv', ['-c:a', 'libvorbis', '-ar', '22050']],
    ['G.726', 'mkv', ['-c:a', 'g726', '-b:a', '32k', '-ar', '8000', '-ac', '1']],
  ])('%s', async (_, extension, sound) => {
    const rig = await recorded(await tonesClip(extension, sound));
    const segments = segmentsOf(rig);
    expect(segments.length).toBeGreaterThan(2);
    await expectMp4With('aac', segments);
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

describe('sound that MP4 holds is recorded as it comes', () => {
  it.each([
    ['AAC in a transport stream', 'aac', 'ts', ['-c:a', 'aac', '-ar', '48000', '-ac', '2']],
    ['AAC in MP4', 'aac', 'mp4', ['-c:a', 'aac', '-ar', '44100']],
    ['MP3', 'mp3', 'mkv', ['-c:a', 'libmp3lame', '-ar', '44100']],
    ['MP3 in a transport stream', 'mp3', 'ts', ['-c:a', 'libmp3lame', '-ar', '44100']],
    ['Opus', 'opus', 'mkv', ['-c:a', 'libopus']],
    ['Opus in a transport stream', 'opus', 'ts', ['-c:a', 'libopus']],
    ['FLAC', 'flac', 'mkv', ['-c:a', 'flac', '-ar', '16000']],
    ['ALAC', 'alac', 'mov', ['-c:a', 'alac', '-ar', '96000']],
  ])('%s', async (_, codec, extension, sound) => {
    const rig = await recorded(await tonesClip(extension, sound));
    const segments = segmentsOf(rig);
    expect(segments.length).toBeGreaterThan(2);
    await expectMp4With(codec, segments);
    expect(await picturesOf(rig)).toBe(seconds * framesPerSecond);
    expectTones(await heardIn(segments), tones, 0.06);
  });
});

describe('of several programmes the sound recorded is that of the one that is watched', () => {
  /** A second programme with sound of many more bits a second; the first one's tracks are given. */
  async function programmes(first: readonly string[]): Promise<string> {
    const url = join(await temporaryFolder(), 'programmes.ts');
    const watched = ['-i', await tonesClip('mkv', ['-c:a', 'pcm_mulaw'])];
    const sound = ['-f', 'lavfi', '-i', tonesSource([[2, 6]], seconds)];
    const other = ['-i', await makeClip({ seconds, framesPerSecond, width: 160, height: 90 })];
    const maps = [...first, '1:v', '2:a'].flatMap((track) => ['-map', track]);
    const encoders = ['-c:v', 'copy', '-c:a', 'mp2', '-ar', '48000', '-ac', '2', '-b:a', '384k'];
    const own = ['-b:a:0', '64k', '-ac:a:0', '1'];
    const programs = [first, ['1:v', '2:a']].map((tracks, n) =>
      ['title=p', ...tracks.map((_, i) => `st=${n * first.length + i}`)].join(':'),
    );
    await runFfmpeg([
      ...[...watched, ...other, ...sound, ...maps, ...encoders, ...(first[1] ? own : [])],
      ...[...programs.flatMap((program) => ['-program', program]), url],
    ]);
    return url;
  }

  it('and not what is best of all', async () => {
    const rig = await recorded(await programmes(['0:v', '0:a']));
    expect(rig.store.segments[0]?.width).toBe(320);
    expectTones(await heardIn(segmentsOf(rig)), tones, 0.06);
  });

  it('and none where that one has none', async () => {
    const rig = await recorded(await programmes(['0:v']));
    expect(rig.store.segments[0]?.width).toBe(320);
    expect(await tracksOf(segmentsOf(rig)[0]!.path)).toHaveLength(1);
  });
});

it('sound goes on where its codec changes, in a new epoch, and no picture is lost', async () => {
  const at = (second: number) => ['-muxdelay', '0', '-output_ts_offset', String(second)];
  const pieces = await Promise.all([
    tonesClip('ts', ['-c:a', 'aac', '-ar', '48000', ...at(0)]),
    tonesClip('ts', ['-c:a', 'ac3', '-ar', '48000', ...at(seconds)]),
  ]);
  const url = join(await temporaryFolder(), 'joined.ts');
  await writeFile(url, Buffer.concat(await Promise.all(pieces.map((piece) => readFile(piece)))));
  const rig = await recorded(url);
  expect(new Set(rig.store.segments.map(({ epoch }) => epoch))).toEqual(new Set([1, 2]));
  expect(rig.store.gaps('cam')).toEqual([]);
  expect(await picturesOf(rig)).toBe(2 * seconds * framesPerSecond);
  const later = tones.map(([from, to]) => [from + seconds, to + seconds] as const);
  expectTones(await heardIn(segmentsOf(rig)), [...tones, ...later], 0.06);
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
