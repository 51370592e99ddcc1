/**
 * Sentence vectors without a network: the Universal Sentence Encoder (lite) in a worker thread, which
 * starts with the first text.
 */
import type { Component } from '../../kernel/lifecycle.ts';
import type { Embedder } from '../ports.ts';
import { workerCalls } from './worker-calls.ts';

export const useLiteEmbedder = (): Component<Embedder> => ({
  async start() {
    const encoder = workerCalls<readonly string[], Float32Array[]>(
      new URL('./use-lite-worker.ts', import.meta.url),
    );
    const embedder: Embedder = {
      model: 'use-lite-en',
      dimensions: 512,
      embed: async (texts) => (texts.length === 0 ? [] : encoder.call(texts)),
    };
    return { value: embedder, stop: () => encoder.close() };
  },
});
