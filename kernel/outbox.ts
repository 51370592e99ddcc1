/**
 * The outbox: messages written in the transaction of the rows they tell of, and published after
 * it. A message leaves the outbox only when the log has taken it, so it is published at least once,
 * per key in the order of writing.
 */
import { addAbortListener } from 'node:events';
import type { Logger } from './logger.ts';
import type { MessageLog, Topic } from './message-log.ts';
import type { Clock } from './time.ts';

export interface OutboxEntry {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly payload: unknown;
}

export interface OutboxStore {
  /** The oldest entries, in the order in which they were committed. */
  next(limit: number): Promise<OutboxEntry[]>;
  remove(ids: readonly string[]): Promise<void>;
}

export interface OutboxRelayOptions {
  readonly store: OutboxStore;
  readonly log: MessageLog;
  readonly topics: readonly Topic<unknown>[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How often to look without being woken: a commit whose answer was lost wakes nobody. */
const lookEveryMs = 5_000;

export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #topics: ReadonlyMap<string, Topic<unknown>>;
  #wake: () => void = () => {};

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
    this.#topics = new Map(options.topics.map((topic) => [topic.name, topic]));
  }

  /** Say that something was committed; cheap, may be called from anywhere. */
  wake(): void {
    this.#wake();
  }

  /** Publishes until aborted; throws when the store or the log is broken. */
  async run(signal: AbortSignal): Promise<void> {
    using _listening = addAbortListener(signal, () => this.#wake());
    while (!signal.aborted) {
      const woken = this.#nextWake();
      const published = await this.#publishBatch(signal);
      if (published === 0) await this.#wokenOrLater(woken);
    }
  }

  async #publishBatch(signal: AbortSignal): Promise<number> {
    const entries = await this.#options.store.next(100);
    for (const entry of entries) {
      if (signal.aborted) break;
      await this.#publish(entry);
      await this.#options.store.remove([entry.id]);
    }
    return entries.length;
  }

  async #publish(entry: OutboxEntry): Promise<void> {
    const topic = this.#topics.get(entry.topic);
    const message = topic?.schema.safeParse(entry.payload);
    if (!topic || !message?.success) {
      this.#options.logger.error(
        { entry: entry.id, topic: entry.topic },
        'outbox entry is not a message',
      );
      return;
    }
    await this.#options.log.publish(topic, entry.key, message.data);
  }

  async #wokenOrLater(woken: Promise<void>): Promise<void> {
    const done = new AbortController();
    const later = this.#options.clock.sleep(lookEveryMs, done.signal).catch(() => {});
    await Promise.race([woken, later]);
    done.abort();
  }

  #nextWake(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
