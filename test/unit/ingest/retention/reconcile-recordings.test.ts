/** How rows and files are compared; real files are in the integration test. */
import { expect, it } from 'vitest';
import type { SegmentFiles } from '../../../../ingest/ports.ts';
import { reconcileRecordings } from '../../../../ingest/retention/reconcile-recordings.ts';
import { silentLogger } from '../../../../kernel/logger.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryRecordingStore } from '../../../support/memory-recording-store.ts';
import { MemoryRetentionStore } from '../../../support/memory-retention-store.ts';
import { aSegment, aSource } from '../../../support/recordings.ts';

/** A hundred segments of `cam`, the first ten without a file, and ten old files without a row. */
async function openArchive(over: Partial<SegmentFiles> = {}) {
  const recordings = new MemoryRecordingStore();
  await recordings.saveStream(aSource(), 0);
  for (let start = 0; start < 100; start += 1) recordings.segments.push(aSegment({ start }));
  const stray = Array.from({ length: 10 }, (_, n) => `stray-${n}.mp4`);
  const keys = [...recordings.segments.slice(10).map(({ key }) => key), ...stray];
  const pages: number[] = [];
  const removed: string[] = [];
  class Store extends MemoryRetentionStore {
    override unknownKeys(streamId: string, some: readonly string[]) {
      pages.push(some.length);
      return super.unknownKeys(streamId, some);
    }
  }
  const files: SegmentFiles = {
    commitNoted: async () => new Set(),
    freeBytes: async () => 1e12,
    streamIds: async () => ['cam'],
    async *keys() {
      yield* keys;
    },
    writtenAt: async (key) => (keys.includes(key) ? 0 : undefined),
    async remove(some) {
      removed.push(...some);
      return new Map();
    },
    ...over,
  };
  const reconcile = () =>
    reconcileRecordings({
      ...{ files, store: new Store(recordings), pageSize: 7 },
      ...{ clock: new ManualClock(), logger: silentLogger },
      pins: { pins: async () => [] },
      rules: { eachStream: {}, streams: {}, keepFreeBytes: 0 },
    });
  return { reconcile, recordings, removed, stray, pages };
}

it('rows and files are compared part by part, however many there are', async () => {
  const { reconcile, recordings, removed, stray, pages } = await openArchive();
  await reconcile();
  expect(removed).toEqual(stray);
  expect(recordings.segments).toHaveLength(90);
  expect(Math.max(...pages)).toBe(7);
});

it('a file that gets its row from a note while it is looked at is no stray', async () => {
  let notes: string[] = [];
  const archive = await openArchive({
    commitNoted: async () => {
      for (const key of notes) archive.recordings.segments.push(aSegment({ id: key, key }));
      notes = archive.stray;
      return new Set();
    },
  });
  await archive.reconcile();
  expect(archive.removed).toEqual([]);
});

it('no file is deleted while the store does not answer', async () => {
  const away = () => Promise.reject(new Error('the store is away'));
  const { reconcile, recordings, removed } = await openArchive({ commitNoted: away });
  await expect(reconcile()).rejects.toThrow('away');
  expect(removed).toEqual([]);
  expect(recordings.segments).toHaveLength(100);
});
