/** A disk of a few megabytes that fills up while a real source is recorded to it. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectTiled } from '../../support/coverage-invariant.ts';
import { makeClip, probeMedia } from '../../support/media.ts';
import { filesOf, type RecordingRig, startRig } from '../../support/recording-rig.ts';
import { startRtspServer } from '../../support/rtsp-server.ts';

import { fillDisk, freeBytesOf, noSmallDisk, smallDisk } from '../../support/small-disk.ts';
import { waitFor } from '../../support/wait-for.ts';

if (noSmallDisk) console.warn(`SKIPPED: ${noSmallDisk}`);

const generous = { timeoutMs: 60_000 };
const noRules = { eachStream: {}, streams: {}, keepFreeBytes: 0 };
const megabyte = 2 ** 20;

async function watchCamera(rig: RecordingRig): Promise<void> {
  const clip = await makeClip({ seconds: 10, width: 640, height: 360 });
  const camera = await startRtspServer({ clip, framesPerSecond: 25 });
  onTestFinished(() => camera.close());
  const source = { url: camera.url, pace: 'live' } as const;
  await rig.ingest.add({ id: 'cam', name: 'Camera', source });
}

const stateOf = (rig: RecordingRig) => rig.ingest.statuses()[0]!;

async function newFrame(rig: RecordingRig): Promise<void> {
  const before = stateOf(rig).lastFrameAt ?? 0;
  await waitFor(() => (stateOf(rig).lastFrameAt ?? 0) > before, generous);
}

const reasonsOf = (rig: RecordingRig) => [
  ...new Set(rig.store.gaps('cam').map((gap) => gap.reason)),
];

/** Names of what is below the folder, without folders. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe.skipIf(noSmallDisk)('a disk that fills up', () => {
  it('stops the recording before it is full, says so, and goes on by itself', async () => {
    const folder = smallDisk(64);
    const disk = { lowBytes: 12 * megabyte, floorBytes: 8 * megabyte };
    const rig = await startRig({ folder, disk, chunkMs: 2_000, segmentMs: 1_000 });
    await watchCamera(rig);
    await newFrame(rig);
    expect(rig.ingest.disk()).toMatchObject({ state: 'ample', text: undefined });

    const others = await fillDisk(folder, 10 * megabyte);
    await waitFor(() => rig.ingest.disk()?.state === 'low', generous);
    expect(rig.ingest.disk()?.text).toContain('nearly full');
    await rm(others);
    await fillDisk(folder, 6 * megabyte);
    await waitFor(() => stateOf(rig).state === 'disk-full', generous);
    expect(stateOf(rig).reason).toContain('the disk is full');
    await waitFor(() => reasonsOf(rig).includes('disk-full'), generous);
    await waitFor(async () => (await namesIn(join(folder, 'segments/.writing'))).length === 0);
    expect(await freeBytesOf(folder)).toBeGreaterThan(5 * megabyte);

    await rm(others);
    await newFrame(rig);
    expect(stateOf(rig).state).toBe('live');
    await rig.stop();
    await expectTiled(rig.store);
    expect(reasonsOf(rig)).toEqual(['not-connected', 'disk-full']);
    const probed = await Promise.all(filesOf(rig).map(probeMedia));
    expect(probed.every((media) => media.firstIsKey && media.frames > 0)).toBe(true);
  });

  it('that fills up at once leaves no half file under a final name', async () => {
    const folder = smallDisk(32);
    const rig = await startRig({ folder, chunkMs: 2_000, segmentMs: 4_000 });
    await watchCamera(rig);
    const halfway = await waitFor(() => openSegment(rig, 2_000), generous);
    const others = await fillDisk(folder, 0);
    await waitFor(() => rig.store.segments.some(({ id }) => id === halfway.id), generous);
    await newChunk(rig);
    await rm(others);
    const before = rig.store.segments.length;
    await waitFor(() => rig.store.segments.length > before, generous);
    await rig.stop();

    for (const segment of rig.store.segments) {
      const media = await probeMedia(rig.segments.pathOf(segment));
      const length = (segment.end - segment.start) / 1000;
      expect(media.firstIsKey).toBe(true);
      expect(Math.abs(media.frames / 25 - length)).toBeLessThanOrEqual(0.2);
    }
    const committed = (await readdir(join(folder, 'segments/cam'), { recursive: true })).filter(
      (name) => name.includes('.'),
    );
    expect(committed.length).toBe(rig.store.segments.length);
    await expectTiled(rig.store);
  });

  it('makes a file wait that is taken in, which then goes on where it was', async () => {
    const folder = smallDisk(64);
    const disk = { lowBytes: 12 * megabyte, floorBytes: 8 * megabyte };
    const rig = await startRig({ folder, disk, chunkMs: 5_000, maxBacklog: 2 });
    const source = { url: await makeClip({ seconds: 22 }), pace: 'fast' } as const;
    await rig.ingest.add({ id: 'cam', name: 'Camera', source });
    await waitFor(() => rig.store.chunks('cam').length >= 2, generous);
    const others = await fillDisk(folder, 6 * megabyte);
    await waitFor(() => stateOf(rig).state === 'disk-full', generous);
    const processing = setInterval(() => rig.store.processAll('cam'), 20);
    onTestFinished(() => clearInterval(processing));
    await rm(others);
    expect(await rig.ingest.finished('cam')).toMatchObject({ state: 'ended' });
    const ranges = rig.store.recorded('cam');
    expect(rig.store.gaps('cam')).toEqual([]);
    expect(ranges.at(-1)!.end - ranges[0]!.start).toBe(22_000);
  });

  it('is kept from filling up by letting the oldest recordings go', async () => {
    const folder = smallDisk(16);
    const rules = { ...noRules, keepFreeBytes: 14 * megabyte };
    const disk = { lowBytes: 14 * megabyte, floorBytes: 8 * megabyte, rules };
    const rig = await startRig({ folder, disk, segmentMs: 1_000, frameLifeMs: 1_000 });
    await watchCamera(rig);
    const first = await waitFor(() => rig.store.segments[0], generous);
    await waitFor(() => !rig.store.segments.some(({ id }) => id === first.id), generous);
    await newFrame(rig);
    expect(stateOf(rig).state).toBe('live');
    await rig.stop();
    await expectTiled(rig.store);
  });
});

/** The segment that is being written, once so much of it can be read. */
async function openSegment(rig: RecordingRig, lengthMs: number) {
  const found = await rig.segments.find('cam', { start: 0, end: Number.MAX_SAFE_INTEGER });
  return found.find(({ key, start, end }) => key.startsWith('.writing') && end - start >= lengthMs);
}

/** A window has ended after the call. */
async function newChunk(rig: RecordingRig): Promise<void> {
  const before = rig.store.recorded('cam').length;
  await waitFor(() => rig.store.recorded('cam').length > before + 1, generous);
}
