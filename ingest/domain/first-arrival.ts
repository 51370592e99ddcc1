/**
 * When the first packet of a live source arrived, told from when packets were read. A packet is
 * read after it has come, so each one says when the first one came at the latest: the least of these
 * bounds counts, and one packet that is read promptly makes it right. Packets that had waited for us
 * come faster than they were sent, and the bound falls from one to the next; once it falls no longer
 * while we wait for the source, we have caught up.
 */

/** So long is waited for the source before it is believed that nothing else had come. */
const quietMs = 500;

interface ReadPacket {
  readonly stampMs: number;
  readonly readAt: number;
}

export class FirstArrival {
  #first: ReadPacket | undefined;
  #last: ReadPacket | undefined;
  #least = Number.POSITIVE_INFINITY;
  /** The bound that has not fallen much since. */
  #level = Number.POSITIVE_INFINITY;
  #quietMs = 0;
  #waitedMs = 0;

  /**
   * The next packet has been read. Both are milliseconds; `stampMs` rises as packets are sent,
   * `readAt` is of a clock that does not step.
   */
  note(stampMs: number, readAt: number): void {
    this.#first ??= { stampMs, readAt };
    const last = this.#last ?? this.#first;
    this.#last = { stampMs, readAt };
    const step = Math.max(0, stampMs - last.stampMs);
    this.#waitedMs = readAt - last.readAt;
    const bound = readAt - (stampMs - this.#first.stampMs);
    this.#least = Math.min(this.#least, bound);
    if (bound < this.#level - step / 2) {
      this.#level = bound;
      this.#quietMs = 0;
    }
    // What took longer than the source takes was not waiting for it alone: we did not get our turn.
    this.#quietMs += Math.min(this.#waitedMs, step);
  }

  /** By the clock of `readAt`; never too early. Infinite before the first packet. */
  get at(): number {
    return this.#least;
  }

  /** How long the newest packet came after the one before. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** From the first packet to the newest. */
  get elapsedMs(): number {
    return (this.#last?.readAt ?? 0) - (this.#first?.readAt ?? 0);
  }

  get isCaughtUp(): boolean {
    return this.#quietMs >= quietMs;
  }
}
