/** A RetentionStore over a recording store in memory; segments count as recorded at their end. */
import type { Segment } from '../../ingest/domain/segment.ts';
import type { StreamId } from '../../ingest/domain/stream.ts';
import type { RetentionStore, SegmentPage, WithdrawnSegment } from '../../ingest/ports.ts';
import type { RetainedSegment } from '../../ingest/retention/plan-retention.ts';
import type { MemoryRecordingStore } from './memory-recording-store.ts';

export class MemoryRetentionStore implements RetentionStore {
  /** Of all that were asked for so far. */
  rowsListed = 0;
  readonly #recordings: MemoryRecordingStore;
  readonly #withdrawn = new Map<string, Segment>();

  constructor(recordings: MemoryRecordingStore) {
    this.#recordings = recordings;
  }

  async recordedBytes(): Promise<Map<StreamId, number>> {
    const byStream = Map.groupBy(this.#recordings.segments, ({ streamId }) => streamId);
    return new Map(
      [...byStream].map(([id, all]) => [id, all.reduce((sum, { bytes }) => sum + bytes, 0)]),
    );
  }

  async oldestSegments(page: SegmentPage): Promise<RetainedSegment[]> {
    const { streamId, after, recordedBefore = Number.POSITIVE_INFINITY } = page;
    const isLater = (one: RetainedSegment) =>
      !after ||
      one.recordedAt > after.recordedAt ||
      (one.recordedAt === after.recordedAt && one.id > after.id);
    const found = this.#recordings.segments
      .filter((segment) => streamId === undefined || segment.streamId === streamId)
      .map((segment) => ({ ...segment, recordedAt: segment.end }))
      .sort((a, b) => a.recordedAt - b.recordedAt || (a.id < b.id ? -1 : 1))
      .filter((segment) => isLater(segment) && segment.recordedAt < recordedBefore)
      .slice(0, page.limit);
    this.rowsListed += found.length;
    return found;
  }

  async withdraw(ids: readonly string[]): Promise<void> {
    const { segments } = this.#recordings;
    for (const segment of segments.filter(({ id }) => ids.includes(id))) {
      segments.splice(segments.indexOf(segment), 1);
      this.#withdrawn.set(segment.id, segment);
    }
  }

  async withdrawn(limit: number, after = ''): Promise<WithdrawnSegment[]> {
    return [...this.#withdrawn.values()]
      .map(({ id, key }) => ({ id, key }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .filter(({ id }) => id > after)
      .slice(0, limit);
  }

  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#withdrawn.delete(id);
  }

  async unknownKeys(streamId: StreamId, keys: readonly string[]): Promise<string[]> {
    const known = await this.#recordings.streams();
    if (!known.some(({ stream }) => stream.id === streamId)) return [];
    const all = [...this.#recordings.segments, ...this.#withdrawn.values()];
    const taken = new Set(all.map(({ key }) => key));
    return keys.filter((key) => !taken.has(key));
  }
}
