/** Sampled frames go when they are old, except those of chunks that wait: to be recorded or processed. */
import type { Instant } from '../../kernel/time.ts';
import { type Chunk, type ChunkKey, chunkId, compareChunks } from '../domain/chunk.ts';
import type { StreamId } from '../domain/stream.ts';
import type { FrameStore, RecordingStore } from '../ports.ts';

export interface FrameSweep {
  readonly store: Pick<RecordingStore, 'streams' | 'backlog' | 'lastChunk'>;
  readonly frames: Pick<FrameStore, 'sweep'>;
  readonly storedBefore: Instant;
  /** Streams that are being recorded: what follows their newest chunk is still to come. */
  readonly running: readonly StreamId[];
}

/** Deletes frames stored before the instant. Rejects, and deletes none, when the store is away. */
export async function sweepFrames(sweep: FrameSweep): Promise<void> {
  const { store, frames, storedBefore, running } = sweep;
  // Before the backlog: a chunk recorded meanwhile is in one of the two.
  const newest = new Map<StreamId, Chunk | undefined>();
  for (const id of running) newest.set(id, await store.lastChunk(id));
  const backlog = new Set<string>();
  for (const { stream } of await store.streams()) {
    for (const chunk of await store.backlog(stream.id)) backlog.add(chunkId(chunk));
  }
  const isWaiting = (chunk: ChunkKey) => isToCome(chunk, newest) || backlog.has(chunkId(chunk));
  await frames.sweep(storedBefore, isWaiting);
}

function isToCome(chunk: ChunkKey, newest: ReadonlyMap<StreamId, Chunk | undefined>): boolean {
  if (!newest.has(chunk.streamId)) return false;
  const last = newest.get(chunk.streamId);
  return last === undefined || compareChunks(chunk, last) > 0;
}
