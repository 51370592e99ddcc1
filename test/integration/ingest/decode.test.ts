/** Which pictures are decoded, and what happens when they change their form while a stream runs. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DecodeMode } from '../../../ingest/domain/stream.ts';
import { type ClipOptions, makeClip, probeMedia } from '../../support/media.ts';
import { filesOf, type RecordingRig, recordFile, startRig } from '../../support/recording-rig.ts';
import { seamsOf } from '../../support/seams.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const startAt = 1_700_000_000_000;
const bFrames = ['-bf', '2'];

const offsetsOf = (rig: RecordingRig): number[] =>
  rig.store.chunks('cam').flatMap((chunk) => chunk.frames.map((frame) => frame.at - startAt));

const countOf = (rig: RecordingRig, key: 'packets' | 'framesDecoded' | 'decodeErrors'): number =>
  rig.store.chunks('cam').reduce((total, chunk) => total + chunk.statistics[key], 0);

/** Pictures in the segments. */
async function recordedPictures(rig: RecordingRig): Promise<number> {
  const probed = await Promise.all(filesOf(rig).map(probeMedia));
  return probed.reduce((total, media) => total + media.frames, 0);
}

async function record(clip: ClipOptions, decode: DecodeMode, framesPerSecond = 4) {
  const rig = await startRig({ chunkMs: 5_000, framesPerSecond });
  const status = await recordFile(rig, {
    url: await makeClip(clip),
    pace: 'fast',
    startAt,
    decode,
  });
  expect(status).toMatchObject({ state: 'ended', reason: undefined });
  return rig;
}

describe('key frames only', () => {
  it('samples the first key frame of each slot of the grid, and records everything', async () => {
    const clip = { seconds: 8, keyInterval: 5, output: bFrames };
    const rig = await record(clip, 'key-frames', 2);
    const everyHalfSecond = Array.from({ length: 16 }, (_, slot) => slot * 500);
    const nextKey = (at: number) => Math.ceil(at / 200) * 200;
    expect(offsetsOf(rig)).toEqual(everyHalfSecond.map(nextKey));
    expect([countOf(rig, 'packets'), countOf(rig, 'framesDecoded')]).toEqual([200, 40]);
    expect(await recordedPictures(rig)).toBe(200);
  });

  it.each([
    ['H.264', {}],
    ['H.264 with B-frames', { output: bFrames }],
    ['HEVC', { codec: 'libx265', output: ['-x265-params', 'log-level=none:keyint=75'] }],
    ['MPEG-2', { codec: 'mpeg2video', extension: 'ts' }],
    ['VP9', { codec: 'libvpx-vp9', extension: 'webm' }],
  ] as const)('account for the time between them: %s', async (_, clip) => {
    const rig = await record({ seconds: 9, keyInterval: 75, ...clip }, 'key-frames');
    expect(offsetsOf(rig)).toEqual([0, 3_000, 6_000]);
    expect(rig.store.gaps('cam')).toEqual([]);
    expect(new Set(rig.store.chunks('cam').map((chunk) => chunk.epoch)).size).toBe(1);
    const ranges = rig.store.chunks('cam').map((chunk) => chunk.range);
    expect(seamsOf(ranges)).toEqual([]);
    expect(ranges.at(-1)!.end).toBe(startAt + 9_000);
    expect(countOf(rig, 'decodeErrors')).toBe(0);
  });
});

describe('pictures that others refer to', () => {
  it('are enough for the grid', async () => {
    const rig = await record({ seconds: 8, output: bFrames }, 'non-reference');
    expect(rig.store.chunks('cam').flatMap((chunk) => chunk.frames)).toHaveLength(32);
    expect(countOf(rig, 'framesDecoded')).toBeLessThan(150);
    expect(await recordedPictures(rig)).toBe(200);
  });
});

describe('hardware that is not there', () => {
  it.each(['auto', 'vaapi', 'cuda', 'videotoolbox'] as const)(
    '%s: software decodes in its place',
    async (hardware) => {
      const rig = await startRig({ hardware });
      const url = await makeClip({ seconds: 2 });
      const status = await recordFile(rig, { url, pace: 'fast', startAt });
      expect(status).toMatchObject({ state: 'ended', reason: undefined });
      expect(countOf(rig, 'framesDecoded')).toBe(50);
      const said = rig.warned.filter((message) => message.includes('software decodes'));
      expect(said).toHaveLength(1);
    },
  );
});

