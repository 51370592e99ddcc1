/**
 * Wall-clock time for labels, made of the monotonic clock: it never steps back, however the clock of
 * the machine is set. A step forwards that is believed (`CautiousClock`) is followed at once, for
 * labels would be wrong for hours otherwise; small differences and steps back are made up for slowly,
 * since time that is recorded cannot be recorded twice.
 */
import type { Clock, Instant } from '../../kernel/time.ts';
import { CautiousClock, type ClockDoubt } from './cautious-clock.ts';

/** The wall clock may be ahead by this much before it is followed at once. */
const maxAheadMs = 2_000;
/** How fast smaller differences are made up for: 1 ms per second. */
const slewRate = 0.001;

export interface SteadyClockBegin {
  /** Where it begins if the wall clock is behind that. */
  readonly notBefore?: Instant;
  /** What is not believed of the wall clock yet. */
  readonly doubt?: ClockDoubt;
}

export class SteadyClock {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #wall: CautiousClock;
  #at: number;
  #readAt: number;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>, begin: SteadyClockBegin = {}) {
    const { notBefore = Number.NEGATIVE_INFINITY, doubt } = begin;
    this.#clock = clock;
    this.#wall = new CautiousClock(clock, doubt);
    this.#readAt = clock.monotonic();
    this.#at = Math.max(this.#wall.now(), notBefore);
  }

  /** By how much it is ahead of what the machine's clock shows, in milliseconds. */
  get aheadMs(): number {
    return this.now() - this.#clock.now();
  }

  /** Not rounded. */
  now(): number {
    const readAt = this.#clock.monotonic();
    const elapsed = readAt - this.#readAt;
    this.#readAt = readAt;
    const ahead = this.#wall.now() - (this.#at + elapsed);
    const most = slewRate * elapsed;
    this.#at += elapsed + (ahead > maxAheadMs ? ahead : Math.min(most, Math.max(-most, ahead)));
    return this.#at;
  }
}
