/**
 * A program that records a file as if it were live until it is killed; for tests of what is left
 * behind. Arguments: the file and the data folder. Prints the pid of its capture child.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiskFrameStore } from '../../ingest/adapters/disk-frame-store.ts';
import { diskSegmentStore } from '../../ingest/adapters/disk-segment-store.ts';
import { createIngest } from '../../ingest/create-ingest.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { systemClock } from '../../kernel/time.ts';
import { MemoryRecordingStore } from './memory-recording-store.ts';
import { waitFor } from './wait-for.ts';

const [url, folder] = process.argv.slice(2) as [string, string];
const store = new MemoryRecordingStore();
const segments = await diskSegmentStore({ root: join(folder, 'segments'), store }).start();
const { value: ingest } = await createIngest({
  store,
  segments: segments.value,
  frames: new DiskFrameStore(join(folder, 'frames')),
  log: {
    publish: async () => {},
    offer: async () => true,
    subscribe: async () => async () => {},
  },
  clock: systemClock,
  logger: silentLogger,
}).start();
await ingest.add({ id: 'cam', name: 'Camera', source: { url, pace: 'paced' } }, 'operator');
await waitFor(() => ingest.statuses()[0]?.state === 'live', { timeoutMs: 30_000 });
const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
console.log(children.trim());
