/**
 * The wall clock, believed with caution: time that was recorded with a wrong label keeps it, so a step
 * forwards is believed once it has held for a minute. One that is taken back before that does no
 * harm. A step back is believed at once: nobody records a time twice.
 */
import type { Clock, Instant } from '../../kernel/time.ts';

/** A step forwards that is not believed yet. */
export interface ClockDoubt {
  /** By how much the wall clock is ahead of what is believed, in milliseconds. */
  readonly aheadMs: number;
  /** For how long it has been, by the monotonic clock. */
  readonly heldMs: number;
}

/** By less than this the wall clock may be put right at any moment. */
const smallStepMs = 2_000;
const holdMs = 60_000;

export class CautiousClock implements Pick<Clock, 'now'> {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  /** What is believed: wall clock less monotonic clock. */
  #offset: number;
  /** While more is shown than is believed: since when, and the least that was shown. */
  #doubt: { readonly since: number; readonly least: number } | undefined;

  /** `doubt`: of another process that has watched this clock for longer. */
  constructor(clock: Pick<Clock, 'now' | 'monotonic'>, doubt?: ClockDoubt) {
    this.#clock = clock;
    const monotonic = clock.monotonic();
    const shown = clock.now() - monotonic;
    this.#offset = shown - (doubt?.aheadMs ?? 0);
    if (doubt) this.#doubt = { since: monotonic - doubt.heldMs, least: shown };
  }

  now(): Instant {
    const { monotonic, wall } = this.#read();
    return this.#doubt ? Math.round(monotonic + this.#offset) : wall;
  }

  /** Undefined while the wall clock is believed. */
  get doubt(): ClockDoubt | undefined {
    const { monotonic, wall } = this.#read();
    if (!this.#doubt) return undefined;
    return { aheadMs: wall - monotonic - this.#offset, heldMs: monotonic - this.#doubt.since };
  }

  /** In this order: whoever is held up between the two must not see a step back. */
  #read(): { readonly monotonic: number; readonly wall: Instant } {
    const monotonic = this.#clock.monotonic();
    const wall = this.#clock.now();
    this.#note(wall - monotonic, monotonic);
    return { monotonic, wall };
  }

  #note(shown: number, monotonic: number): void {
    if (shown - this.#offset <= smallStepMs) {
      this.#offset = shown;
      this.#doubt = undefined;
      return;
    }
    const { since, least } = this.#doubt ?? { since: monotonic, least: shown };
    this.#doubt = { since, least: Math.min(least, shown) };
    if (monotonic - since < holdMs) return;
    this.#offset = this.#doubt.least;
    this.#doubt = undefined;
    // What is beyond it has a minute of its own.
    this.#note(shown, monotonic);
  }
}
