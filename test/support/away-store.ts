/** A RecordingStore in memory that writes no chunk and no segment while it is away. */
import type { Chunk } from '../../ingest/domain/chunk.ts';
import type { Segment } from '../../ingest/domain/segment.ts';
import { AppError } from '../../kernel/errors.ts';
import { MemoryRecordingStore } from './memory-recording-store.ts';

export class AwayStore extends MemoryRecordingStore {
  isAway = true;
  /** Writes that were tried, in vain or not. */
  attempts = 0;

  override async recordChunk(chunk: Chunk): Promise<boolean> {
    this.#attempt();
    return super.recordChunk(chunk);
  }

  override async recordSegment(segment: Segment): Promise<void> {
    this.#attempt();
    return super.recordSegment(segment);
  }

  #attempt(): void {
    this.attempts += 1;
    if (!this.isAway) return;
    throw new AppError('STORE_UNAVAILABLE', 'the database is not there', { retryable: true });
  }
}
