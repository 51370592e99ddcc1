/**
 * How long to wait before a source is tried again. Never less than the first pause, so that nothing
 * becomes a hot loop; longer from failure to failure, with jitter, so that cameras behind one switch
 * are not all tried at once. A refused login is repeated seldom: cameras lock accounts.
 */
import { backoff } from '../../kernel/lifecycle.ts';

export interface RetryPauseOptions {
  /** Doubles from failure to failure up to `maxPauseMs`. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** The same after refused logins. */
  readonly firstLoginPauseMs: number;
  readonly maxLoginPauseMs: number;
}

/** What a session came to. */
export interface Attempt {
  /** How much video was recorded. */
  readonly recordedMs: number;
  readonly isLoginRefused: boolean;
}

/** After so much video the source is well again: the next loss is the first one. */
const healthyMs = 5_000;

export class RetryPause {
  readonly #usual: (attempt: number) => number;
  readonly #login: (attempt: number) => number;
  #failures = 0;
  #refusals = 0;

  constructor(options: RetryPauseOptions, random: () => number) {
    const { firstPauseMs, maxPauseMs, firstLoginPauseMs, maxLoginPauseMs } = options;
    this.#usual = backoff({ firstMs: firstPauseMs, maxMs: maxPauseMs, random });
    this.#login = backoff({ firstMs: firstLoginPauseMs, maxMs: maxLoginPauseMs, random });
  }

  /** The source was away and is back: what failed meanwhile says nothing of it, but refused logins do. */
  beginAgain(): void {
    this.#failures = 0;
  }

  /** Milliseconds to wait after this attempt. */
  after({ recordedMs, isLoginRefused }: Attempt): number {
    if (isLoginRefused) {
      this.#refusals += 1;
      return this.#login(this.#refusals);
    }
    // A camera that is away for a while has not forgotten wrong logins; one that shows video has.
    if (recordedMs > 0) this.#refusals = 0;
    this.#failures = recordedMs >= healthyMs ? 1 : this.#failures + 1;
    return this.#usual(this.#failures);
  }
}
