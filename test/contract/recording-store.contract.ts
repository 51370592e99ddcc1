/** What every recording store promises; run over each implementation. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StreamRecorded } from '../../ingest/contract.ts';
import type { RecordingStore } from '../../ingest/ports.ts';
import { subtractRanges, type TimeRange, totalDuration } from '../../kernel/time.ts';
import { aChunk, aGap, aSegment, aSource } from '../support/recordings.ts';

export interface RecordingStoreSubject {
  readonly store: RecordingStore;
  /** What has been put out for publishing so far, in order. */
  told(): Promise<StreamRecorded[]>;
  /** How often the store has said that something was put out. */
  commits(): number;
}

/** `create` gives an empty store. */
export function recordingStoreContract(
  name: string,
  create: () => Promise<RecordingStoreSubject>,
): void {
  let subject: RecordingStoreSubject;
  let store: RecordingStore;
  beforeEach(async () => {
    subject = await create();
    store = subject.store;
  });

  const gapsTold = async (): Promise<TimeRange[]> =>
    (await subject.told()).flatMap((message) =>
      message.type === 'gap' ? [{ start: message.gap.start, end: message.gap.end }] : [],
    );

  describe(`recording store: ${name}`, () => {
    it('keeps when a stream was enabled and updates the rest', async () => {
      await store.saveStream(aSource({ name: 'Door' }), 1_000);
      await store.saveStream(aSource({ name: 'Back door' }), 2_000);
      expect(await store.streams()).toEqual([
        { stream: aSource({ name: 'Back door' }), enabledAt: 1_000, isKept: false },
      ]);
    });

    it('remembers which streams are watched again at every start', async () => {
      await store.saveStream(aSource({ id: 'page' }), 1_000);
      await store.keepStream('page', true);
      await store.saveStream(aSource({ id: 'page' }), 2_000);
      expect((await store.streams())[0]?.isKept).toBe(true);
      await store.keepStream('page', false);
      expect((await store.streams())[0]?.isKept).toBe(false);
    });

    it('numbers the epochs of a stream one by one, also when asked for many at once', async () => {
      const opened = await Promise.all(Array.from({ length: 8 }, () => store.openEpoch('cam')));
      const other = await store.openEpoch('door');
      const first = Math.min(...opened);
      expect([...opened].sort((a, b) => a - b)).toEqual([...Array(8).keys()].map((n) => first + n));
      expect(other).toBe(first);
    });

    it('records a chunk with its message, once', async () => {
      const chunk = aChunk({ seq: 7, flags: ['partial', 'frozen'] });
      expect(await store.recordChunk(chunk)).toBe(true);
      expect(await store.recordChunk(chunk)).toBe(false);
      expect(await subject.told()).toEqual([{ type: 'chunk', chunk }]);
      expect(await store.lastChunk('cam')).toEqual(chunk);
      expect(subject.commits()).toBe(1);
    });

    it('tells what of a chunk shows nothing', async () => {
      const blind = [
        { start: 0, end: 9_000, reason: 'picture-frozen' as const },
        { start: 0, end: 11_000, reason: 'picture-frozen' as const },
      ];
      const chunk = aChunk({ blind });
      await store.recordChunk(chunk);
      expect(await subject.told()).toEqual([{ type: 'chunk', chunk }]);
    });

    it('records a chunk once when two writers bring it at the same time', async () => {
      const results = await Promise.all([1, 2, 3].map(() => store.recordChunk(aChunk())));
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await subject.told()).toHaveLength(1);
    });

    it('tells of chunks in the order in which they were recorded', async () => {
      for (let seq = 0; seq < 5; seq += 1) await store.recordChunk(aChunk({ seq }));
      const seqs = (await subject.told()).map((m) => (m.type === 'chunk' ? m.chunk.seq : -1));
      expect(seqs).toEqual([0, 1, 2, 3, 4]);
    });

    it('records a gap where nothing was recorded', async () => {
      const gap = aGap({ start: 100, end: 60_000, reason: 'stalled' });
      await store.recordGap(gap);
      expect(await subject.told()).toEqual([{ type: 'gap', gap }]);
      expect(subject.commits()).toBe(1);
    });

    it('cuts a gap to what is missing between chunks and other gaps', async () => {
      await store.recordChunk(aChunk({ seq: 1 }));
      await store.recordGap(aGap({ start: 40_000, end: 50_000 }));
      await store.recordGap(aGap({ start: 5_000, end: 60_000, reason: 'worker-died' }));
      expect(await gapsTold()).toEqual([
        { start: 40_000, end: 50_000 },
        { start: 5_000, end: 15_000 },
        { start: 30_000, end: 40_000 },
        { start: 50_000, end: 60_000 },
      ]);
    });

    it('records no gap where everything was recorded, and none twice', async () => {
      await store.recordChunk(aChunk({ seq: 0 }));
      await store.recordGap(aGap({ start: 2_000, end: 14_000 }));
      await store.recordGap(aGap({ start: 15_000, end: 20_000 }));
      await store.recordGap(aGap({ start: 15_000, end: 20_000 }));
      expect(await gapsTold()).toEqual([{ start: 15_000, end: 20_000 }]);
      expect(subject.commits()).toBe(2);
    });

    it('does not take the pace of the frames between two chunks for a gap', async () => {
      await store.recordChunk(aChunk({ seq: 0, range: { start: 0, end: 14_750 } }));
      await store.recordChunk(aChunk({ seq: 1 }));
      await store.recordGap(aGap({ start: 5_000, end: 20_000 }));
      expect(await gapsTold()).toEqual([]);
    });

    it('keeps the gaps of streams apart', async () => {
      await store.recordChunk(aChunk({ streamId: 'door', seq: 0 }));
      await store.recordGap(aGap({ start: 0, end: 15_000 }));
      expect(await gapsTold()).toEqual([{ start: 0, end: 15_000 }]);
    });

    it('whatever gaps are reported, every instant is covered once', async () => {
      const aRange = fc
        .tuple(fc.nat(200), fc.integer({ min: 1, max: 80 }))
        .map(([start, length]) => ({ start: start * 1_000, end: (start + length) * 1_000 }));
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(aRange, { minLength: 1, maxLength: 8 }), async (ranges) => {
          run += 1;
          const streamId = `cam${run}`;
          await store.recordChunk(aChunk({ streamId, seq: 3 }));
          for (const range of ranges) await store.recordGap({ ...aGap({ streamId }), ...range });
          const covered = (await subject.told()).flatMap((m) => {
            if (m.type === 'chunk') return m.chunk.streamId === streamId ? [m.chunk.range] : [];
            return m.gap.streamId === streamId ? [m.gap] : [];
          });
          const asked = [...ranges, aChunk({ seq: 3 }).range];
          expect(asked.flatMap((range) => subtractRanges(range, covered))).toEqual([]);
          const lengths = covered.reduce((sum, range) => sum + range.end - range.start, 0);
          expect(lengths).toBe(totalDuration(covered));
        }),
        { numRuns: 12 },
      );
    });

    it('finds the segments that overlap a range, in order', async () => {
      const starts = [0, 4_000, 8_000, 12_000];
      const segments = starts.map((start) => aSegment({ start, end: start + 4_000 }));
      for (const segment of segments.toReversed()) await store.recordSegment(segment);
      await store.recordSegment(aSegment({ streamId: 'door', start: 4_000 }));
      await store.recordSegment(segments[1]!);
      const found = await store.findSegments('cam', { start: 5_000, end: 12_000 });
      expect(found).toEqual(segments.slice(1, 3));
    });

    it('knows up to when a stream was recorded', async () => {
      expect(await store.recordedUntil('cam')).toBeUndefined();
      await store.recordChunk(aChunk({ seq: 0 }));
      expect(await store.recordedUntil('cam')).toBe(15_000);
      await store.recordGap(aGap({ start: 15_000, end: 40_000 }));
      expect(await store.recordedUntil('cam')).toBe(40_000);
    });

    it('has every chunk in the backlog until somebody has processed it, oldest first', async () => {
      await store.recordChunk(aChunk({ epoch: 2, seq: 5 }));
      await store.recordChunk(aChunk({ epoch: 1, seq: 4 }));
      await store.recordChunk(aChunk({ streamId: 'door', seq: 1 }));
      expect(await store.backlog('cam')).toEqual([
        { streamId: 'cam', epoch: 1, seq: 4 },
        { streamId: 'cam', epoch: 2, seq: 5 },
      ]);
    });

    it('has no last chunk of a stream it does not know', async () => {
      expect(await store.lastChunk('nobody')).toBeUndefined();
    });
  });
}
