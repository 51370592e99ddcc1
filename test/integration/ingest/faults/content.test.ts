/**
 * Rows 31, 34 to 36 and 39: what is in the packets. Key frames far apart, damaged pictures and
 * parameter sets, parameter sets that come late, and frame rates from one in five seconds to 120.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectTiled } from '../../../support/coverage-invariant.ts';
import { breakHevcParameterSets, flipBits } from '../../../support/damage-ts.ts';
import { patient, startCamera, watchSource } from '../../../support/fault-rig.ts';
import { makeClip } from '../../../support/media.ts';
import {
  cutPictures,
  makeNumberedClip,
  misplaced,
  sampledPictures,
} from '../../../support/placed-pictures.ts';
import { type RecordingRig, recordFile, startRig } from '../../../support/recording-rig.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { waitFor } from '../../../support/wait-for.ts';

const startAt = 1_700_000_000_000;

const record = (rig: RecordingRig, url: string) => recordFile(rig, { url, pace: 'fast', startAt });

const sumOf = (rig: RecordingRig, count: 'packets' | 'framesDecoded' | 'decodeErrors'): number =>
  rig.store.chunks('cam').reduce((sum, { statistics }) => sum + statistics[count], 0);

describe('key frames twenty seconds apart', () => {
  it('leave chunks whole, and clips begin at the key frame before what they show', async () => {
    const rig = await startRig({ chunkMs: 5_000, segmentMs: 5_000 });
    const url = await makeNumberedClip({ seconds: 40, keyInterval: 500 });
    expect(await record(rig, url)).toMatchObject({ state: 'ended' });
    const chunks = rig.store.chunks('cam');
    expect(chunks.map(({ frames }) => frames.length)).toEqual(chunks.map(() => 20));
    const belongsAt = (number: number) => startAt + number * 40;
    expect(misplaced(await sampledPictures(rig), belongsAt, 40)).toEqual([]);

    const range = { start: startAt + 30_000, end: startAt + 31_000 };
    const { pictures, mediaRange } = await cutPictures(rig, range);
    expect(mediaRange.start).toBe(startAt + 20_000);
    expect(pictures[0]!.number).toBe(500);
    expect(pictures.at(-1)!.number).toBeGreaterThanOrEqual(774);
    expect(misplaced(pictures, belongsAt, 40)).toEqual([]);
    await expectTiled(rig.store);
  });

  it('are waited for by the first attempt when a camera is joined between them', async () => {
    const [framesPerSecond, beginsAt] = [4, Date.now()];
    const clip = await makeNumberedClip({ seconds: 40, framesPerSecond, keyInterval: 80 });
    const camera = await startCamera({ joinsAt: 'now' }, { framesPerSecond, beginsAt, clip });
    const rig = await watchSource(camera.url);
    await rig.newFrame();
    await waitFor(() => rig.chunks.length >= 2, patient);
    await rig.settle(250);
    expect(camera.plays).toBe(1);
    expect(rig.reasons).toEqual(['not-connected']);
    const pictures = await sampledPictures(rig);
    expect(pictures[0]!.number).toBe(80);
    expect(misplaced(pictures, (number) => beginsAt + number * 250, 250)).toEqual([]);
  });

  it('are told in the state of a camera and warned of, once', async () => {
    const camera = await startCamera({}, { clip: await makeClip({ seconds: 9, keyInterval: 75 }) });
    const rig = await watchSource(camera.url);
    await waitFor(() => rig.status.keyFrameIntervalMs === 3_000, patient);
    await rig.settle();
    const warnings = rig.warned.filter((message) => message.includes('key frames are far apart'));
    expect(warnings).toHaveLength(1);
  });
});

describe('damaged pictures', () => {
  it.each([1e-5, 1e-4, 1e-3])(
    'with one bit in %d wrong are counted, and nothing breaks',
    async (p) => {
      const rig = await startRig({ chunkMs: 3_000 });
      const ts = await readFile(await makeClip({ seconds: 9, extension: 'ts' }));
      flipBits(ts, p);
      expect(await record(rig, await fileWith(ts))).toMatchObject({ state: 'ended' });
      expect(sumOf(rig, 'packets')).toBeGreaterThan(200);
      expect(sumOf(rig, 'framesDecoded')).toBeGreaterThan(0);
      expect(sumOf(rig, 'decodeErrors')).toBeGreaterThan(0);
      const isHonest = rig.store
        .chunks('cam')
        .every(
          ({ statistics, flags }) => statistics.decodeErrors === 0 || flags.includes('degraded'),
        );
      expect(isHonest).toBe(true);
      await expectTiled(rig.store);
    },
  );
});

describe('HEVC', () => {
  const clip = { seconds: 6, codec: 'libx265', extension: 'ts' } as const;
  const output = ['-preset', 'ultrafast', '-x265-params', 'log-level=none:repeat-headers=1'];

  it('whose first parameter sets are damaged is seen from the next ones on', async () => {
    const rig = await startRig({ chunkMs: 3_000 });
    const ts = await readFile(await makeClip({ ...clip, output }));
    expect(breakHevcParameterSets(ts, 1)).toBe(3);
    expect(await record(rig, await fileWith(ts))).toMatchObject({ state: 'ended' });
    expect(sumOf(rig, 'framesDecoded')).toBeGreaterThan(100);
    const missing = { start: startAt, end: startAt + 1_000, reason: 'no-frames' };
    expect(rig.store.gaps('cam')).toMatchObject([missing]);
    await expectTiled(rig.store);
  });

  it('without a whole parameter set fails with a reason, and with it only this stream', async () => {
    const rig = await startRig({ chunkMs: 3_000 });
    const ts = await readFile(await makeClip({ ...clip, output }));
    expect(breakHevcParameterSets(ts, 1_000)).toBeGreaterThan(3);
    const status = await record(rig, await fileWith(ts));
    expect(status.state).toBe('failed');
    expect(status.reason).toMatch(/decoder|picture|read|opened/);
    const whole = await makeClip({ seconds: 2 });
    await rig.ingest.add({ id: 'other', name: 'Other', source: { url: whole, pace: 'fast' } });
    expect(await rig.ingest.finished('other')).toMatchObject({ state: 'ended' });
  });
});

it('parameter sets that come in the stream alone are waited for', async () => {
  const camera = await startCamera({ hidesParameterSets: true });
  const rig = await watchSource(camera.url);
  await waitFor(() => rig.chunks.length >= 2, patient);
  await rig.settle();
});

describe('a frame rate', () => {
  it.each([
    { framesPerSecond: 0.2, seconds: 60, expected: [3, 3, 3, 3] },
    { framesPerSecond: 120, seconds: 30, expected: [60, 60] },
  ])('of $framesPerSecond is sampled by time', async ({ framesPerSecond, seconds, expected }) => {
    const rig = await startRig({ chunkMs: 15_000 });
    const aligned = Math.ceil(startAt / 15_000) * 15_000;
    const url = await makeNumberedClip({ seconds, framesPerSecond, keyInterval: 4 });
    const source = { url, pace: 'fast', startAt: aligned } as const;
    expect(await recordFile(rig, source)).toMatchObject({ state: 'ended' });
    expect(rig.store.chunks('cam').map(({ frames }) => frames.length)).toEqual(expected);
    const frameMs = 1000 / framesPerSecond;
    const pictures = await sampledPictures(rig);
    expect(misplaced(pictures, (number) => aligned + number * frameMs, 1)).toEqual([]);
    expect(new Set(rig.store.chunks('cam').map(({ epoch }) => epoch)).size).toBe(1);
    await expectTiled(rig.store);
  });
});

async function fileWith(bytes: Buffer): Promise<string> {
  const path = join(await temporaryFolder(), 'damaged.ts');
  await writeFile(path, bytes);
  return path;
}
