/** Files through real capture children (FFmpeg in node-av); clips come from the ffmpeg command line. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeClip, probeMedia } from '../../support/media.ts';
import { filesOf, recordFile, startRig } from '../../support/recording-rig.ts';
import { seamsOf } from '../../support/seams.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const startAt = 1_700_000_000_000;
const chunkMs = 5_000;

describe('a fast file', () => {
  it('becomes chunks of sampled frames that tile its time', async () => {
    const rig = await startRig({ chunkMs });
    const url = await makeClip({ seconds: 22 });
    const status = await recordFile(rig, { url, pace: 'fast', startAt: startAt + 2_000 });

    const chunks = rig.store.chunks('cam');
    expect(status).toMatchObject({ state: 'ended' });
    expect(seamsOf(chunks.map((chunk) => chunk.range))).toEqual([]);
    expect(chunks[0]!.range.start).toBe(startAt + 2_000);
    expect(chunks.at(-1)!.range.end).toBe(startAt + 24_000);
    expect(chunks.map((chunk) => chunk.frames.length)).toEqual([12, 20, 20, 20, 16]);
    expect(chunks.map((chunk) => chunk.flags)).toEqual([['partial'], [], [], [], ['partial']]);
    expect(chunks.every((chunk) => chunk.epoch === 1)).toBe(true);
    expect(rig.store.gaps('cam')).toEqual([]);
    expect(rig.ingest.progress('cam')).toEqual({
      recordedUntil: startAt + 24_000,
      durationMs: 22_000,
    });
  });

  it('counts every packet and frame once', async () => {
    const rig = await startRig({ chunkMs });
    await recordFile(rig, { url: await makeClip({ seconds: 22 }), pace: 'fast', startAt });
    const counted = rig.store.chunks('cam').map((chunk) => chunk.statistics);
    const sum = (key: 'packets' | 'framesDecoded' | 'decodeErrors') =>
      counted.reduce((total, statistics) => total + statistics[key], 0);
    expect([sum('packets'), sum('framesDecoded'), sum('decodeErrors')]).toEqual([550, 550, 0]);
  });

  it('is kept in segments that start at key frames and hold all its pictures and sound', async () => {
    const rig = await startRig({ segmentMs: 4_000 });
    const url = await makeClip({ seconds: 22, audio: true, keyInterval: 50 });
    await recordFile(rig, { url, pace: 'fast', startAt });

    const probed = await Promise.all(filesOf(rig).map(probeMedia));
    expect(seamsOf(rig.store.segments)).toEqual([]);
    expect(rig.store.segments[0]!.start).toBe(startAt);
    expect(rig.store.segments.at(-1)!.end).toBe(startAt + 22_000);
    expect(probed.reduce((total, media) => total + media.frames, 0)).toBe(550);
    expect(probed.every((media) => media.firstIsKey && media.hasAudio)).toBe(true);
    expect(rig.store.segments.every((segment) => segment.bytes > 0)).toBe(true);
  });

  it('has frames that decode to the analysis size with the right colours', async () => {
    const rig = await startRig({ longSide: 320 });
    const picture = 'color=c=0xd02010:size=640x360:rate=10';
    await recordFile(rig, { url: await makeClip({ seconds: 2, picture }), pace: 'fast', startAt });

    const frame = rig.store.chunks('cam')[0]!.frames[3]!;
    const decoded = await rig.frames.read(frame, 320);
    expect([frame.width, frame.height, decoded.width, decoded.height]).toEqual([
      320, 180, 320, 180,
    ]);
    const middle = (90 * 320 + 160) * 3;
    const [red, green, blue] = decoded.data.subarray(middle, middle + 3);
    expect(Math.abs(red! - 0xd0) + Math.abs(green! - 0x20) + Math.abs(blue! - 0x10)).toBeLessThan(
      16,
    );
    expect((await rig.frames.read(frame, 160)).width).toBe(160);
    expect((await rig.frames.newest('cam'))?.frame.at).toBe(startAt + 1_800);
  });

  it('waits while its chunks are not processed, and goes on when they are', async () => {
    const rig = await startRig({ chunkMs, maxBacklog: 2 });
    const url = await makeClip({ seconds: 22 });
    await rig.ingest.add({ id: 'cam', name: 'Camera', source: { url, pace: 'fast', startAt } });
    await waitFor(() => rig.store.chunks('cam').length === 2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(rig.store.chunks('cam')).toHaveLength(2);

    const processing = setInterval(() => rig.store.processAll('cam'), 20);
    await rig.ingest.finished('cam').finally(() => clearInterval(processing));
    expect(rig.store.chunks('cam').at(-1)!.range.end).toBe(startAt + 22_000);
  });

  it('goes on where its record ends after a restart, and has nothing to do after its end', async () => {
    const folder = await temporaryFolder();
    const url = await makeClip({ seconds: 22 });
    const source = { url, pace: 'fast', startAt } as const;
    const first = await startRig({ folder, chunkMs, maxBacklog: 2 });
    await first.ingest.add({ id: 'cam', name: 'Camera', source });
    await waitFor(() => first.store.chunks('cam').length === 2);
    await first.stop();

    const second = await startRig({ folder, chunkMs, store: first.store });
    await recordFile(second, source);
    const chunks = first.store.chunks('cam');
    expect(seamsOf(chunks.map((chunk) => chunk.range))).toEqual([]);
    expect(chunks.at(-1)!.range.end).toBe(startAt + 22_000);
    const instants = chunks.flatMap((chunk) => chunk.frames.map((frame) => frame.at));
    expect(new Set(instants).size).toBe(instants.length);
    expect(instants.length).toBeGreaterThanOrEqual(88);
    expect(first.store.gaps('cam')).toEqual([]);
    expect(seamsOf(first.store.segments).every(([a, b]) => a.end >= b.start)).toBe(true);

    const third = await startRig({ folder, chunkMs, store: first.store });
    expect(await recordFile(third, source)).toMatchObject({ state: 'ended' });
    expect(first.store.chunks('cam')).toHaveLength(chunks.length);
  });

  it('is refused where it would lie over what is recorded from another file', async () => {
    const rig = await startRig();
    const [one, other] = await Promise.all([makeClip({ seconds: 3 }), makeClip({ seconds: 4 })]);
    await recordFile(rig, { url: one, pace: 'fast', startAt });
    await rig.ingest.remove('cam');
    const source = { url: other, pace: 'fast', startAt } as const;
    await expect(rig.ingest.add({ id: 'cam', name: 'Camera', source })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });

  it('loses nothing when its child is killed again and again', async () => {
    const rig = await startRig({ chunkMs });
    const url = await makeClip({ seconds: 120, width: 640, height: 360 });
    await rig.ingest.add({ id: 'cam', name: 'Camera', source: { url, pace: 'fast', startAt } });
    for (const kills of [1, 2]) {
      const before = rig.store.chunks('cam').length;
      await waitFor(() => rig.captures.length >= kills && rig.store.chunks('cam').length > before);
      rig.captures.at(-1)!.kill();
    }
    await rig.ingest.finished('cam');
    const chunks = rig.store.chunks('cam');
    expect(rig.captures.length).toBeGreaterThanOrEqual(3);
    expect(rig.store.gaps('cam')).toEqual([]);
    expect(seamsOf(chunks.map((chunk) => chunk.range))).toEqual([]);
    expect(chunks.at(-1)!.range.end).toBe(startAt + 120_000);
  });
});

describe('a paced file', () => {
  it('is played at its own rate from the start given, and then ends', async () => {
    const rig = await startRig({ chunkMs });
    const url = await makeClip({ seconds: 3 });
    const began = performance.now();
    const status = await recordFile(rig, { url, pace: 'paced', startAt });
    // A lower bound only: slow machines may take longer, none may take less.
    expect(performance.now() - began).toBeGreaterThan(2_500);
    expect(status.state).toBe('ended');
    expect(rig.store.chunks('cam')[0]!.range).toEqual({ start: startAt, end: startAt + 3_000 });
    expect(rig.store.gaps('cam')).toEqual([]);
  });

  it('begins again at the present time after a restart, with the time between as a gap', async () => {
    const folder = await temporaryFolder();
    const source = { url: await makeClip({ seconds: 60 }), pace: 'paced' } as const;
    const first = await startRig({ folder });
    await first.ingest.add({ id: 'cam', name: 'Camera', source });
    await waitFor(() => (first.ingest.statuses()[0]?.lastFrameAt ?? 0) > 0);
    await first.stop();

    const second = await startRig({ folder, store: first.store });
    await second.ingest.add({ id: 'cam', name: 'Camera', source });
    await waitFor(() => (second.ingest.statuses()[0]?.lastFrameAt ?? 0) > 0);
    await second.stop();
    expect(first.store.chunks('cam').map((chunk) => chunk.epoch)).toEqual([1, 2]);
    expect(first.store.gaps('cam').map((gap) => gap.reason)).toEqual(['process-down']);
    expect(seamsOf(first.store.recorded('cam'))).toEqual([]);
  });

  it('goes on where it would be by now when its child is killed', async () => {
    const rig = await startRig({ chunkMs: 60_000 });
    const source = { url: await makeClip({ seconds: 60 }), pace: 'paced' } as const;
    await rig.ingest.add({ id: 'cam', name: 'Camera', source });
    await waitFor(() => (rig.published.get('frames')?.length ?? 0) >= 3);
    rig.captures[0]!.kill();
    await waitFor(() => rig.store.gaps('cam').length === 1);
    await rig.stop();
    const chunks = rig.store.chunks('cam');
    expect(rig.store.gaps('cam')[0]!.reason).toBe('worker-died');
    expect(chunks[0]!.flags).toContain('partial');
    expect(chunks.at(-1)!.epoch).toBe(2);
    expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
  });
});

describe('a file whose presentation times start again', () => {
  it('goes on in a new epoch, and its segments lie where its frames lie', async () => {
    const rig = await startRig({ chunkMs });
    const piece = await readFile(await makeClip({ seconds: 8, extension: 'ts' }));
    const url = join(await temporaryFolder(), 'twice.ts');
    await writeFile(url, Buffer.concat([piece, piece]));
    expect(await recordFile(rig, { url, pace: 'fast', startAt })).toMatchObject({ state: 'ended' });

    expect(new Set(rig.store.chunks('cam').map((chunk) => chunk.epoch))).toEqual(new Set([1, 2]));
    expect(rig.store.gaps('cam')).toEqual([]);
    expect(seamsOf(rig.store.recorded('cam'))).toEqual([]);
    expect(rig.store.segments.map(({ epoch, start, end }) => [epoch, start, end])).toEqual([
      [1, startAt, startAt + 8_000],
      [2, startAt + 8_000, startAt + 16_000],
    ]);
  });
});

describe('a file of another kind', () => {
  it.each([
    { codec: 'libx264', extension: 'ts', output: ['-bf', '2'] },
    { codec: 'libx265', extension: 'mp4', output: ['-x265-params', 'log-level=none:open-gop=0'] },
    { codec: 'mpeg4', extension: 'avi' },
    { codec: 'mjpeg', extension: 'avi', output: ['-strict', '-1'] },
    { codec: 'libvpx', extension: 'webm' },
    { codec: 'libvpx-vp9', extension: 'webm' },
  ] as const)('$codec in .$extension is recorded whole', async (options) => {
    const rig = await startRig({ segmentMs: 1_000 });
    const url = await makeClip({ seconds: 4, ...options });
    const status = await recordFile(rig, { url, pace: 'fast', startAt });
    expect(status).toMatchObject({ state: 'ended', reason: undefined });
    expect(rig.store.chunks('cam').flatMap((chunk) => chunk.frames)).toHaveLength(16);
    const probed = await Promise.all(filesOf(rig).map(probeMedia));
    expect(probed.reduce((total, media) => total + media.frames, 0)).toBe(100);
    expect(probed.every((media) => media.firstIsKey)).toBe(true);
  });
});

describe('a file that is no video', () => {
  it('fails with the reason when it cannot be read', async () => {
    const rig = await startRig();
    const url = join(await temporaryFolder(), 'notes.mp4');
    await writeFile(url, 'this is not a video\n'.repeat(100));
    const status = await recordFile(rig, { url, pace: 'fast' });
    expect(status).toMatchObject({ state: 'failed' });
    expect(status.reason).toContain('cannot be opened');
    expect(rig.store.outbox).toEqual([]);
  });

  it('fails with the reason when there is only sound in it', async () => {
    const rig = await startRig();
    const url = await makeClip({ seconds: 1, audio: true, output: ['-vn'], extension: 'm4a' });
    const status = await recordFile(rig, { url, pace: 'fast' });
    expect(status).toMatchObject({ state: 'failed', reason: 'the source holds no video' });
  });

  it('is refused at once when it is not there', async () => {
    const rig = await startRig();
    const source = { url: '/nowhere/clip.mp4', pace: 'fast' } as const;
    await expect(rig.ingest.add({ id: 'cam', name: 'Camera', source })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(rig.ingest.statuses()).toEqual([]);
  });

  it('is recorded as far as it goes when it is cut short', async () => {
    const rig = await startRig();
    const whole = await readFile(await makeClip({ seconds: 10, extension: 'ts' }));
    const url = join(await temporaryFolder(), 'cut.ts');
    await writeFile(url, whole.subarray(0, whole.length / 2));
    expect(await recordFile(rig, { url, pace: 'fast', startAt })).toMatchObject({ state: 'ended' });
    expect(rig.store.chunks('cam')[0]!.frames.length).toBeGreaterThan(10);
  });
});
