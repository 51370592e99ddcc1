/** A clock that stands still until the test moves it. */
import type { Clock } from '../../kernel/time.ts';

export class ManualClock implements Clock {
  #now: number;
  #setBy = 0;
  readonly #sleepers = new Set<{ until: number; wake: () => void }>();

  constructor(now = 1_800_000_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now + this.#setBy;
  }

  monotonic(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const sleeper = { until: this.#now + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** How long the first sleeper still sleeps; undefined when nobody does. */
  get nextWakeIn(): number | undefined {
    const untils = [...this.#sleepers].map((sleeper) => sleeper.until);
    return untils.length > 0 ? Math.min(...untils) - this.#now : undefined;
  }

  /** Somebody sets the wall clock. */
  setBy(ms: number): void {
    this.#setBy += ms;
  }

  /** Wakes everybody whose time has come. */
  advance(ms: number): void {
    this.#now += ms;
    for (const sleeper of this.#sleepers) {
      if (sleeper.until > this.#now) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
