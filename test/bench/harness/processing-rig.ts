/**
 * Recording and processing as in the program, over a real database: chunks are recorded, relayed
 * through the outbox, processed and committed. What is in the pictures is scripted unless an
 * extractor is given.
 */
import { PostgresRecordingStore } from '../../../ingest/adapters/postgres/recording-store.ts';
import { chunksTopic } from '../../../ingest/contract.ts';
import type { Chunk } from '../../../ingest/domain/chunk.ts';
import { memoryMessageLog } from '../../../kernel/adapters/memory-message-log.ts';
import type { DatabaseLocation } from '../../../kernel/adapters/postgres/data-source.ts';
import { PostgresOutboxStore } from '../../../kernel/adapters/postgres/outbox-store.ts';
import { CleanupStack } from '../../../kernel/lifecycle.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import type { MessageLog } from '../../../kernel/message-log.ts';
import { OutboxRelay } from '../../../kernel/outbox.ts';
import { ok } from '../../../kernel/outcome.ts';
import { systemClock } from '../../../kernel/time.ts';
import { PostgresProcessingStore } from '../../../processors/adapters/postgres/processing-store.ts';
import { memoryTopic } from '../../../processors/contract.ts';
import { createProcessors } from '../../../processors/create-processors.ts';
import { profileFrom } from '../../../processors/domain/stream-profile.ts';
import type { Embedder, Extractor } from '../../../processors/ports.ts';
import { openTestDatabase } from '../../support/database.ts';
import { aChunk } from '../../support/recordings.ts';
import { waitFor } from '../../support/wait-for.ts';
import { chunkOfDay } from './busy-day.ts';

const clock = systemClock;
const logger = silentLogger;

export interface ProcessingRig {
  readonly log: MessageLog;
  readonly recordings: PostgresRecordingStore;
  /** When each chunk or gap that is processed by now was told of, in milliseconds of this process. */
  readonly steps: readonly { readonly type: 'chunk' | 'gap'; readonly at: number }[];
  /** What was recorded before is taken up. */
  startProcessors(): Promise<void>;
  /** Resolves when so many chunks and gaps have been processed since the rig was opened. */
  untilProcessed(count: number): Promise<void>;
}

export interface ProcessingRigOptions {
  readonly location?: DatabaseLocation;
  readonly extractor?: Extractor;
}

/** Everything is stopped when the work has ended. */
export async function withProcessing<T>(
  { location, extractor = scriptedExtractor }: ProcessingRigOptions,
  work: (rig: ProcessingRig) => Promise<T>,
): Promise<T> {
  const cleanup = new CleanupStack(logger, { timeoutMs: 10_000 });
  try {
    const database = await cleanup.start('database', {
      start: () => openTestDatabase(location),
    });
    const log = await cleanup.start('log', memoryMessageLog({ logger }));
    const topics = [chunksTopic, memoryTopic];
    const store = new PostgresOutboxStore(database);
    const outbox = new OutboxRelay({ store, log, topics, clock, logger });
    const onCommitted = { onCommitted: () => outbox.wake() };
    const relaying = new AbortController();
    const relay = outbox.run(relaying.signal);
    cleanup.defer('outbox', async () => {
      relaying.abort();
      await relay;
    });
    const steps: { type: 'chunk' | 'gap'; at: number }[] = [];
    await log.subscribe(memoryTopic, 'bench', async ({ type }) => {
      steps.push({ type, at: performance.now() });
      return ok;
    });
    return await work({
      log,
      steps,
      recordings: new PostgresRecordingStore(database, onCommitted),
      startProcessors: () =>
        cleanup.start(
          'processors',
          createProcessors({
            ...{ log, extractor, clock, logger, maxWaitingMs: Infinity },
            store: new PostgresProcessingStore(database, onCommitted),
            steps: { aggregation: {}, events: {}, embedder: scriptedEmbedder },
            profileOf: () => profileFrom({}),
          }),
        ),
      untilProcessed: async (count) => {
        await waitFor(() => steps.length >= count, { timeoutMs: 600_000, everyMs: 1 });
      },
    });
  } finally {
    await cleanup.stop();
  }
}

/** A chunk of the busy day as ingest records it: 60 sampled pictures. */
export function recordedChunk(seq: number): Chunk {
  const chunk = aChunk({ seq });
  const [first] = chunk.frames;
  const frames = Array.from({ length: 60 }, (_, index) => ({
    ...first!,
    index,
    at: chunk.range.start + index * 250,
  }));
  return { ...chunk, frames };
}

/** What an ideal extractor sees of the busy day, with as large a scene as the built-in one's. */
export const scriptedExtractor: Extractor = {
  procedure: 'scripted-1',
  extract: async ({ chunk, frames }) => {
    let framesExamined = 0;
    for await (const _ of frames) framesExamined += 1;
    const { observations } = chunkOfDay(chunk.seq);
    const scene = new Uint8Array(60_000).fill(chunk.seq);
    return { observations, scene, framesExamined, framesSkipped: 0 };
  },
};

export const scriptedEmbedder: Embedder = {
  model: 'scripted',
  dimensions: 512,
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(512);
      vector[text.length % 512] = 1;
      return vector;
    }),
};
