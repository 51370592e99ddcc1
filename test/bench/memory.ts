/**
 * What one stream's process holds after 10,000 chunks against after 1,000: the log, the fold with
 * its captions, and a store that remembers nothing, so that what grows is ours. `--long` commits to
 * the embedded database, which lives in the same process.
 * `node --expose-gc test/bench/memory.ts [--long]`
 */
import { chunksTopic } from '../../ingest/contract.ts';
import { memoryMessageLog } from '../../kernel/adapters/memory-message-log.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { systemClock } from '../../kernel/time.ts';
import { createProcessors } from '../../processors/create-processors.ts';
import { profileFrom } from '../../processors/domain/stream-profile.ts';
import type { ProcessingStore } from '../../processors/ports.ts';
import { waitFor } from '../support/wait-for.ts';
import { isLong, measurementOf } from './harness/measure.ts';
import {
  recordedChunk,
  scriptedEmbedder,
  scriptedExtractor,
  withProcessing,
} from './harness/processing-rig.ts';
import { report } from './harness/report.ts';

const [early, halfway, late] = [1_000, 5_000, 10_000];
const everyChunks = 100;

interface Held {
  readonly heap: number;
  readonly rss: number;
}

const held = isLong ? await withDatabase() : await withoutDatabase();
const where = isLong ? 'with the embedded database' : 'without a database';
const name = `after 10,000 chunks / after 1,000, ${where}`;
const ratio = { unit: 'x', isBetter: 'lower' as const, target: 1.1 };
const [before, between, after] = [early, halfway, late].map((count) => held.get(count)!) as [
  Held,
  Held,
  Held,
];
report(measurementOf([after.heap / before.heap], { name: `heap ${name}`, ...ratio }));
report(measurementOf([after.rss / before.rss], { name: `resident ${name}`, ...ratio }));
// The young part of V8's heap grows with use, early and once: what leaks goes on growing here.
report(
  measurementOf([after.rss / between.rss], {
    ...{ name: `resident after 10,000 chunks / after 5,000, ${where}`, ...ratio },
  }),
);
const megabytes = { unit: 'MB', isBetter: 'lower' as const };
report(measurementOf([after.heap], { name: 'heap after 10,000 chunks', ...megabytes }));
report(measurementOf([after.rss], { name: 'resident after 10,000 chunks', ...megabytes }));

async function withoutDatabase(): Promise<Map<number, Held>> {
  const log = await memoryMessageLog({ logger: silentLogger }).start();
  let processed = 0;
  const store = forgetfulStore(() => {
    processed += 1;
  });
  const processors = await createProcessors({
    ...{ log: log.value, store, extractor: scriptedExtractor, maxWaitingMs: Infinity },
    steps: { aggregation: {}, events: {}, embedder: scriptedEmbedder },
    profileOf: () => profileFrom({}),
    ...{ clock: systemClock, logger: silentLogger },
  }).start();
  const results = await passThrough(
    (seq) => log.value.publish(chunksTopic, 'cam', { type: 'chunk', chunk: recordedChunk(seq) }),
    async (count) => {
      await waitFor(() => processed >= count, { timeoutMs: 600_000 });
    },
  );
  await processors.stop();
  await log.stop();
  return results;
}

function withDatabase(): Promise<Map<number, Held>> {
  return withProcessing({}, async (rig) => {
    await rig.startProcessors();
    return passThrough(
      (seq) => rig.recordings.recordChunk(recordedChunk(seq)),
      (count) => rig.untilProcessed(count),
    );
  });
}

/** What was held after 1,000 chunks, after 5,000 and after 10,000. */
async function passThrough(
  record: (seq: number) => Promise<unknown>,
  untilProcessed: (count: number) => Promise<void>,
): Promise<Map<number, Held>> {
  const results = new Map<number, Held>();
  for (let seq = 0; seq < late; seq += 1) {
    await record(seq);
    if ((seq + 1) % everyChunks !== 0) continue;
    await untilProcessed(seq + 1);
    if ([early, halfway, late].includes(seq + 1)) results.set(seq + 1, heldNow());
  }
  return results;
}

function heldNow(): Held {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed / 1e6, rss: rss / 1e6 };
}

function forgetfulStore(onCommitted: () => void): ProcessingStore {
  const committed = async () => {
    onCommitted();
    return true;
  };
  return {
    loadMemory: async () => undefined,
    commitChunk: committed,
    commitGap: committed,
    giveUp: committed,
    isSettled: async () => false,
    unprocessed: async () => [],
    observationsSince: async () => [],
    streamsWaiting: async () => [],
    waitingBehind: async () => 0,
  };
}
