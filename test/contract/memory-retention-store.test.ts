/** The store that tests of retention lean on keeps the promises of the real one. */
import { MemoryRecordingStore } from '../support/memory-recording-store.ts';
import { MemoryRetentionStore } from '../support/memory-retention-store.ts';
import { retentionStoreContract } from './retention-store.contract.ts';

retentionStoreContract('in memory', async () => {
  const recordings = new MemoryRecordingStore();
  return { recordings, store: new MemoryRetentionStore(recordings) };
});
