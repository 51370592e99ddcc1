/** Retention over real files; rows in memory, and in Postgres where the process is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { diskSegmentStore } from '../../../ingest/adapters/disk-segment-store.ts';
import type { Pin } from '../../../ingest/domain/pin.ts';
import type { SegmentFiles } from '../../../ingest/ports.ts';
import type { RetentionRules } from '../../../ingest/retention/plan-retention.ts';
import { reconcileRecordings } from '../../../ingest/retention/reconcile-recordings.ts';
import { Retention, type RetentionOptions } from '../../../ingest/retention/retention.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { systemClock } from '../../../kernel/time.ts';
import { MemoryRecordingStore } from '../../support/memory-recording-store.ts';
import { MemoryRetentionStore } from '../../support/memory-retention-store.ts';
import { aSource } from '../../support/recordings.ts';
import { keptBytes, openRetention, pinnedUntil } from '../../support/retention-rig.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const rulesOf = (over: Partial<RetentionRules>): RetentionRules => ({
  eachStream: {},
  streams: {},
  keepFreeBytes: 0,
  ...over,
});

/** Ten segments of 8 bytes of stream `cam`, in epoch 1, a second each. */
async function openArchive(over: Partial<RetentionOptions> = {}) {
  const root = await temporaryFolder();
  const recordings = new MemoryRecordingStore();
  await recordings.saveStream(aSource(), 0);
  const { value: files } = await diskSegmentStore({ root, store: recordings }).start();
  for (let start = 0; start < 10_000; start += 1_000) {
    const path = files.temporaryPath('cam', `${start}.mp4`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'pictures');
    const key = `cam/1/${start}.mp4`;
    const media = { codec: 'h264', width: 320, height: 180 };
    const range = { start, end: start + 1_000 };
    await files.commit(path, { id: key, key, streamId: 'cam', epoch: 1, ...range, ...media });
  }
  const store = new MemoryRetentionStore(recordings);
  const options = {
    store,
    files,
    pins: { pins: async () => [] },
    rules: rulesOf({ maxBytes: 40 }),
    clock: systemClock,
    logger: silentLogger,
    pageSize: 3,
    ...over,
  };
  const retention = new Retention(options);
  const reconcile = () => reconcileRecordings(options);
  const keys = () => keysOf(files, 'cam');
  const rows = () => recordings.segments.map(({ key }) => key);
  return { root, recordings, files, store, retention, reconcile, keys, rows };
}

async function keysOf(files: SegmentFiles, streamId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of files.keys(streamId)) keys.push(key);
  return keys.sort();
}

const keysFrom = (...starts: number[]) => starts.map((start) => `cam/1/${start}.mp4`);

describe('a sweep', () => {
  it('removes the oldest recordings with their rows, and nothing else', async () => {
    const { retention, keys, rows, store } = await openArchive();
    await retention.sweep();
    expect(await keys()).toEqual(keysFrom(5_000, 6_000, 7_000, 8_000, 9_000));
    expect(rows()).toEqual(await keys());
    expect(await store.withdrawn(10)).toEqual([]);
  });

  it('leaves evidence where it is, also when everything else has to go', async () => {
    const pin: Pin = { streamId: 'cam', start: 2_500, end: 3_500, reason: 'alert' };
    const { retention, keys } = await openArchive({
      pins: { pins: async () => [pin] },
      rules: rulesOf({ keepFreeBytes: Number.MAX_SAFE_INTEGER }),
    });
    await retention.sweep();
    expect(await keys()).toEqual(keysFrom(2_000, 3_000));
  });

  it('removes nothing when it cannot know what is pinned', async () => {
    const { retention, rows } = await openArchive({
      pins: { pins: () => Promise.reject(new Error('the database is locked')) },
    });
    await expect(retention.sweep()).rejects.toThrow('locked');
    expect(rows()).toHaveLength(10);
  });

  it('finishes what an earlier one began', async () => {
    const { retention, store, keys } = await openArchive({ rules: rulesOf({}) });
    await store.withdraw(keysFrom(0, 1_000));
    expect(await keys()).toHaveLength(10);
    await retention.sweep();
    expect(await keys()).toHaveLength(8);
    expect(await store.withdrawn(10)).toEqual([]);
  });
});

it('a file that the disk does not let go of keeps no other from being removed', async () => {
  const { retention, root, rows, keys, store } = await openArchive();
  // Nothing but a whole folder resists the superuser.
  await rm(join(root, 'cam/1/1000.mp4'));
  await mkdir(join(root, 'cam/1/1000.mp4/inside'), { recursive: true });
  await retention.sweep();
  expect(await keys()).toEqual(keysFrom(5_000, 6_000, 7_000, 8_000, 9_000));
  expect(rows()).toEqual(await keys());
  expect((await store.withdrawn(10)).map(({ key }) => key)).toEqual(keysFrom(1_000));
  await rm(join(root, 'cam/1/1000.mp4'), { recursive: true });
  await retention.sweep();
  expect(await store.withdrawn(10)).toEqual([]);
});

