/** Real files; the rows are in memory. */
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { diskSegmentStore } from '../../../../ingest/adapters/disk-segment-store.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { AwayStore } from '../../../support/away-store.ts';
import { makeClip, probeMedia } from '../../../support/media.ts';
import { MemoryRecordingStore } from '../../../support/memory-recording-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const described = {
  id: 'cam/1/5000.mp4',
  key: 'cam/1/5000.mp4',
  streamId: 'cam',
  epoch: 1,
  start: 5_000,
  end: 9_000,
  codec: 'h264',
  width: 320,
  height: 180,
};

async function openStore(root: string) {
  const store = new MemoryRecordingStore();
  const { value } = await diskSegmentStore({ root, store }).start();
  return value;
}

async function writeTemporary(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

it('a committed segment is found by time and lies under its key, with its size', async () => {
  const root = await temporaryFolder();
  const segments = await openStore(root);
  const path = await writeTemporary(segments.temporaryPath('cam', 'a.mp4'), 'pictures');
  expect(await segments.find('cam', { start: 0, end: 99_000 })).toEqual([]);
  await segments.commit(path, described);
  const found = await segments.find('cam', { start: 8_999, end: 99_000 });
  expect(found).toEqual([{ ...described, bytes: 8 }]);
  expect(await readFile(segments.pathOf(found[0]!), 'utf8')).toBe('pictures');
  await expect(access(path)).rejects.toThrow();
});

it('what was being written when the process was killed is removed at the next start', async () => {
  const root = await temporaryFolder();
  const before = await openStore(root);
  const left = await writeTemporary(before.temporaryPath('cam', 'left.mp4'), 'half a segment');
  const kept = await writeTemporary(before.temporaryPath('cam', 'a.mp4'), 'pictures');
  await before.commit(kept, described);
  const after = await openStore(root);
  await expect(access(left)).rejects.toThrow();
  await expect(access(after.pathOf({ ...described, bytes: 8 }))).resolves.toBeUndefined();
});

it('a segment is found while it is being written, as far as it can be read', async () => {
  const segments = await openStore(await temporaryFolder());
  const path = await writeTemporary(segments.temporaryPath('cam', 'a.mp4'), 'pictures');
  await segments.noteGrowth(path, { ...described, end: 7_000 });
  const [open] = await segments.find('cam', { start: 6_000, end: 99_000 });
  expect(open).toMatchObject({ id: described.id, end: 7_000, bytes: 8 });
  expect(await readFile(segments.pathOf(open!), 'utf8')).toBe('pictures');
  expect(await segments.find('cam', { start: 7_000, end: 99_000 })).toEqual([]);
  await segments.commit(path, described);
  expect(await segments.find('cam', { start: 0, end: 99_000 })).toEqual([
    { ...described, bytes: 8 },
  ]);
});

it('a segment whose writer was killed is kept as far as it can be read', async () => {
  const root = await temporaryFolder();
  const store = new MemoryRecordingStore();
  const { value: before } = await diskSegmentStore({ root, store }).start();
  const path = await writeTemporary(before.temporaryPath('cam', 'a.mp4'), 'pictures');
  await before.noteGrowth(path, { ...described, end: 7_000 });
  const { value: after } = await diskSegmentStore({ root, store }).start();
  const found = await after.find('cam', { start: 0, end: 99_000 });
  expect(found).toEqual([{ ...described, end: 7_000, bytes: 8 }]);
  expect(await readFile(after.pathOf(found[0]!), 'utf8')).toBe('pictures');
});

const away = { code: 'STORE_UNAVAILABLE', retryable: true };
const always = { start: 0, end: 99_000 };

/** A segment that has its final name, and no row, as the store was away. */
async function segmentWithoutRow() {
  const root = await temporaryFolder();
  const store = new AwayStore();
  const { value: segments } = await diskSegmentStore({ root, store }).start();
  const path = await writeTemporary(segments.temporaryPath('cam', '5-1-0.mp4'), 'pictures');
  await expect(segments.commit(path, described)).rejects.toMatchObject(away);
  return { root, store, segments, path };
}

it('a segment that got its name and no row gets it when it is committed again', async () => {
  const { store, segments, path } = await segmentWithoutRow();
  store.isAway = false;
  await segments.commit(path, described);
  expect(await segments.find('cam', always)).toEqual([{ ...described, bytes: 8 }]);
});

it('a segment that got its name and no row outlives its session, and is found after a restart', async () => {
  const { root, store, segments } = await segmentWithoutRow();
  await segments.discard(segments.temporaryPath('cam', '5-1-'));
  store.isAway = false;
  const { value: after } = await diskSegmentStore({ root, store }).start();
  const [found] = await after.find('cam', always);
  expect(found).toEqual({ ...described, bytes: 8 });
  expect(await readFile(after.pathOf(found!), 'utf8')).toBe('pictures');
});

it('a store that is away at the start does not cost what an earlier run had left', async () => {
  const { root, store } = await segmentWithoutRow();
  await expect(diskSegmentStore({ root, store }).start()).rejects.toMatchObject(away);
  store.isAway = false;
  const { value: after } = await diskSegmentStore({ root, store }).start();
  expect(await after.find('cam', always)).toEqual([{ ...described, bytes: 8 }]);
});

/** A segment whose writer was killed, and what it takes that it can be committed after all. */
async function leftSegment(spoil: (root: string, path: string) => Promise<() => Promise<void>>) {
  const root = await temporaryFolder();
  const before = await openStore(root);
  const path = await writeTemporary(before.temporaryPath('cam', 'a.mp4'), 'pictures');
  await before.noteGrowth(path, described);
  return { root, path, mend: await spoil(root, path) };
}

/** As on a full disk. */
async function blockFolder(root: string) {
  await writeFile(join(root, 'cam'), '');
  return () => rm(join(root, 'cam'));
}

async function spoilNote(_: string, path: string) {
  await writeFile(`${path}.note.json`, '{"id":');
  return () => writeFile(`${path}.note.json`, JSON.stringify(described));
}

it.each([
  ['its folder cannot be made', blockFolder],
  ['its note cannot be read', spoilNote],
])('what an earlier run left stays, and is told of, while %s', async (_, spoil) => {
  const { root, path, mend } = await leftSegment(spoil);
  const told: object[] = [];
  const logger = { ...silentLogger, error: (fields: object) => void told.push(fields) };
  const store = new MemoryRecordingStore();
  const { value: segments } = await diskSegmentStore({ root, store, logger }).start();
  expect(await readFile(path, 'utf8')).toBe('pictures');
  expect(told).toMatchObject([{ file: '.writing/cam/a.mp4' }]);
  expect(await segments.find('cam', always)).toEqual([]);
  await mend();
  expect([...(await segments.commitNoted())]).toEqual([]);
  expect(await segments.find('cam', always)).toEqual([{ ...described, bytes: 8 }]);
});

it('what is being written is not taken for left behind', async () => {
  const segments = await openStore(await temporaryFolder());
  const path = await writeTemporary(segments.temporaryPath('cam', 'a.mp4'), 'pictures');
  await segments.noteGrowth(path, described);
  await segments.commitNoted();
  expect(await readFile(path, 'utf8')).toBe('pictures');
});

it('what an earlier run left without a whole picture is removed at the next start', async () => {
  const { root, path } = await leftSegment(async (_, file) => {
    const clip = await readFile(await makeClip({ seconds: 4 }));
    await writeFile(file, clip.subarray(0, 100));
    return async () => {};
  });
  await openStore(root);
  await expect(access(dirname(path))).rejects.toThrow();
});

it('of a file that was cut short in the middle, the whole pictures are kept', async () => {
  const segments = await openStore(await temporaryFolder());
  const fragmented = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof'];
  const whole = await readFile(await makeClip({ seconds: 4, output: fragmented }));
  const path = await writeTemporary(segments.temporaryPath('cam', 'a.mp4'), '');
  await writeFile(path, whole.subarray(0, whole.length * 0.7));
  await segments.commit(path, described);
  const kept = segments.pathOf({ ...described, bytes: 0 });
  expect(whole.subarray(0, (await readFile(kept)).length).equals(await readFile(kept))).toBe(true);
  expect((await probeMedia(kept)).frames).toBe(50);
});

it('a file without a whole picture is refused', async () => {
  const segments = await openStore(await temporaryFolder());
  const clip = await readFile(await makeClip({ seconds: 4 }));
  const path = await writeTemporary(segments.temporaryPath('cam', 'a.mp4'), '');
  await writeFile(path, clip.subarray(0, 100));
  await expect(segments.commit(path, described)).rejects.toMatchObject({ code: 'MEDIA_CORRUPT' });
  expect(await segments.find('cam', { start: 0, end: 99_000 })).toEqual([]);
});

it('what is discarded goes, and nothing else', async () => {
  const segments = await openStore(await temporaryFolder());
  const left = await writeTemporary(segments.temporaryPath('cam', '5-1-0.mp4'), 'half');
  const other = await writeTemporary(segments.temporaryPath('cam', '5-10-0.mp4'), 'half');
  await segments.discard(segments.temporaryPath('cam', '5-1-'));
  await expect(access(left)).rejects.toThrow();
  await expect(access(other)).resolves.toBeUndefined();
  await segments.discard(segments.temporaryPath('nobody', '5-1-'));
});

it('keys that lead out of the store are refused', async () => {
  const root = await temporaryFolder();
  const segments = await openStore(root);
  const outside = { ...described, key: '../../etc/passwd', bytes: 1 };
  expect(() => segments.pathOf(outside)).toThrow('must stay inside');
  expect(() => segments.temporaryPath('../../..', 'x')).toThrow('must stay inside');
  await expect(segments.commit(join(root, 'elsewhere.mp4'), described)).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  });
});
