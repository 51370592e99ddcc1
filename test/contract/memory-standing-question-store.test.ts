/** The fake that other tests stand on keeps the promises of the port. */
import type { RecordingStore } from '../../ingest/ports.ts';
import type { ProcessingStore } from '../../processors/ports.ts';
import { MemoryStandingQuestionStore } from '../support/memory-standing-question-store.ts';
import { standingQuestionStoreContract } from './standing-question-store.contract.ts';

standingQuestionStoreContract('in memory', async () => {
  const store = new MemoryStandingQuestionStore();
  const window = (seq: number) => ({ start: seq * 15_000, end: (seq + 1) * 15_000 });
  const recordings = {
    recordChunk: async () => true,
    recordGap: async () => {},
  } satisfies Partial<RecordingStore>;
  const processing = {
    commitChunk: async ({ chunk }) => {
      store.record(chunk.streamId, 'chunk', chunk.range);
      return true;
    },
    commitGap: async ({ streamId, start, end }) => {
      store.record(streamId, 'gap', { start, end });
      return true;
    },
    giveUp: async ({ streamId, seq }) => {
      store.record(streamId, 'gap', window(seq));
      return true;
    },
  } satisfies Partial<ProcessingStore>;
  return {
    store,
    recordings: recordings as unknown as RecordingStore,
    processing: processing as unknown as ProcessingStore,
  };
});
