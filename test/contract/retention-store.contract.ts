/** What every retention store promises; run over each implementation. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordingStore, RetentionStore } from '../../ingest/ports.ts';
import { aSegment, aSource } from '../support/recordings.ts';

export interface RetentionStoreSubject {
  readonly store: RetentionStore;
  readonly recordings: RecordingStore;
}

/** `create` gives an empty store. */
export function retentionStoreContract(
  name: string,
  create: () => Promise<RetentionStoreSubject>,
): void {
  let store: RetentionStore;
  let recordings: RecordingStore;
  const ids = ['cam-0', 'cam-4000', 'cam-8000'];
  const idsOf = (segments: readonly { id: string }[]) => segments.map(({ id }) => id);
  const foundIds = async () =>
    idsOf(await recordings.findSegments('cam', { start: 0, end: 99_000 }));

  describe(`retention store: ${name}`, () => {
    beforeEach(async () => {
      ({ store, recordings } = await create());
      await recordings.saveStream(aSource(), 0);
      for (const start of [0, 4_000, 8_000]) await recordings.recordSegment(aSegment({ start }));
      await recordings.recordSegment(aSegment({ streamId: 'door', start: 9_000, bytes: 7 }));
    });

    it('lists segments in the order of recording, part by part', async () => {
      const all = await store.oldestSegments({ limit: 10 });
      expect(idsOf(all)).toEqual([...ids, 'door-9000']);
      const part = await store.oldestSegments({ limit: 2 });
      const rest = await store.oldestSegments({ limit: 10, after: part.at(-1) });
      expect(idsOf([...part, ...rest])).toEqual(idsOf(all));
      expect(all[0]).toMatchObject({ key: 'cam-0.mp4', bytes: 1_000_000, start: 0, end: 4_000 });
      expect(all.every(({ recordedAt }) => recordedAt > 0)).toBe(true);
    });

    it('lists the segments of one stream, and those recorded before an instant', async () => {
      const own = await store.oldestSegments({ limit: 10, streamId: 'cam' });
      expect(idsOf(own)).toEqual(ids);
      const [, second, third] = own;
      const recordedBefore = third!.recordedAt;
      const older = own.filter(({ recordedAt }) => recordedAt < recordedBefore);
      const page = { limit: 10, streamId: 'cam', recordedBefore };
      expect(idsOf(await store.oldestSegments(page))).toEqual(idsOf(older));
      const after = { recordedAt: second!.recordedAt, id: second!.id };
      expect(await store.oldestSegments({ limit: 10, streamId: 'cam', after })).toEqual([third]);
      expect(await store.oldestSegments({ limit: 10, recordedBefore: 1 })).toEqual([]);
    });

    it('knows how much every stream holds, counting each segment once', async () => {
      await recordings.recordSegment(aSegment());
      expect(await store.recordedBytes()).toEqual(
        new Map([
          ['cam', 3_000_000],
          ['door', 7],
        ]),
      );
    });

    it('hides what is withdrawn from every reader, and counts it no longer', async () => {
      await store.withdraw(['cam-0', 'cam-4000', 'nobody']);
      await store.withdraw(['cam-0']);
      expect(await foundIds()).toEqual(['cam-8000']);
      expect(idsOf(await store.oldestSegments({ limit: 10 }))).toEqual(['cam-8000', 'door-9000']);
      expect((await store.recordedBytes()).get('cam')).toBe(1_000_000);
    });

    it('remembers what was withdrawn until it is told to forget', async () => {
      await store.withdraw(['cam-0', 'cam-4000']);
      expect(await store.withdrawn(10)).toEqual([
        { id: 'cam-0', key: 'cam-0.mp4' },
        { id: 'cam-4000', key: 'cam-4000.mp4' },
      ]);
      expect(idsOf(await store.withdrawn(1))).toEqual(['cam-0']);
      expect(idsOf(await store.withdrawn(1, 'cam-0'))).toEqual(['cam-4000']);
      expect(await store.withdrawn(1, 'cam-4000')).toEqual([]);
      await store.forget(['cam-0']);
      expect(idsOf(await store.withdrawn(10))).toEqual(['cam-4000']);
    });

    it('forgets only what was withdrawn', async () => {
      await store.forget(ids);
      expect(await foundIds()).toEqual(ids);
    });

    it('tells which keys no segment has, counting those that are withdrawn', async () => {
      await store.withdraw(['cam-0']);
      const keys = ['cam-0.mp4', 'cam-4000.mp4', 'stray.mp4'];
      expect(await store.unknownKeys('cam', keys)).toEqual(['stray.mp4']);
      expect(await store.unknownKeys('cam', [])).toEqual([]);
      expect(await store.unknownKeys('nobody', keys)).toEqual([]);
    });
  });
}
