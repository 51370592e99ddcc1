/** Holds pictures back until their time has come: a file plays at its own pace, nothing is early. */
import { setTimeout } from 'node:timers/promises';
import type { Instant } from '../../kernel/time.ts';
import type { Pace } from '../domain/stream.ts';

export interface PacerOptions {
  readonly pace: Pace;
  /** Live: what may be so early is not held, so that it can be seen how early it is. */
  readonly graceMs: number;
  /** Wall clock. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export class Pacer {
  readonly #options: PacerOptions;
  #origin: { at: Instant; monotonic: number } | undefined;

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  /** Resolves when the instant has come; late pictures are never held, so that we catch up. */
  async due(at: Instant): Promise<void> {
    const early = this.#earlyBy(at);
    if (early < 1) return;
    await setTimeout(early, undefined, { signal: this.#options.signal }).catch(() => {});
  }

  #earlyBy(at: Instant): number {
    const { pace, graceMs, now } = this.#options;
    switch (pace) {
      case 'fast':
        return 0;
      case 'live':
        return at - now() - graceMs;
      case 'paced':
        this.#origin ??= { at, monotonic: performance.now() };
        return at - this.#origin.at - (performance.now() - this.#origin.monotonic);
    }
  }
}
