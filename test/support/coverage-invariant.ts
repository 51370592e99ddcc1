/** The promise of ingest: every moment since a stream was enabled is in one chunk or one gap. */
import { expect } from 'vitest';
import type { StreamRecorded } from '../../ingest/contract.ts';
import type { StreamId } from '../../ingest/domain/stream.ts';
import { durationOf, type TimeRange } from '../../kernel/time.ts';
import type { MemoryRecordingStore } from './memory-recording-store.ts';

/** One frame of most cameras here. */
const usualFrameMs = 50;

const rangeOf = (item: StreamRecorded): TimeRange =>
  item.type === 'chunk' ? item.chunk.range : item.gap;

/**
 * What is recorded of the stream, in the order of recording: fails unless it tiles its time.
 * Neighbours may overlap or part by one frame of the source, which lasts `frameMs`.
 */
export async function expectTiled(
  store: MemoryRecordingStore,
  streamId: StreamId = 'cam',
  frameMs = usualFrameMs,
): Promise<void> {
  const known = (await store.streams()).find(({ stream }) => stream.id === streamId);
  const items = store.outbox.filter(
    (item) => (item.type === 'chunk' ? item.chunk : item.gap).streamId === streamId,
  );
  expect(items.length, 'something is recorded').toBeGreaterThan(0);
  const ranges = items.map(rangeOf);
  const since = known?.stream.source.startAt ?? known?.enabledAt;
  expect(ranges[0]!.start, 'the record begins when the stream was enabled').toBe(since);
  for (const [i, range] of ranges.entries()) {
    expect(durationOf(range), `length of ${JSON.stringify(items[i])}`).toBeGreaterThan(0);
    const before = ranges[i - 1];
    if (!before) continue;
    const seam = { from: items[i - 1], to: items[i] };
    expect(Math.abs(range.start - before.end), JSON.stringify(seam)).toBeLessThanOrEqual(frameMs);
  }
  for (const chunk of store.chunks(streamId)) {
    const outside = chunk.frames.filter(
      ({ at }) => at < chunk.range.start - frameMs || at >= chunk.range.end + frameMs,
    );
    expect(outside, 'frames lie in their chunk').toEqual([]);
  }
}
