/** How late pictures come at the least (pure). */
import type { Instant } from '../../kernel/time.ts';

/**
 * A late picture may have waited in a buffer, ours or the source's, so one says little: what counts
 * is the least delay over so long.
 */
const burstMs = 10_000;

/** The least delay of the last one to two bursts. */
export class LeastDelay {
  #since: Instant | undefined;
  #current = Number.POSITIVE_INFINITY;
  #before = Number.POSITIVE_INFINITY;

  /** A whole burst was seen. */
  get isSettled(): boolean {
    return this.#before !== Number.POSITIVE_INFINITY;
  }

  get least(): number {
    return Math.min(this.#current, this.#before);
  }

  note(arrivedAt: number, delay: number): void {
    this.#since ??= arrivedAt;
    if (arrivedAt - this.#since >= burstMs) {
      this.#before = this.#current;
      this.#current = Number.POSITIVE_INFINITY;
      this.#since = arrivedAt;
    }
    this.#current = Math.min(this.#current, delay);
  }

  /** The clock that delays are measured by has moved. */
  shift(byMs: number): void {
    this.#current += byMs;
    this.#before += byMs;
  }

  forget(): void {
    this.#since = undefined;
    this.#current = Number.POSITIVE_INFINITY;
    this.#before = Number.POSITIVE_INFINITY;
  }
}
