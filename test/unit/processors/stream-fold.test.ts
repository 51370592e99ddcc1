import { expect, it } from 'vitest';
import type { Chunk } from '../../../ingest/domain/chunk.ts';
import { AppError } from '../../../kernel/errors.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { profileFrom } from '../../../processors/domain/stream-profile.ts';
import type {
  ChunkResult,
  Extraction,
  ExtractionInput,
  Extractor,
  ProcessingStore,
  StreamMemory,
} from '../../../processors/ports.ts';
import { StreamFold } from '../../../processors/stream-fold.ts';
import { aChunk, aGap } from '../../support/recordings.ts';

const never = new AbortController().signal;

/** What was committed, in memory; the first `failures` calls fail as of a store that is away. */
class MemoryProcessingStore implements ProcessingStore {
  readonly committed: ChunkResult[] = [];
  readonly givenUp: string[] = [];
  readonly gaps: number[] = [];
  failures = 0;
  waitingMs = 0;
  #memory: StreamMemory | undefined;

  async loadMemory() {
    this.#mayFail();
    return this.#memory;
  }

  async commitChunk(result: ChunkResult) {
    this.#mayFail();
    this.#memory = result.memory;
    this.committed.push(result);
    return true;
  }

  async commitGap(gap: { start: number }, result: { memory: StreamMemory }) {
    this.#mayFail();
    if (this.gaps.includes(gap.start)) return false;
    this.gaps.push(gap.start);
    this.#memory = result.memory;
    return true;
  }

  async isSettled({ seq }: { seq: number }) {
    return this.committed.some(({ chunk }) => chunk.seq === seq);
  }

  async streamsWaiting() {
    return [];
  }

  async unprocessed() {
    return [];
  }

  async observationsSince() {
    return [];
  }

  async waitingBehind() {
    return this.waitingMs;
  }

  async giveUp(_: Chunk, reason: string, result: { memory: StreamMemory }) {
    this.givenUp.push(reason);
    this.#memory = result.memory;
    return true;
  }

  #mayFail(): void {
    if (this.failures === 0) return;
    this.failures -= 1;
    throw new AppError('STORE_UNAVAILABLE', 'away', { retryable: true });
  }
}

/** Remembers the frames it was shown; its scene counts the chunks it has seen. */
class CountingExtractor implements Extractor {
  readonly procedure = 'counting';
  readonly seen: { seq: number; indexes: number[]; scene: number }[] = [];
  failures = 0;

  async extract(input: ExtractionInput, signal: AbortSignal): Promise<Extraction> {
    const shown = { seq: input.chunk.seq, indexes: [] as number[], scene: input.scene?.[0] ?? 0 };
    this.seen.push(shown);
    for await (const { index } of input.frames) shown.indexes.push(index);
    signal.throwIfAborted();
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('the model is ill');
    }
    const scene = new Uint8Array([shown.scene + 1]);
    return { observations: [], scene, framesExamined: shown.indexes.length, framesSkipped: 0 };
  }
}

/** Each call fails as the first of `errors` says, and takes it away. */
class FailingEmbedder {
  readonly model = 'none';
  readonly dimensions = 1;
  readonly errors: AppError[] = [];

  async embed(texts: readonly string[]) {
    const error = this.errors.shift();
    if (error) throw error;
    return texts.map(() => new Float32Array(1));
  }
}

function aFold() {
  const embedder = new FailingEmbedder();
  const store = new MemoryProcessingStore();
  const extractor = new CountingExtractor();
  const fold = new StreamFold({
    streamId: 'cam',
    extractor,
    store,
    steps: { aggregation: {}, events: {}, embedder },
    profile: () => profileFrom({}),
    clock: impatient,
    logger: silentLogger,
    tries: 3,
    pauseMs: 1,
    maxWaitingMs: 60_000,
  });
  const take = (chunk: Chunk) => fold.take({ type: 'chunk', chunk }, never);
  return { fold, store, extractor, embedder, take };
}

/** Time that never has to be waited for. */
const impatient = { now: () => 0, monotonic: () => 0, sleep: async () => {} };

it('processes chunk after chunk, each from the scene that the one before left', async () => {
  const { store, extractor, take } = aFold();
  for (const seq of [0, 1, 2]) await take(aChunk({ seq }));
  expect(store.committed.map(({ chunk }) => chunk.seq)).toEqual([0, 1, 2]);
  expect(extractor.seen.map(({ scene }) => scene)).toEqual([0, 1, 2]);
});

it('begins on the open chunk with its first frame, and ends with the recorded list', async () => {
  const { fold, extractor, take } = aFold();
  await take(aChunk({ seq: 0 }));
  const { streamId, epoch } = aChunk();
  fold.offer({ chunk: { streamId, epoch, seq: 1 }, frame: aChunk({ seq: 1 }).frames[0]! });
  await Promise.resolve();
  expect(extractor.seen.map(({ seq }) => seq)).toEqual([0, 1]);
  await take(aChunk({ seq: 1 }));
  expect(extractor.seen[1]!.indexes).toEqual([0, 1]);
  expect(extractor.seen).toHaveLength(2);
});

