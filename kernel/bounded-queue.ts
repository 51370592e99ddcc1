/**
 * A queue with a capacity and a stated answer to overload: `wait` makes the producer wait, `refuse`
 * takes nothing more, `drop-oldest` throws the oldest item away and counts it. Read it with
 * `for await`.
 */

export type OverflowPolicy = 'wait' | 'refuse' | 'drop-oldest';

interface Writer<T> {
  readonly item: T;
  readonly resolve: (isTaken: boolean) => void;
}

export class BoundedQueue<T> implements AsyncIterable<T> {
  readonly #capacity: number;
  readonly #policy: OverflowPolicy;
  readonly #items: T[] = [];
  /** Those that wait for room, in order; there are none while there is room. */
  readonly #writers: Writer<T>[] = [];
  readonly #readers: (() => void)[] = [];
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

  get isFull(): boolean {
    return this.#items.length >= this.#capacity;
  }

  /** Takes the item if there is room for it now; false when the queue is full or closed. */
  offer(item: T): boolean {
    if (this.#closed || this.isFull) return false;
    this.#items.push(item);
    this.#wakeReaders();
    return true;
  }

  /** Resolves when the item is in the queue; false when it was refused, or the queue closed first. */
  async push(item: T): Promise<boolean> {
    if (this.#policy === 'drop-oldest' && !this.#closed && this.isFull) {
      this.#items.shift();
      this.#dropped += 1;
    }
    if (this.#closed || !this.isFull || this.#policy === 'refuse') return this.offer(item);
    return new Promise((resolve) => this.#writers.push({ item, resolve }));
  }

  /** No more items; readers finish what is queued, waiting writers give up. */
  close(): void {
    this.#closed = true;
    this.#wakeReaders();
    for (const { resolve } of this.#writers.splice(0)) resolve(false);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    while (true) {
      if (this.#items.length > 0) {
        const item = this.#items.shift()!;
        this.#admitWriter();
        yield item;
      } else if (this.#closed) {
        return;
      } else {
        await new Promise<void>((resolve) => this.#readers.push(resolve));
      }
    }
  }

  /** One item went, so one may come. */
  #admitWriter(): void {
    const writer = this.#writers.shift();
    if (writer) writer.resolve(this.offer(writer.item));
  }

  #wakeReaders(): void {
    for (const resolve of this.#readers.splice(0)) resolve();
  }
}
