/** Real: FFmpeg-made segments on disk, node-av in its worker thread. */
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Segment } from '../../../../ingest/domain/segment.ts';
import type { TimeRange } from '../../../../kernel/time.ts';
import { createAvClipCutter } from '../../../../query/adapters/av-clip-cutter.ts';
import {
  packetDigests,
  probeStreams,
  readBarCodes,
  recordBarCodes,
} from '../../../support/bar-code-video.ts';

const startAt = 1_800_000_000_000;
const frameMs = 40;
const bFrames = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-bf', '3'];
const longGop = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '250', '-sc_threshold', '0'];
const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=0:keyint=25'];

let dir: string;
const recordings: Record<string, Segment[]> = {};
let clips = 0;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clip-cutter-'));
  const common = { dir, seconds: 12, segmentSeconds: 4, startAt };
  recordings.bFrames = await recordBarCodes({ ...common, name: 'b', codec: bFrames, audio: true });
  recordings.longGop = await recordBarCodes({
    ...{ ...common, name: 'g', seconds: 22, segmentSeconds: 1 },
    codec: longGop,
  });
  recordings.hevc = await recordBarCodes({ ...common, name: 'h', seconds: 6, codec: hevc });
  recordings.ntsc = await recordBarCodes({
    ...{ ...common, name: 'n', fps: 30_000 / 1001, codec: bFrames },
  });
});

afterAll(() => rm(dir, { recursive: true }));

const between = (from: number, to: number): TimeRange => ({
  start: startAt + from,
  end: startAt + to,
});

async function cut(segments: readonly Segment[], range: TimeRange) {
  const path = join(dir, `clip-${clips++}.mp4`);
  const sources = segments.map(({ key, start, end }) => ({ path: key, start, end }));
  const mediaRange = await createAvClipCutter().cut({ sources, range, path });
  return { path, mediaRange: mediaRange! };
}

describe('a clip cut from segments', () => {
  it.each([
    ['bFrames', between(1_300, 2_100), frameMs],
    ['bFrames', between(4_000, 4_040), frameMs],
    ['longGop', between(18_500, 19_000), frameMs],
    ['hevc', between(4_700, 5_300), frameMs],
    ['ntsc', between(7_007, 9_409), 1001 / 30],
  ])('%s: shows each instant of the range with its own picture', async (name, range, duration) => {
    const { path, mediaRange } = await cut(recordings[name]!, range);
    const shown = await readBarCodes(path);
    expect(shown[0]!.at).toBe(0);
    for (const { at, number } of shown) {
      const instant = mediaRange.start + at * 1000;
      expect(Math.abs(instant - (startAt + number * duration))).toBeLessThanOrEqual(2);
    }
    const numbers = shown.map((picture) => picture.number);
    const wanted = Math.floor((range.start - startAt) / duration + 0.01);
    expect(numbers).toContain(wanted);
    expect(mediaRange.start).toBeLessThanOrEqual(range.start);
    expect(mediaRange.end).toBeGreaterThanOrEqual(range.end);
    expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i));
  });

  it('copies the compressed pictures as they are', async () => {
    const segments = recordings.bFrames!;
    const { path } = await cut(segments, between(5_000, 7_000));
    const recorded = (await Promise.all(segments.map((s) => packetDigests(s.key)))).flat();
    const copied = await packetDigests(path);
    const from = recorded.indexOf(copied[0]!);
    expect(copied).toEqual(recorded.slice(from, from + copied.length));
  });

  it('goes over three segments without a hole, with sound from its first instant', async () => {
    const { path, mediaRange } = await cut(recordings.bFrames!, between(3_000, 9_500));
    const numbers = (await readBarCodes(path)).map((picture) => picture.number);
    expect(numbers[0]).toBe(75);
    expect(numbers.length * frameMs).toBe(mediaRange.end - mediaRange.start);
    const [video, audio] = await probeStreams(path);
    expect(video).toMatchObject({ codec_name: 'h264', codec_tag_string: 'avc1' });
    expect(audio).toMatchObject({ codec_type: 'audio', codec_name: 'aac' });
    expect(Number(audio!.start_time)).toBeLessThan(0.05);
  });

  it('is encoded anew where browsers do not play the recording, and says so', async () => {
    const { path, mediaRange } = await cut(recordings.hevc!, between(1_000, 2_000));
    const played = { codec_name: 'h264', codec_tag_string: 'avc1', pix_fmt: 'yuv420p' };
    expect((await probeStreams(path))[0]).toMatchObject(played);
    expect(mediaRange).toMatchObject({ encodedFrom: 'hevc' });
  });

  it('starts with the recording when the range began before it', async () => {
    const { path, mediaRange } = await cut(recordings.bFrames!, between(-5_000, 1_000));
    expect(mediaRange.start).toBe(startAt);
    expect((await readBarCodes(path))[0]!.number).toBe(0);
  });

  it('takes the codec that shows most of the range', async () => {
    const later = recordings.bFrames!.map((s) => ({
      ...s,
      start: s.start + 6_000,
      end: s.end + 6_000,
    }));
    const { path, mediaRange } = await cut([...recordings.hevc!, ...later], between(4_000, 14_000));
    expect((await probeStreams(path))[0]).toMatchObject({ codec_name: 'h264' });
    expect(mediaRange.start).toBe(startAt + 6_000);
  });

  it('keeps real time over a short hole between two recordings', async () => {
    const segments = [recordings.bFrames![0]!, recordings.bFrames![2]!];
    const held = segments.map((s, i) => ({
      ...s,
      start: s.start - i * 2_000,
      end: s.end - i * 2_000,
    }));
    const { path } = await cut(held, between(1_000, 8_000));
    const shown = await readBarCodes(path);
    const afterHole = shown.find((picture) => picture.number === 200)!;
    expect(afterHole.at).toBeCloseTo(5, 2);
  });

  it('is cut from what can be read when a segment is damaged or gone', async () => {
    const [first, second, third] = await recordBarCodes({
      ...{ dir, name: 'damaged', seconds: 12, segmentSeconds: 4, startAt, codec: bFrames },
    });
    await truncate(second!.key, Math.floor((await stat(second!.key)).size / 2));
    await rm(third!.key);
    const { path, mediaRange } = await cut([first!, second!, third!], between(3_000, 11_000));
    expect((await readBarCodes(path))[0]!.number).toBe(75);
    expect(mediaRange.end).toBeGreaterThan(startAt + 4_000);
    expect(mediaRange.end).toBeLessThan(startAt + 8_000);
  });

  it('is not made when no picture of the range is there', async () => {
    const { path, mediaRange } = await cut(recordings.bFrames!, between(20_000, 21_000));
    expect(mediaRange).toBeUndefined();
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('leaves no file behind when it cannot be written', async () => {
    const job = { sources: [], range: between(0, 1_000), path: join(dir, 'missing', 'clip.mp4') };
    const sources = recordings.bFrames!.map(({ key, ...range }) => ({ ...range, path: key }));
    await expect(createAvClipCutter().cut({ ...job, sources })).rejects.toMatchObject({
      code: 'MEDIA_CORRUPT',
    });
  });
});
