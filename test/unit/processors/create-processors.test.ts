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

/** Chunks were left by an earlier run; the first `failures` looks for them fail. */
class StoreWithLeftovers implements ProcessingStore {
  readonly committed: number[] = [];
  /** Streams whose memory was loaded. */
  readonly loaded: string[] = [];
  left = [7];
  failures = 0;

  streamsWaiting = async () => (this.left.length > 0 ? ['cam'] : []);

  async unprocessed(streamId: string, limit: number): Promise<StreamRecorded[]> {
    if (this.failures === 0) return this.#waiting(streamId).slice(0, limit);
    this.failures -= 1;
    throw new AppError('STORE_UNAVAILABLE', 'away', { retryable: true });
  }

  #waiting(streamId: string): StreamRecorded[] {
    const waiting = this.left.filter((seq) => streamId === 'cam' && !this.committed.includes(seq));
    return waiting.map((seq) => ({ type: 'chunk', chunk: aChunk({ seq }) }));
  }

  async commitChunk({ chunk }: { chunk: { seq: number } }) {
    this.committed.push(chunk.seq);
    return true;
  }

  async loadMemory(streamId: string) {
    this.loaded.push(streamId);
    return undefined;
  }

  waitingBehind = async () => 0;
  observationsSince = async () => [];
  isSettled = async () => false;
  commitGap = async () => true;
  giveUp = async () => true;
}

async function start(store: StoreWithLeftovers, extractor: Extractor) {
  const log = await memoryMessageLog({ logger: silentLogger }).start();
  onTestFinished(log.stop);
  const clock = { now: 0 };
  const { stop } = await createProcessors({
    log: log.value,
    store,
    extractor,
    steps: { aggregation: {}, events: {}, embedder: noWords },
    profileOf: () => profileFrom({}),
    maxWaitingMs: 60_000,
    clock: { ...impatient, monotonic: () => clock.now },
    logger: silentLogger,
  }).start();
  return { log: log.value, clock, stop };
}

const nothingSeen: Extraction = {
  observations: [],
  scene: new Uint8Array(1),
  framesExamined: 0,
  framesSkipped: 0,
};

const blind: Extractor = { procedure: 'blind', extract: async () => nothingSeen };

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
  const { stop } = await start(store, blind);
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

it('takes up all of what was left, however much', async () => {
  const store = new StoreWithLeftovers();
  store.left = Array.from({ length: 250 }, (_, seq) => seq);
  const { stop } = await start(store, blind);
  onTestFinished(stop);
  await waitFor(() => store.committed.length === store.left.length);
  expect(store.committed).toEqual(store.left);
});

it('loads what it remembers of a stream when it comes, and again after it was away for long', async () => {
  const store = new StoreWithLeftovers();
  store.left = [];
  const { log, clock, stop } = await start(store, blind);
  onTestFinished(stop);
  expect(store.loaded).toEqual([]);
  const take = async (streamId: string, seq: number) => {
    await log.publish(chunksTopic, streamId, { type: 'chunk', chunk: aChunk({ streamId, seq }) });
    await waitFor(() => store.committed.includes(seq));
  };
  await take('cam', 1);
  await take('door', 2);
  await take('cam', 3);
  expect(store.loaded).toEqual(['cam', 'door']);
  clock.now += 2 * 3_600_000;
  await take('yard', 4);
  await take('cam', 5);
  expect(store.loaded).toEqual(['cam', 'door', 'yard', 'cam']);
});
