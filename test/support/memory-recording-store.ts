/** A RecordingStore in memory that keeps the port's promises; the outbox is a list to look at. */
import type { StreamRecorded } from '../../ingest/contract.ts';
import { type Chunk, type ChunkKey, chunkId, compareChunks } from '../../ingest/domain/chunk.ts';
import type { Gap } from '../../ingest/domain/gap.ts';
import type { Segment } from '../../ingest/domain/segment.ts';
import type { Stream, StreamId } from '../../ingest/domain/stream.ts';
import type { RecordingStore } from '../../ingest/ports.ts';
import { mergeRanges, rangesOverlap, subtractRanges, type TimeRange } from '../../kernel/time.ts';

/** Between two recorded ranges a hole this small is no missing time. */
const framePaceMs = 600;

export class MemoryRecordingStore implements RecordingStore {
  /** Everything recorded, in the order of recording. */
  readonly outbox: StreamRecorded[] = [];
  readonly segments: Segment[] = [];
  readonly processed = new Set<string>();
  readonly #streams = new Map<StreamId, { stream: Stream; enabledAt: number; isKept: boolean }>();
  readonly #epochs = new Map<StreamId, number>();

  async saveStream(stream: Stream, enabledAt: number): Promise<void> {
    const known = this.#streams.get(stream.id);
    const since = known?.enabledAt ?? enabledAt;
    this.#streams.set(stream.id, { stream, enabledAt: since, isKept: known?.isKept ?? false });
  }

  async streams(): Promise<{ stream: Stream; enabledAt: number; isKept: boolean }[]> {
    return [...this.#streams.values()];
  }

  async keepStream(streamId: StreamId, isKept: boolean): Promise<void> {
    const known = this.#streams.get(streamId);
    if (known) this.#streams.set(streamId, { ...known, isKept });
  }

  async openEpoch(streamId: StreamId): Promise<number> {
    const epoch = (this.#epochs.get(streamId) ?? 0) + 1;
    this.#epochs.set(streamId, epoch);
    return epoch;
  }

  async recordChunk(chunk: Chunk): Promise<boolean> {
    if (this.chunks(chunk.streamId).some((known) => chunkId(known) === chunkId(chunk)))
      return false;
    this.outbox.push({ type: 'chunk', chunk });
    return true;
  }

  async recordGap(gap: Gap): Promise<void> {
    for (const missing of subtractRanges(
      gap,
      mergeRanges(this.recorded(gap.streamId), framePaceMs),
    )) {
      this.outbox.push({ type: 'gap', gap: { ...gap, ...missing } });
    }
  }

  async recordSegment(segment: Segment): Promise<void> {
    if (!this.segments.some(({ id }) => id === segment.id)) this.segments.push(segment);
  }

  async findSegments(streamId: StreamId, range: TimeRange): Promise<Segment[]> {
    return this.segments
      .filter((segment) => segment.streamId === streamId && rangesOverlap(segment, range))
      .sort((a, b) => a.start - b.start);
  }

  async recordedUntil(streamId: StreamId): Promise<number | undefined> {
    const ends = this.recorded(streamId).map((range) => range.end);
    return ends.length > 0 ? Math.max(...ends) : undefined;
  }

  async backlog(streamId: StreamId): Promise<ChunkKey[]> {
    return this.chunks(streamId)
      .filter((chunk) => !this.processed.has(chunkId(chunk)))
      .sort(compareChunks)
      .map(({ epoch, seq }) => ({ streamId, epoch, seq }));
  }

  async lastChunk(streamId: StreamId): Promise<Chunk | undefined> {
    return this.chunks(streamId).sort(compareChunks).at(-1);
  }

  chunks(streamId: StreamId): Chunk[] {
    return this.outbox.flatMap((item) =>
      item.type === 'chunk' && item.chunk.streamId === streamId ? [item.chunk] : [],
    );
  }

  gaps(streamId: StreamId): Gap[] {
    return this.outbox.flatMap((item) =>
      item.type === 'gap' && item.gap.streamId === streamId ? [item.gap] : [],
    );
  }

  /** Ranges of chunks and gaps, in the order of recording. */
  recorded(streamId: StreamId): TimeRange[] {
    return this.outbox.flatMap((item) => {
      const owner = item.type === 'chunk' ? item.chunk.streamId : item.gap.streamId;
      return owner === streamId ? [item.type === 'chunk' ? item.chunk.range : item.gap] : [];
    });
  }

  /** Marks every chunk as processed. */
  processAll(streamId: StreamId): void {
    for (const chunk of this.chunks(streamId)) this.processed.add(chunkId(chunk));
  }
}
