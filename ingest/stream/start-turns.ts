/**
 * Whose turn it is to start a capture child. A process takes a good part of a second of a processor
 * before it turns to its source: when many are to be started, they start in turn, so that the
 * children that run keep their share. No turn lasts while a child waits for its source.
 */

/** What ends a turn; calling it again does nothing. */
export type EndTurn = () => void;

/** After so many turns in a row that went to sources with hope, one goes to another. */
const mostInRow = 3;

export class StartTurns {
  readonly #most: number;
  /** In the order of coming. */
  readonly #hopeful = new Set<() => void>();
  readonly #others = new Set<() => void>();
  #taken = 0;
  #hopefulInRow = 0;

  /** At most so many turns last at a time. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Resolves when it is one's turn: first come, first served, but sources with hope before those
   * whose last attempt was in vain. Rejects with the signal's reason when aborted before.
   */
  take(isHopeful: boolean, signal: AbortSignal): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const waiting = isHopeful ? this.#hopeful : this.#others;
      const leave = () => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve(this.#endOfTurn());
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(begin);
      this.#beginNext();
    });
  }

  #beginNext(): void {
    if (this.#taken >= this.#most) return;
    const waiting = this.#whoIsNext();
    const [begin] = waiting;
    if (!begin) return;
    waiting.delete(begin);
    this.#taken += 1;
    begin();
  }

  #whoIsNext(): Set<() => void> {
    const isOthersTurn = this.#hopefulInRow >= mostInRow && this.#others.size > 0;
    const isHopefulNext = this.#hopeful.size > 0 && !isOthersTurn;
    this.#hopefulInRow = isHopefulNext ? this.#hopefulInRow + 1 : 0;
    return isHopefulNext ? this.#hopeful : this.#others;
  }

  #endOfTurn(): EndTurn {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#taken -= 1;
      this.#beginNext();
    };
  }
}
