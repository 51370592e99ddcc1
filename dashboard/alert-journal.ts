/**
 * The newest alert changes with a cursor each, so that a client that was away asks for what it
 * missed. Not a store: a cursor of another process, or one too old, means "read everything again".
 */
import type { AlertChanged } from '../query/contract.ts';
import type { Alert } from '../query/domain/standing-question.ts';

export class AlertJournal {
  readonly #epoch: string;
  readonly #capacity: number;
  readonly #changes: AlertChanged[] = [];
  #count = 0;

  /** `epoch` tells one life of the process from the next, for example its start time. */
  constructor(options: { epoch: string; capacity: number }) {
    this.#epoch = options.epoch;
    this.#capacity = options.capacity;
  }

  get cursor(): string {
    return `${this.#epoch}-${this.#count}`;
  }

  /** Returns the cursor after this change. */
  record(change: AlertChanged): string {
    this.#changes.push(change);
    this.#count += 1;
    if (this.#changes.length > this.#capacity) this.#changes.shift();
    return this.cursor;
  }

  /** Alerts changed after the cursor, each once in its newest state; undefined: cannot tell. */
  since(cursor: string): Alert[] | undefined {
    const seen = this.#seenBy(cursor);
    if (seen === undefined) return undefined;
    const missed = this.#changes.slice(this.#changes.length - (this.#count - seen));
    return [...new Map(missed.map(({ alert }) => [alert.id, alert])).values()];
  }

  #seenBy(cursor: string): number | undefined {
    const prefix = `${this.#epoch}-`;
    const seen = cursor.startsWith(prefix) ? Number(cursor.slice(prefix.length)) : Number.NaN;
    const oldest = this.#count - this.#changes.length;
    return Number.isInteger(seen) && seen >= oldest && seen <= this.#count ? seen : undefined;
  }
}
