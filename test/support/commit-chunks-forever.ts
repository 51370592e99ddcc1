/**
 * A process that records and processes chunks of `cam` in the data folder given as its argument,
 * and prints the number of each once both are committed. It is there to be killed.
 */
import { PostgresRecordingStore } from '../../ingest/adapters/postgres/recording-store.ts';
import { PostgresProcessingStore } from '../../processors/adapters/postgres/processing-store.ts';
import { aChunkResult, aMemory, noChanges } from './chunk-results.ts';
import { openTestDatabase } from './database.ts';
import { anObservation } from './observations.ts';
import { aChunk } from './recordings.ts';

const { value: database } = await openTestDatabase({ embedded: { dir: process.argv[2] } });
const recordings = new PostgresRecordingStore(database, { onCommitted: () => {} });
const processing = new PostgresProcessingStore(database, { onCommitted: () => {} });
const last = await recordings.lastChunk('cam');

async function processChunk(seq: number): Promise<void> {
  const chunk = aChunk({ seq });
  const observations = [anObservation({ chunk: { seq } })];
  const memory = aMemory(seq, new Uint8Array(60_000));
  await processing.commitChunk(aChunkResult({ chunk, observations, changes: noChanges, memory }));
  process.stdout.write(`${seq}\n`);
}

// As the program does: what was recorded but not processed is taken up first.
for (const left of await processing.unprocessed('cam', 10)) {
  if (left.type === 'chunk') await processChunk(left.chunk.seq);
}
for (let seq = (last?.seq ?? -1) + 1; ; seq += 1) {
  await recordings.recordChunk(aChunk({ seq }));
  await processChunk(seq);
}
