/**
 * A queue with a capacity and a stated answer to overload: `wait` makes the producer wait,
 * `drop-oldest` throws the oldest item away and counts it. Read it with `for await`.
 */

export type OverflowPolicy = 'wait' | 'drop-oldest';

export class BoundedQueue<T> implements AsyncIterable<T> {
  readonly #capacity: number;
  readonly #policy: OverflowPolicy;
  readonly #items: T[] = [];
  #readers: (() => void)[] = [];
  #writers: (() => void)[] = [];
  #closed = false;
  #dropped = 0;

  constructor(options: { capacity: number; policy: OverflowPolicy }) {
    this.#capacity = options.capacity;
    this.#policy = options.policy;
  }

  get depth(): number {
    return this.#items.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Resolves when the item is in the queue; false when the queue was closed first. */
  async push(item: T): Promise<boolean> {
    while (!this.#closed && this.#items.length >= this.#capacity) {
      if (this.#policy === 'drop-oldest') {
        this.#items.shift();
        this.#dropped += 1;
      } else {
        await new Promise<void>((resolve) => this.#writers.push(resolve));
      }
    }
    if (this.#closed) return false;
    this.#items.push(item);
    wake(this.#readers);
    this.#readers = [];
    return true;
  }

  /** No more items; readers finish what is queued, waiting writers give up. */
  close(): void {
    this.#closed = true;
    wake(this.#readers);
    wake(this.#writers);
    this.#readers = [];
    this.#writers = [];
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    while (true) {
      if (this.#items.length > 0) {
        const item = this.#items.shift()!;
        wake(this.#writers);
        this.#writers = [];
        yield item;
      } else if (this.#closed) {
        return;
      } else {
        await new Promise<void>((resolve) => this.#readers.push(resolve));
      }
    }
  }
}

function wake(waiting: readonly (() => void)[]): void {
  for (const resolve of waiting) resolve();
}