describe('a stream whose pictures change', () => {
  const parts = { seconds: 4, keyInterval: 10, extension: 'ts' };
  const later = ['-output_ts_offset', '4'];
  const hevc = ['-x265-params', 'log-level=none:keyint=10:bframes=0', ...later];

  it.each([
    ['in size', { width: 480, height: 270, output: later }, ['h264 320x180', 'h264 480x270']],
    ['in codec', { codec: 'libx265', output: hevc }, ['h264 320x180', 'hevc 320x180']],
    [
      'in codec and size',
      { codec: 'mpeg2video', width: 352, height: 288, output: later },
      ['h264 320x180', 'mpeg2video 352x288'],
    ],
  ] as const)('%s goes on in a new epoch and a new segment', async (_, second, formats) => {
    const rig = await startRig();
    const pieces = [await makeClip(parts), await makeClip({ ...parts, ...second })];
    const url = join(await temporaryFolder(), 'joined.ts');
    await writeFile(url, Buffer.concat(await Promise.all(pieces.map((path) => readFile(path)))));
    expect(await recordFile(rig, { url, pace: 'fast', startAt })).toMatchObject({ state: 'ended' });

    const chunks = rig.store.chunks('cam');
    expect(chunks.map((chunk) => chunk.epoch)).toEqual([1, 2]);
    expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
    expect(rig.store.segments.map((s) => `${s.codec} ${s.width}x${s.height}`)).toEqual(formats);
    expect(rig.store.segments.map((segment) => segment.epoch)).toEqual([1, 2]);
    const probed = await Promise.all(filesOf(rig).map(probeMedia));
    expect(probed.map((m) => `${m.codec} ${m.width}x${m.height}`)).toEqual(formats);
    expect(probed.every((media) => media.frames >= 85)).toBe(true);
  });

  it('in codec while pictures wait for their sound: each is in a file of its own codec', async () => {
    const rig = await startRig({ segmentMs: 1_000 });
    const ends = { audio: true, output: ['-af', 'atrim=0:3'] };
    const pieces = [
      await makeClip({ ...parts, ...ends }),
      await makeClip({ ...parts, audio: true, codec: 'libx265', output: hevc }),
    ];
    const url = join(await temporaryFolder(), 'joined.ts');
    await writeFile(url, Buffer.concat(await Promise.all(pieces.map((path) => readFile(path)))));
    expect(await recordFile(rig, { url, pace: 'fast', startAt })).toMatchObject({ state: 'ended' });

    const probed = await Promise.all(filesOf(rig).map(probeMedia));
    expect(rig.store.segments.map(({ codec }) => codec)).toEqual(probed.map(({ codec }) => codec));
    const picturesOf = (codec: string) =>
      probed.reduce((sum, media) => sum + (media.codec === codec ? media.frames : 0), 0);
    expect(picturesOf('h264')).toBeGreaterThanOrEqual(98);
    expect(picturesOf('hevc')).toBeGreaterThanOrEqual(85);
    expect(probed.every(({ firstIsKey }) => firstIsKey)).toBe(true);
  });

  it('into pictures that are too large keeps what came before', async () => {
    const rig = await startRig({ maxPixels: 320 * 180 });
    const pieces = [
      await makeClip(parts),
      await makeClip({ ...parts, width: 640, height: 360, output: later }),
    ];
    const url = join(await temporaryFolder(), 'joined.ts');
    await writeFile(url, Buffer.concat(await Promise.all(pieces.map((path) => readFile(path)))));
    expect(await recordFile(rig, { url, pace: 'fast', startAt })).toMatchObject({ state: 'ended' });
    expect(countOf(rig, 'framesDecoded')).toBeGreaterThanOrEqual(98);
    expect(countOf(rig, 'framesDecoded')).toBeLessThanOrEqual(100);
  });
});

describe('a file of pictures that are too large', () => {
  it('fails, and says why', async () => {
    const rig = await startRig({ maxPixels: 100 * 100 });
    const url = await makeClip({ seconds: 2 });
    const status = await recordFile(rig, { url, pace: 'fast', startAt });
    expect(status.state).toBe('failed');
    expect(status.reason).toMatch(/more than|refuses the video/);
  });
});
