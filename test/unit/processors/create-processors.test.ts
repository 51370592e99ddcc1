import { expect, it, onTestFinished } from 'vitest';
import { chunksTopic, type StreamRecorded } from '../../../ingest/contract.ts';
import { memoryMessageLog } from '../../../kernel/adapters/memory-message-log.ts';
import { AppError } from '../../../kernel/errors.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { createProcessors } from '../../../processors/create-processors.ts';
import { profileFrom } from '../../../processors/domain/stream-profile.ts';
import type { Extraction, Extractor, ProcessingStore } from '../../../processors/ports.ts';
import { aChunk } from '../../support/recordings.ts';
import { waitFor } from '../../support/wait-for.ts';

/** One chunk was left by an earlier run; the first `failures` looks for it fail. */
class StoreWithLeftovers implements ProcessingStore {
  readonly committed: number[] = [];
  failures = 0;

  async unprocessed(): Promise<StreamRecorded[]> {
    if (this.failures === 0) return [{ type: 'chunk', chunk: aChunk({ seq: 7 }) }];
    this.failures -= 1;
    throw new AppError('STORE_UNAVAILABLE', 'away', { retryable: true });
  }

  async commitChunk({ chunk }: { chunk: { seq: number } }) {
    this.committed.push(chunk.seq);
    return true;
  }

  loadMemory = async () => undefined;
  isSettled = async () => false;
  commitGap = async () => true;
  giveUp = async () => true;
  observationsSince = async () => [];
}

async function start(store: StoreWithLeftovers, extractor: Extractor) {
  const log = await memoryMessageLog({ logger: silentLogger }).start();
  onTestFinished(log.stop);
  const { stop } = await createProcessors({
    log: log.value,
    store,
    extractor,
    steps: { aggregation: {}, events: {}, embedder: noWords },
    profileOf: () => profileFrom({}),
    streamIds: ['cam'],
    clock: impatient,
    logger: silentLogger,
  }).start();
  return { log: log.value, stop };
}

const nothingSeen: Extraction = {
  observations: [],
  scene: new Uint8Array(1),
  framesExamined: 0,
  framesSkipped: 0,
};

const noWords = {
  model: 'none',
  dimensions: 1,
  embed: async (texts: readonly string[]) => texts.map(() => new Float32Array(1)),
};

/** Time that never has to be waited for. */
const impatient = { now: () => 0, monotonic: () => 0, sleep: async () => {} };

it('takes up what an earlier run left, however often the store is away meanwhile', async () => {
  const store = new StoreWithLeftovers();
  store.failures = 3;
  const { stop } = await start(store, { procedure: 'blind', extract: async () => nothingSeen });
  onTestFinished(stop);
  await waitFor(() => store.committed.length > 0);
  expect(store.committed).toEqual([7]);
});

it('when told to stop it leaves what it has not caught up with, and stops', async () => {
  const store = new StoreWithLeftovers();
  const begun = Promise.withResolvers<void>();
  const { stop } = await start(store, {
    procedure: 'endless',
    extract: (_input, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        begun.resolve();
      }),
  });
  await begun.promise;
  await stop();
  expect(store.committed).toEqual([]);
});

it('does not wait, when told to stop, for what waits until its stream has caught up', async () => {
  const store = new StoreWithLeftovers();
  const begun = Promise.withResolvers<void>();
  const { log, stop } = await start(store, {
    procedure: 'endless',
    extract: (_input, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        begun.resolve();
      }),
  });
  await begun.promise;
  await log.publish(chunksTopic, 'cam', { type: 'chunk', chunk: aChunk({ seq: 8 }) });
  await stop();
  expect(store.committed).toEqual([]);
});
