/**
 * How fast the clock of a source runs beside ours, from presentation times and arrivals. Pictures
 * come late but never early, so the line along the earliest ones tells: the earliest picture of the
 * first third of what was seen is compared with that of the last third.
 */

/** The earliest picture of so long is kept. */
const blockMs = 2_000;
/** Older ones are forgotten. */
const maxBlocks = 150;

interface Earliest {
  readonly arrivedAt: number;
  /** Arrival less presentation time. */
  readonly offset: number;
}

export class ClockDrift {
  readonly #minSpanMs: number;
  #blocks: Earliest[] = [];
  #blockBegan: number | undefined;

  /** Nothing is said before so much was seen. */
  constructor(minSpanMs: number) {
    this.#minSpanMs = minSpanMs;
  }

  /** `arrivedAt` is monotonic; both are milliseconds. */
  note(mediaMs: number, arrivedAt: number): void {
    const seen = { arrivedAt, offset: arrivedAt - mediaMs };
    if (this.#blockBegan === undefined || arrivedAt - this.#blockBegan >= blockMs) {
      this.#blockBegan = arrivedAt;
      this.#blocks.push(seen);
      if (this.#blocks.length > maxBlocks) this.#blocks.shift();
    } else if (seen.offset < this.#blocks.at(-1)!.offset) {
      this.#blocks[this.#blocks.length - 1] = seen;
    }
  }

  /** Parts per million by which the source's clock is fast; undefined while that cannot be told. */
  get partsPerMillion(): number | undefined {
    const blocks = this.#blocks;
    const span = blocks.length * blockMs;
    if (span < this.#minSpanMs || blocks.length < 3) return undefined;
    const third = Math.floor(blocks.length / 3);
    const [from, to] = [earliest(blocks.slice(0, third)), earliest(blocks.slice(-third))];
    const slope = (to.offset - from.offset) / (to.arrivedAt - from.arrivedAt);
    return Math.round(-slope * 1e6);
  }

  /** Presentation times have jumped. */
  forget(): void {
    this.#blocks = [];
    this.#blockBegan = undefined;
  }
}

const earliest = (blocks: readonly Earliest[]): Earliest =>
  blocks.reduce((best, block) => (block.offset < best.offset ? block : best));
