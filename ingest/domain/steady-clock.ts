/**
 * Wall-clock time for labels, made of the monotonic clock: it never steps back, however the clock of
 * the machine is set. A step forwards is followed at once, for labels would be wrong for hours
 * otherwise; small differences and steps back are made up for slowly, since time that is recorded
 * cannot be recorded twice.
 */
import type { Clock, Instant } from '../../kernel/time.ts';

/** The wall clock may be ahead by this much before it is followed at once. */
const maxAheadMs = 2_000;
/** How fast smaller differences are made up for: 1 ms per second. */
const slewRate = 0.001;

export class SteadyClock {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  #at: number;
  #readAt: number;

  /** `notBefore`: where it begins if the wall clock is behind that. */
  constructor(
    clock: Pick<Clock, 'now' | 'monotonic'>,
    notBefore: Instant = Number.NEGATIVE_INFINITY,
  ) {
    this.#clock = clock;
    this.#readAt = clock.monotonic();
    this.#at = Math.max(clock.now(), notBefore);
  }

  /** Not rounded. */
  now(): number {
    const readAt = this.#clock.monotonic();
    const elapsed = readAt - this.#readAt;
    this.#readAt = readAt;
    const ahead = this.#clock.now() - (this.#at + elapsed);
    const most = slewRate * elapsed;
    this.#at += elapsed + (ahead > maxAheadMs ? ahead : Math.min(most, Math.max(-most, ahead)));
    return this.#at;
  }
}
