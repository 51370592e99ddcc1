/** A RetentionStore over a recording store in memory; segments count as recorded at their end. */
import type { Segment } from '../../ingest/domain/segment.ts';
import type { StreamId } from '../../ingest/domain/stream.ts';
import type { RetentionStore, WithdrawnSegment } from '../../ingest/ports.ts';
import type { RetainedSegment } from '../../ingest/retention/plan-retention.ts';
import type { MemoryRecordingStore } from './memory-recording-store.ts';

export class MemoryRetentionStore implements RetentionStore {
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

  async oldestSegments(limit: number, after?: RetainedSegment): Promise<RetainedSegment[]> {
    const isLater = (one: RetainedSegment) =>
      !after ||
      one.recordedAt > after.recordedAt ||
      (one.recordedAt === after.recordedAt && one.id > after.id);
    return this.#recordings.segments
      .map((segment) => ({ ...segment, recordedAt: segment.end }))
      .sort((a, b) => a.recordedAt - b.recordedAt || (a.id < b.id ? -1 : 1))
      .filter(isLater)
      .slice(0, limit);
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

  async segmentKeys(streamId: StreamId): Promise<Map<string, string> | undefined> {
    const known = await this.#recordings.streams();
    if (!known.some(({ stream }) => stream.id === streamId)) return undefined;
    const all = [...this.#recordings.segments, ...this.#withdrawn.values()];
    const own = all.filter((segment) => segment.streamId === streamId);
    return new Map(own.map(({ id, key }) => [key, id]));
  }
}
