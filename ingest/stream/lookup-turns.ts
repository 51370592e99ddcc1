/**
 * Resolves names a few at a time: a lookup holds a thread of a small pool that the whole process
 * shares, and holds it for long where no name server answers. No answer is kept.
 */
import type { Resolve } from '../../kernel/checked-lookup.ts';
import type { Clock } from '../../kernel/time.ts';

type Done = Parameters<Resolve>[2];

/** Of the four threads of the pool. */
const mostAtOnce = 2;
/** A name whose last lookup took longer is a slow one. */
const slowMs = 1_000;

export class LookupTurns {
  readonly #lookup: Resolve;
  readonly #clock: Clock;
  /** Who waits for the answer, by name, in the order of coming. */
  readonly #waiting = new Map<string, Done[]>();
  readonly #running = new Set<string>();
  readonly #slow = new Set<string>();

  constructor(lookup: Resolve, clock: Clock) {
    this.#lookup = lookup;
    this.#clock = clock;
  }

  /**
   * Whoever asks for a name that is being resolved waits for the same answer. Slow names are
   * resolved one after another, so that they leave a turn to all others.
   */
  readonly resolve: Resolve = (name, _options, done) => {
    const waiting = this.#waiting.get(name);
    if (waiting) return void waiting.push(done);
    this.#waiting.set(name, [done]);
    this.#beginNext();
  };

  #beginNext(): void {
    for (const name of this.#waiting.keys()) {
      if (this.#running.size >= mostAtOnce) return;
      if (this.#isItsTurn(name)) this.#begin(name);
    }
  }

  #isItsTurn(name: string): boolean {
    if (this.#running.has(name)) return false;
    return !this.#slow.has(name) || ![...this.#running].some((other) => this.#slow.has(other));
  }

  #begin(name: string): void {
    const began = this.#clock.monotonic();
    this.#running.add(name);
    this.#lookup(name, { all: true }, (error, found) => {
      this.#noteSpeed(name, this.#clock.monotonic() - began);
      const waiting = this.#waiting.get(name) ?? [];
      this.#waiting.delete(name);
      this.#running.delete(name);
      this.#beginNext();
      for (const done of waiting) done(error, found);
    });
  }

  #noteSpeed(name: string, tookMs: number): void {
    if (tookMs > slowMs) this.#slow.add(name);
    else this.#slow.delete(name);
  }
}
