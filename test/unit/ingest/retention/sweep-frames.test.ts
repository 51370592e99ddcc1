/** Which sampled frames wait, whatever their age. */
import { expect, it } from 'vitest';
import { type ChunkKey, chunkId } from '../../../../ingest/domain/chunk.ts';
import { sweepFrames } from '../../../../ingest/retention/sweep-frames.ts';
import { MemoryRecordingStore } from '../../../support/memory-recording-store.ts';
import { aChunk, aSource } from '../../../support/recordings.ts';

const chunks: ChunkKey[] = [
  { streamId: 'cam', epoch: 1, seq: 9 },
  { streamId: 'cam', epoch: 2, seq: 4 },
  { streamId: 'cam', epoch: 2, seq: 5 },
  { streamId: 'cam', epoch: 2, seq: 6 },
  { streamId: 'cam', epoch: 3, seq: 1 },
];

/** Which of the chunks keep their frames although all are old. */
async function waitingOf(store: MemoryRecordingStore, running: readonly string[]) {
  let waiting: string[] = [];
  const sweep = async (_: number, isWaiting: (chunk: ChunkKey) => boolean) => {
    waiting = chunks.filter(isWaiting).map(chunkId);
  };
  await sweepFrames({ store, frames: { sweep }, storedBefore: 1_000, running });
  return waiting;
}

async function storeWith(recorded: readonly ChunkKey[]) {
  const store = new MemoryRecordingStore();
  await store.saveStream(aSource(), 0);
  for (const chunk of recorded) await store.recordChunk(aChunk(chunk));
  return store;
}

it('frames of a running stream wait until their chunk is recorded, and until it is processed', async () => {
  const store = await storeWith(chunks.slice(0, 3));
  store.processed.add('cam/1/9').add('cam/2/4');
  expect(await waitingOf(store, ['cam'])).toEqual(['cam/2/5', 'cam/2/6', 'cam/3/1']);
  store.processAll('cam');
  expect(await waitingOf(store, ['cam'])).toEqual(['cam/2/6', 'cam/3/1']);
});

it('before its first chunk is recorded all frames of a running stream wait', async () => {
  expect(await waitingOf(await storeWith([]), ['cam'])).toHaveLength(chunks.length);
});

it('nothing more will be recorded of a stream that does not run: only its backlog waits', async () => {
  expect(await waitingOf(await storeWith([chunks[1]!]), [])).toEqual(['cam/2/4']);
});

it('a chunk that is recorded while the store is asked waits', async () => {
  const store = await storeWith([chunks[0]!]);
  store.processAll('cam');
  const before = store.backlog.bind(store);
  store.backlog = async (id) => {
    const backlog = await before(id);
    await store.recordChunk(aChunk(chunks[1]));
    return backlog;
  };
  expect(await waitingOf(store, ['cam'])).toContain('cam/2/4');
});
