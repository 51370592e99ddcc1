/** Holds pictures back until their time has come: a file plays at its own pace, nothing is early. */
import { setTimeout } from 'node:timers/promises';
import type { Instant } from '../../kernel/time.ts';
import type { Pace } from '../domain/stream.ts';

export class Pacer {
  readonly #pace: Pace;
  readonly #signal: AbortSignal;
  #origin: { at: Instant; monotonic: number } | undefined;

  constructor(pace: Pace, signal: AbortSignal) {
    this.#pace = pace;
    this.#signal = signal;
  }

  /** Resolves when the instant has come; late pictures are never held, so that we catch up. */
  async due(at: Instant): Promise<void> {
    const early = this.#earlyBy(at);
    if (early < 1) return;
    await setTimeout(early, undefined, { signal: this.#signal }).catch(() => {});
  }

  #earlyBy(at: Instant): number {
    switch (this.#pace) {
      case 'fast':
        return 0;
      case 'live':
        return at - Date.now();
      case 'paced':
        this.#origin ??= { at, monotonic: performance.now() };
        return at - this.#origin.at - (performance.now() - this.#origin.monotonic);
    }
  }
}
