/** The store that tests of ingest lean on keeps the promises of the real one. */
import { MemoryRecordingStore } from '../support/memory-recording-store.ts';
import { recordingStoreContract } from './recording-store.contract.ts';

recordingStoreContract('in memory', async () => {
  const store = new MemoryRecordingStore();
  return {
    store,
    told: async () => store.outbox,
    commits: () => store.outbox.length,
  };
});
