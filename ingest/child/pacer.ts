/** Holds frames back until their time has come, so that a source that sends in bursts plays evenly. */
import { setTimeout } from 'node:timers/promises';
import type { Instant } from '../../kernel/time.ts';
import type { Pace } from '../domain/stream.ts';

export class Pacer {
  readonly #isPaced: boolean;
  readonly #signal: AbortSignal;
  #origin: { at: Instant; monotonic: number } | undefined;

  constructor(pace: Pace, signal: AbortSignal) {
    this.#isPaced = pace !== 'fast';
    this.#signal = signal;
  }

  /** Resolves when as much time has passed since the first call as lies between the instants. */
  async due(at: Instant): Promise<void> {
    if (!this.#isPaced) return;
    this.#origin ??= { at, monotonic: performance.now() };
    const early = at - this.#origin.at - (performance.now() - this.#origin.monotonic);
    if (early < 1) return;
    await setTimeout(early, undefined, { signal: this.#signal }).catch(() => {});
  }
}