it('begins on the very first chunk of a stream while it is open', async () => {
  const { fold, extractor } = aFold();
  await fold.recall(never);
  const { streamId, epoch } = aChunk();
  fold.offer({ chunk: { streamId, epoch, seq: 0 }, frame: aChunk().frames[0]! });
  expect(extractor.seen.map(({ seq }) => seq)).toEqual([0]);
});

it('drops work that ran ahead on a chunk that never came, and goes on', async () => {
  const { fold, store, take } = aFold();
  await take(aChunk({ seq: 0 }));
  const { streamId, epoch } = aChunk();
  fold.offer({ chunk: { streamId, epoch, seq: 1 }, frame: aChunk({ seq: 1 }).frames[0]! });
  await take(aChunk({ seq: 2 }));
  expect(store.committed.map(({ chunk }) => chunk.seq)).toEqual([0, 2]);
});

it('a chunk that comes twice is processed once', async () => {
  const { extractor, take } = aFold();
  await take(aChunk());
  expect(await take(aChunk())).toMatchObject({ fate: 'drop' });
  expect(extractor.seen).toHaveLength(1);
});

it('tries again when extraction fails, then gives the chunk up and goes on with the next', async () => {
  const { store, extractor, take } = aFold();
  extractor.failures = 2;
  expect(await take(aChunk({ seq: 0 }))).toEqual({ fate: 'ok' });
  extractor.failures = 3;
  expect(await take(aChunk({ seq: 1 }))).toMatchObject({ fate: 'deadLetter' });
  expect(store.givenUp).toEqual(['the model is ill']);
  expect(await take(aChunk({ seq: 2 }))).toEqual({ fate: 'ok' });
  expect(store.committed.map(({ chunk }) => chunk.seq)).toEqual([0, 2]);
});

it('waits for a store that is away: that is no fault of the chunk', async () => {
  const { store, take } = aFold();
  store.failures = 5;
  expect(await take(aChunk())).toEqual({ fate: 'ok' });
  expect(store.givenUp).toEqual([]);
  expect(store.committed).toHaveLength(1);
});

it('waits for a store that is away with a gap too, so that none is passed over', async () => {
  const { fold, store } = aFold();
  await fold.take({ type: 'gap', gap: aGap({ start: 0, end: 15_000 }) }, never);
  store.failures = 5;
  const gap = aGap({ start: 15_000, end: 20_000 });
  expect(await fold.take({ type: 'gap', gap }, never)).toEqual({ fate: 'ok' });
  expect(store.gaps).toEqual([0, 15_000]);
});

it('waits for a sentence encoder that is away: no observation is lost for that', async () => {
  const { store, extractor, embedder, take } = aFold();
  const away = new AppError('MODEL_UNAVAILABLE', 'the thread has ended', { retryable: true });
  embedder.errors.push(away, away);
  expect(await take(aChunk())).toEqual({ fate: 'ok' });
  expect(store.committed).toHaveLength(1);
  expect(extractor.seen).toHaveLength(1);
});

it('gives a chunk up without a sentence encoder, and goes on when there is one', async () => {
  const { store, embedder, take } = aFold();
  const broken = new AppError('MODEL_INVALID', 'the file is damaged');
  embedder.errors.push(broken, broken);
  expect(await take(aChunk({ seq: 0 }))).toMatchObject({ fate: 'deadLetter' });
  expect(store.givenUp).toEqual(['the file is damaged']);
  expect(await take(aChunk({ seq: 1 }))).toEqual({ fate: 'ok' });
});

it('gives a chunk up unseen when more than may waits behind it, and no other', async () => {
  const { store, extractor, take } = aFold();
  store.waitingMs = 60_001;
  expect(await take(aChunk({ seq: 0 }))).toMatchObject({ fate: 'deadLetter' });
  store.waitingMs = 60_000;
  expect(await take(aChunk({ seq: 1 }))).toEqual({ fate: 'ok' });
  expect(store.givenUp).toEqual(['more waits to be analysed than may wait']);
  expect(extractor.seen.map(({ seq }) => seq)).toEqual([1]);
});

it('waits for a sentence encoder no longer than recordings may wait', async () => {
  const { fold, store, embedder, take } = aFold();
  const away = new AppError('MODEL_UNAVAILABLE', 'the thread has ended', { retryable: true });
  const stayAway = () => embedder.errors.push(...Array(10).fill(away));
  store.waitingMs = 60_001;
  stayAway();
  const gap = aGap({ start: 0, end: 15_000 });
  expect(await fold.take({ type: 'gap', gap }, never)).toEqual({ fate: 'ok' });
  store.waitingMs = 60_000;
  const waiting = [60_000, 60_000, 60_001];
  store.waitingBehind = async () => waiting.shift()!;
  expect(await take(aChunk({ seq: 1 }))).toMatchObject({ fate: 'deadLetter' });
  expect(store.givenUp).toEqual(['more waits to be analysed than may wait']);
});

it('passes a gap on once, and keeps the scene over it', async () => {
  const { fold, extractor, take } = aFold();
  await take(aChunk({ seq: 0 }));
  const gap = aGap({ start: 15_000, end: 20_000 });
  expect(await fold.take({ type: 'gap', gap }, never)).toEqual({ fate: 'ok' });
  expect(await fold.take({ type: 'gap', gap }, never)).toMatchObject({ fate: 'drop' });
  await take(aChunk({ seq: 2 }));
  expect(extractor.seen.at(-1)!.scene).toBe(1);
});
