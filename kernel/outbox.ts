/**
 * The outbox: messages written in the transaction of the rows they tell of, and published after
 * it. A message leaves the outbox only when the log has taken it, so it is published at least once,
 * per key in the order of writing. A key whose queue is full waits, and holds up no other.
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

/** Messages of one topic and key keep their order. */
export const laneOf = ({ topic, key }: { topic: string; key: string }): string => `${topic}/${key}`;

export interface OutboxStore {
  /** The oldest entries, in the order in which they were committed; none of the lanes left out. */
  next(limit: number, leftOut: readonly string[]): Promise<OutboxEntry[]>;
  remove(ids: readonly string[]): Promise<void>;
}

export interface OutboxRelayOptions {
  readonly store: OutboxStore;
  readonly log: Pick<MessageLog, 'offer'>;
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
      await this.#publishAll(signal);
      await this.#wokenOrLater(woken);
    }
  }

  /** Until nothing is left but that of full lanes: each of these has hundreds to do meanwhile. */
  async #publishAll(signal: AbortSignal): Promise<void> {
    const full = new Set<string>();
    let entries = await this.#options.store.next(100, []);
    while (entries.length > 0 && !signal.aborted) {
      for (const entry of entries) await this.#publishUnless(full, entry, signal);
      entries = await this.#options.store.next(100, [...full]);
    }
  }

  async #publishUnless(full: Set<string>, entry: OutboxEntry, signal: AbortSignal): Promise<void> {
    if (signal.aborted || full.has(laneOf(entry))) return;
    if (await this.#publish(entry)) await this.#options.store.remove([entry.id]);
    else full.add(laneOf(entry));
  }

  /** False when there was no room for it. */
  async #publish(entry: OutboxEntry): Promise<boolean> {
    const topic = this.#topics.get(entry.topic);
    const message = topic?.schema.safeParse(entry.payload);
    if (!topic || !message?.success) {
      this.#options.logger.error(
        { entry: entry.id, topic: entry.topic },
        'outbox entry is not a message',
      );
      return true;
    }
    return this.#options.log.offer(topic, entry.key, message.data);
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
