/**
 * The outbox of notifications: what is due is sent, until the receiver takes it or hours have
 * passed, and then kept as a dead letter. At least once, with one idempotency key for all tries;
 * what happened to one alert is told in the order in which it happened. One receiver that is down
 * or slow delays no other.
 */
import { classify, isAbort } from '../../kernel/errors.ts';
import { backoff } from '../../kernel/lifecycle.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Clock } from '../../kernel/time.ts';
import type { Delivery, Notifier, StandingQuestionStore } from '../ports.ts';

export interface NotificationRelayOptions {
  readonly store: Pick<
    StandingQuestionStore,
    'dueDeliveries' | 'deliveryDone' | 'deliveryFailed' | 'deliveries'
  >;
  readonly notifier: Notifier;
  readonly clock: Clock;
  readonly logger: Logger;
  /** 0..1; spreads retries. */
  readonly random?: () => number;
  /** How often to look for what became due. Default 2 s; `wake` looks at once. */
  readonly pollEveryMs?: number;
}

/** 5 s, 10 s ... 15 min between tries: the last one is about six and a half hours after the first. */
const pauses = { firstMs: 5_000, maxMs: 900_000 };
const maxAttempts = 32;

/** A receiver that refuses may have been set up wrongly for a moment, not for hours. */
const maxAttemptsWhenRefused = 3;

const maxRetryAfterMs = 3_600_000;
const batchSize = 200;

export class NotificationRelay {
  readonly #options: NotificationRelayOptions;
  readonly #pause: (attempt: number) => number;
  #wake: () => void = () => {};

  constructor(options: NotificationRelayOptions) {
    this.#options = options;
    this.#pause = backoff({ ...pauses, random: options.random ?? Math.random });
  }

  /** Say that something was committed; cheap, may be called from anywhere. */
  wake(): void {
    this.#wake();
  }

  /** Sends until aborted; throws when the store is broken. Nothing is being sent when it ends. */
  async run(signal: AbortSignal): Promise<void> {
    const broken = new AbortController();
    const either = AbortSignal.any([signal, broken.signal]);
    const sending = new Map<string, Promise<void>>();
    try {
      while (!either.aborted) {
        const woken = this.#nextLook(either);
        for (const [url, own] of await this.#dueByReceiver([...sending.keys()])) {
          const sent = this.#sendAll(own, either).then((isUp) => {
            sending.delete(url);
            if (isUp) this.#wake();
          });
          sending.set(
            url,
            sent.catch((error) => broken.abort(error)),
          );
        }
        await woken;
      }
      broken.signal.throwIfAborted();
    } finally {
      broken.abort();
      await Promise.all(sending.values());
    }
  }

  async #dueByReceiver(busy: readonly string[]): Promise<Map<string, Delivery[]>> {
    const { clock, store } = this.#options;
    const due = await store.dueDeliveries(clock.now(), batchSize, busy);
    return Map.groupBy(due, ({ url }) => url);
  }

  /** To one receiver, one after another; one that is down is left alone until the next look. */
  async #sendAll(deliveries: readonly Delivery[], signal: AbortSignal): Promise<boolean> {
    for (const delivery of deliveries) {
      const isUp = !signal.aborted && (await this.#send(delivery, signal));
      if (!isUp) return false;
    }
    return true;
  }

  /** False when the receiver is down: the others must not wait while it is asked again and again. */
  async #send(delivery: Delivery, signal: AbortSignal): Promise<boolean> {
    const { clock, notifier, store } = this.#options;
    const earlier = await this.#earlierOf(delivery);
    if (earlier) {
      const nextAttemptAt = Math.max(earlier.nextAttemptAt, clock.now() + 1_000);
      const reason = 'waits for an earlier notification of the same alert';
      await store.deliveryFailed(delivery.id, reason, nextAttemptAt);
      return true;
    }
    try {
      await notifier.send(delivery, signal);
    } catch (error) {
      if (isAbort(error, signal)) return false;
      await this.#failed(delivery, error);
      return !classify(error).retryable;
    }
    await store.deliveryDone(delivery.id);
    return true;
  }

  /** An alert begins with `firing`: only what comes after it can be early. */
  async #earlierOf(delivery: Delivery): Promise<Delivery | undefined> {
    if (delivery.transition === 'firing') return undefined;
    const all = await this.#options.store.deliveries(delivery.alertId);
    return all.find(
      (other) => other.state === 'due' && other.url === delivery.url && other.id < delivery.id,
    );
  }

  async #failed(delivery: Delivery, error: unknown): Promise<void> {
    const { clock, logger, store } = this.#options;
    const { message, retryable, details } = classify(error);
    const attempt = delivery.attempts + 1;
    const givesUp = attempt >= (retryable ? maxAttempts : maxAttemptsWhenRefused);
    const asked = Math.min(Number(details.retryAfterMs ?? 0), maxRetryAfterMs);
    const nextAttemptAt = clock.now() + Math.max(this.#pause(attempt), asked);
    const fields = { delivery: delivery.id, alert: delivery.alertId, attempt, reason: message };
    if (givesUp) logger.error(fields, 'notification given up');
    else logger.warn(fields, 'notification failed and will be sent again');
    await store.deliveryFailed(delivery.id, message, givesUp ? undefined : nextAttemptAt);
  }

  /** Resolves at a wake-up, after the poll interval, or when aborted. */
  #nextLook(signal: AbortSignal): Promise<void> {
    const { clock, pollEveryMs = 2_000 } = this.#options;
    const stop = new AbortController();
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const either = AbortSignal.any([signal, stop.signal]);
    const later = clock.sleep(pollEveryMs, either).catch(() => {});
    return Promise.race([woken, later]).finally(() => stop.abort());
  }
}
