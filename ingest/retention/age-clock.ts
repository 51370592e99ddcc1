/**
 * The time by which recordings are old. What a wall clock that is set wrong makes old is gone for
 * good, so one that steps forward is followed at twice the pace of time, which makes up for a step
 * that lasts and follows one of a moment hardly at all. One that steps back is followed at once.
 */
import type { Clock, Instant } from '../../kernel/time.ts';

/** A machine may set its clock only after it has started. */
const settleMs = 300_000;

export class AgeClock {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #settledAt: number;
  #last: { readonly at: number; readonly now: Instant } | undefined;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#settledAt = clock.monotonic() + settleMs;
  }

  /** Before everything in the first minutes: nothing is old by then. */
  now(): Instant {
    const at = this.#clock.monotonic();
    if (at < this.#settledAt) return Number.NEGATIVE_INFINITY;
    const last = this.#last ?? { at, now: this.#clock.now() };
    const now = Math.min(this.#clock.now(), last.now + 2 * (at - last.at));
    this.#last = { at, now };
    return now;
  }
}
