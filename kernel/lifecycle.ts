/**
 * Starting and stopping. Whoever builds a thing gets `{ value, stop }`; users get the value, only
 * the owner keeps `stop`. A long-running task is `run(signal)`; restarting it is `supervise`'s job.
 */
import { addAbortListener } from 'node:events';
import { AppError, classify } from './errors.ts';
import type { Logger } from './logger.ts';
import type { Clock } from './time.ts';

export interface Started<T> {
  readonly value: T;
  stop(): Promise<void>;
}

export interface Component<T> {
  start(): Promise<Started<T>>;
}

/** Named teardown steps, run last in first out, each bounded in time, failures joined. */
export class CleanupStack {
  readonly #steps: { name: string; stop: () => Promise<void> }[] = [];
  readonly #logger: Logger;
  readonly #timeoutMs: number;
  #stopped: Promise<void> | undefined;

  constructor(logger: Logger, options: { timeoutMs: number }) {
    this.#logger = logger;
    this.#timeoutMs = options.timeoutMs;
  }

  async start<T>(name: string, component: Component<T>): Promise<T> {
    const { value, stop } = await component.start();
    this.defer(name, stop);
    return value;
  }

  defer(name: string, stop: () => Promise<void>): void {
    if (this.#stopped) throw new AppError('INVALID_STATE', `cannot start '${name}' while stopping`);
    this.#steps.push({ name, stop });
  }

  /** Idempotent: every call gets the same promise. Rejects with an AggregateError if a step failed. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #stopAll(): Promise<void> {
    const failures: Error[] = [];
    for (const step of this.#steps.reverse()) {
      try {
        await within(this.#timeoutMs, step.stop(), step.name);
      } catch (error) {
        this.#logger.warn({ step: step.name, err: error }, 'teardown step failed');
        failures.push(classify(error));
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some teardown steps failed');
  }
}

export interface SuperviseOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Milliseconds to wait before try number `attempt` (from 1); reset by `healthyAfterMs`. */
  readonly pause: (attempt: number) => number;
  /** How a pause is spent; by default asleep. */
  readonly rest?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A run that lasted this long counts as healthy: the next pause starts again at attempt 1. */
  readonly healthyAfterMs?: number;
}

/** Runs `task` until the signal aborts; whenever it ends or throws, waits and runs it again. */
export async function supervise(
  task: (signal: AbortSignal) => Promise<void>,
  options: SuperviseOptions,
): Promise<void> {
  const { clock, logger, signal } = options;
  let attempt = 0;
  while (!signal.aborted) {
    const startedAt = clock.monotonic();
    try {
      await task(signal);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ task: options.name, err: error }, 'task failed and will be restarted');
    }
    const lasted = clock.monotonic() - startedAt;
    attempt = lasted >= (options.healthyAfterMs ?? 30_000) ? 1 : attempt + 1;
    const rest = options.rest ?? ((ms) => clock.sleep(ms, signal));
    await rest(options.pause(attempt), signal).catch(() => {});
  }
}

/**
 * Settles as `work` does, or rejects with the signal's reason when aborted before. Nothing of it
 * stays on the signal, which may live as long as the process.
 */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  using _listening = addAbortListener(signal, () => stopped.reject(signal.reason));
  return await Promise.race([work, stopped.promise]);
}

/** Resolves when the signal is aborted; for what waits once, since its listener stays until then. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** 1 s, 2 s, 4 s ... up to `maxMs`, with up to a quarter of jitter. `random` is 0..1. */
export const backoff =
  (options: { firstMs: number; maxMs: number; random: () => number }) =>
  (attempt: number): number => {
    const base = Math.min(options.maxMs, options.firstMs * 2 ** (attempt - 1));
    return Math.round(base * (1 + options.random() / 4));
  };

/** Rejects when `work` has not settled after `ms`. */
async function within<T>(ms: number, work: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AppError('INTERNAL', `'${name}' did not stop within ${ms} ms`)),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
