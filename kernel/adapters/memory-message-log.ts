/**
 * The message log inside one process: no durability, the same contract as a broker's. Per topic,
 * group and key there is one bounded queue and one handler at a time; a full queue makes the
 * publisher wait.
 */
import { BoundedQueue } from '../bounded-queue.ts';
import { classify, isAbort } from '../errors.ts';
import type { Component, Started } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { MessageHandler, MessageLog, Topic } from '../message-log.ts';
import { deadLetter, type Outcome } from '../outcome.ts';

export interface MemoryMessageLogOptions {
  readonly logger: Logger;
  /** Messages that may wait per topic, group and key. */
  readonly queueCapacity?: number;
  /** Told of every message that could not be handled. */
  readonly onDeadLetter?: (topic: string, message: unknown, outcome: Outcome) => void;
}

interface Subscription {
  readonly group: string;
  readonly handler: MessageHandler<unknown>;
  readonly stopping: AbortController;
  readonly lanes: Map<string, Lane>;
}

interface Lane {
  readonly queue: BoundedQueue<unknown>;
  readonly done: Promise<void>;
}

export function memoryMessageLog(options: MemoryMessageLogOptions): Component<MessageLog> {
  return {
    start: async (): Promise<Started<MessageLog>> => {
      const log = new MemoryMessageLog(options);
      return { value: log, stop: () => log.stop() };
    },
  };
}

class MemoryMessageLog implements MessageLog {
  readonly #options: MemoryMessageLogOptions;
  readonly #subscriptions = new Map<string, Subscription[]>();

  constructor(options: MemoryMessageLogOptions) {
    this.#options = options;
  }

  async publish<T>(topic: Topic<T>, key: string, message: T): Promise<void> {
    const parsed = topic.schema.parse(message);
    await Promise.all(this.#queues(topic.name, key).map((queue) => queue.push(parsed)));
  }

  async offer<T>(topic: Topic<T>, key: string, message: T): Promise<boolean> {
    const parsed = topic.schema.parse(message);
    const queues = this.#queues(topic.name, key);
    if (queues.some(({ isFull }) => isFull)) return false;
    for (const queue of queues) queue.offer(parsed);
    return true;
  }

  async subscribe<T>(
    topic: Topic<T>,
    group: string,
    handler: MessageHandler<T>,
  ): Promise<() => Promise<void>> {
    const subscription: Subscription = {
      group,
      handler: handler as MessageHandler<unknown>,
      stopping: new AbortController(),
      lanes: new Map(),
    };
    const others = this.#subscriptions.get(topic.name) ?? [];
    this.#subscriptions.set(topic.name, [...others, subscription]);
    return () => this.#unsubscribe(topic.name, subscription);
  }

  async stop(): Promise<void> {
    const all = [...this.#subscriptions].flatMap(([topic, subscriptions]) =>
      subscriptions.map((subscription) => this.#unsubscribe(topic, subscription)),
    );
    await Promise.all(all);
  }

  async #unsubscribe(topic: string, subscription: Subscription): Promise<void> {
    const others = this.#subscriptions.get(topic) ?? [];
    this.#subscriptions.set(
      topic,
      others.filter((other) => other !== subscription),
    );
    subscription.stopping.abort();
    const lanes = [...subscription.lanes.values()];
    for (const lane of lanes) lane.queue.close();
    await Promise.all(lanes.map((lane) => lane.done));
  }

  #queues(topic: string, key: string): BoundedQueue<unknown>[] {
    const subscriptions = this.#subscriptions.get(topic) ?? [];
    return subscriptions.map((subscription) => this.#lane(topic, subscription, key).queue);
  }

  #lane(topic: string, subscription: Subscription, key: string): Lane {
    const existing = subscription.lanes.get(key);
    if (existing) return existing;
    const queue = new BoundedQueue<unknown>({
      capacity: this.#options.queueCapacity ?? 256,
      policy: 'wait',
    });
    const lane = { queue, done: this.#deliver(topic, subscription, queue) };
    subscription.lanes.set(key, lane);
    return lane;
  }

  async #deliver(topic: string, subscription: Subscription, queue: BoundedQueue<unknown>) {
    const { signal } = subscription.stopping;
    for await (const message of queue) {
      if (signal.aborted) return;
      const outcome = await handle(subscription.handler, message, signal);
      if (outcome && outcome.fate !== 'ok')
        this.#settle(topic, subscription.group, message, outcome);
    }
  }

  #settle(topic: string, group: string, message: unknown, outcome: Outcome): void {
    const level = outcome.fate === 'drop' ? 'debug' : 'error';
    this.#options.logger[level]({ topic, group, outcome }, 'message was not handled');
    if (outcome.fate === 'deadLetter') this.#options.onDeadLetter?.(topic, message, outcome);
  }
}

/** The handler's outcome; a thrown error becomes a dead letter, an abort nothing at all. */
async function handle(
  handler: MessageHandler<unknown>,
  message: unknown,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  try {
    return await handler(message, signal);
  } catch (error) {
    if (isAbort(error, signal)) return undefined;
    return deadLetter('the handler threw', classify(error));
  }
}