describe('reconciling', () => {
  it('lets rows go whose file is gone', async () => {
    const { reconcile, root, rows } = await openArchive();
    await rm(join(root, 'cam/1/3000.mp4'));
    await reconcile();
    expect(rows()).toHaveLength(9);
    expect(rows()).not.toContain('cam/1/3000.mp4');
  });

  it('removes files that have no row, once they are old enough to have one', async () => {
    const { reconcile, root, keys } = await openArchive();
    for (const name of ['old.mp4', 'new.mp4']) await writeFile(join(root, 'cam/1', name), 'x');
    await utimes(join(root, 'cam/1/old.mp4'), 0, 0);
    await reconcile();
    const left = await keys();
    expect(left).toContain('cam/1/new.mp4');
    expect(left).not.toContain('cam/1/old.mp4');
    expect(left).toHaveLength(11);
  });

  it('touches nothing of a stream it does not know', async () => {
    const { reconcile, root } = await openArchive();
    await writeOldFile(join(root, 'other/1/0.mp4'));
    await reconcile();
    await expect(access(join(root, 'other/1/0.mp4'))).resolves.toBeUndefined();
  });

  it('lets the rows of a stream go whose folder is gone', async () => {
    const { reconcile, root, rows, store } = await openArchive();
    await writeOldFile(join(root, 'other/1/0.mp4'));
    await rm(join(root, 'cam'), { recursive: true });
    await reconcile();
    expect(rows()).toEqual([]);
    expect((await store.recordedBytes()).get('cam') ?? 0).toBe(0);
  });

  it('touches no row where there is no folder at all: the disk may be missing', async () => {
    const { reconcile, root, rows } = await openArchive();
    await rm(join(root, 'cam'), { recursive: true });
    await reconcile();
    expect(rows()).toHaveLength(10);
  });

  it('gives a file its row that has its name and a note, however old it is', async () => {
    const { reconcile, root, files, rows } = await openArchive();
    const path = files.temporaryPath('cam', 'lost.mp4');
    await mkdir(dirname(path), { recursive: true });
    await files.noteGrowth(path, aSegment('cam/1/99.mp4'));
    await writeOldFile(join(root, 'cam/1/99.mp4'));
    await reconcile();
    expect(rows()).toContain('cam/1/99.mp4');
    await reconcile();
    await expect(access(join(root, 'cam/1/99.mp4'))).resolves.toBeUndefined();
  });

  it('deletes no file of a stream of which a note cannot be read', async () => {
    const { reconcile, root, files } = await openArchive();
    const path = files.temporaryPath('cam', 'lost.mp4');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.note.json`, '{"id":');
    await writeOldFile(join(root, 'cam/1/99.mp4'));
    await reconcile();
    await expect(access(join(root, 'cam/1/99.mp4'))).resolves.toBeUndefined();
  });
});

async function writeOldFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'x');
  await utimes(path, 0, 0);
}

const aSegment = (key: string) => ({
  ...{ id: key, key, streamId: 'cam', epoch: 1 },
  ...{ start: 99, end: 1_099, codec: 'h264', width: 320, height: 180 },
});

it('a segment that was moved but not yet recorded when its writer was killed gets its row', async () => {
  const { root, recordings, files, rows } = await openArchive();
  const lost = recordings.segments.pop()!;
  const { bytes, ...segment } = lost;
  const path = files.temporaryPath('cam', 'lost.mp4');
  await mkdir(dirname(path), { recursive: true });
  await files.noteGrowth(path, segment);
  await diskSegmentStore({ root, store: recordings }).start();
  expect(rows()).toContain(lost.key);
  expect(bytes).toBe(8);
});

it('killed while it records and sweeps, again and again, it keeps rows and files together', async () => {
  const folder = await temporaryFolder();
  for (const sweeps of [2, 50]) {
    const program = startProgram(folder);
    await linesOf(program, sweeps);
    program.kill('SIGKILL');
    await once(program, 'exit');
  }
  const { retention, options, segments, store, recordings, stop } = await openRetention(folder);
  onTestFinished(stop);
  await reconcileRecordings(options);
  await retention.sweep();
  const rows = (await store.oldestSegments({ limit: 10_000 })).map(({ key }) => key);
  const pinned = await recordings.findSegments('cam', { start: 0, end: pinnedUntil });
  expect(await keysOf(segments, 'cam')).toEqual(rows.sort());
  expect(pinned).toHaveLength(10);
  expect(rows.length * 8).toBeLessThanOrEqual(keptBytes);
  expect((await store.recordedBytes()).get('cam')).toBe(rows.length * 8);
});

function startProgram(folder: string): ChildProcess {
  const script = join(import.meta.dirname, '../../support/sweep-forever.ts');
  const program = spawn(process.execPath, [script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  return program;
}

async function linesOf(program: ChildProcess, count: number): Promise<void> {
  let seen = 0;
  for await (const _ of createInterface({ input: program.stdout! })) if (++seen >= count) return;
  throw new Error('the program ended by itself');
}
