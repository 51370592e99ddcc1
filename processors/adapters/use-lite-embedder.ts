/**
 * Sentence vectors without a network: the Universal Sentence Encoder (lite) in a worker thread, which
 * starts with the first text.
 */
import type { Component } from '../../kernel/lifecycle.ts';
import type { Embedder } from '../ports.ts';
import { startWorker, type WorkerCalls } from './worker-calls.ts';

type Encoder = WorkerCalls<readonly string[], Float32Array[]>;

export const useLiteEmbedder = (): Component<Embedder> => ({
  async start() {
    let encoder: Promise<Encoder> | undefined;
    const close = async (): Promise<void> => {
      const last = encoder;
      encoder = undefined;
      await (await last?.catch(() => undefined))?.close();
    };
    const embedder: Embedder = {
      model: 'use-lite-en',
      dimensions: 512,
      async embed(texts) {
        if (texts.length === 0) return [];
        encoder ??= startEncoder();
        try {
          return await (await encoder).call(texts);
        } catch (error) {
          // The next text gets a new worker: this one may be gone.
          await close();
          throw error;
        }
      },
    };
    return { value: embedder, stop: close };
  },
});

const startEncoder = (): Promise<Encoder> =>
  startWorker(new URL('./use-lite-worker.ts', import.meta.url), undefined);
