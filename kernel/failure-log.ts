/** Says that work fails when it begins to, then once a minute, and when it works again. */
import type { Logger } from './logger.ts';
import type { Clock } from './time.ts';

export interface FailureLogOptions {
  /** Of the work. */
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Once aborted, nothing is said. */
  readonly signal: AbortSignal;
}

const tellEveryMs = 60_000;

export class FailureLog {
  readonly #options: FailureLogOptions;
  /** While it fails. */
  #toldAt: number | undefined;

  constructor(options: FailureLogOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async watch(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      return this.failed(error);
    }
    this.worked();
  }

  worked(): void {
    const { name, logger } = this.#options;
    if (this.#toldAt !== undefined) logger.info({ task: name }, 'task works again');
    this.#toldAt = undefined;
  }

  failed(error: unknown): void {
    const { name, clock, logger, signal } = this.#options;
    if (signal.aborted) return;
    const now = clock.monotonic();
    if (this.#toldAt !== undefined && now < this.#toldAt + tellEveryMs) return;
    this.#toldAt = now;
    logger.warn({ task: name, err: error }, 'task failed and is tried again');
  }
}
