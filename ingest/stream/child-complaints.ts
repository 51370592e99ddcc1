/**
 * What a capture child says on its standard error, for the log: as it comes, for a session may last
 * for days, but each line once and a few in all, for damage comes by the packet.
 */

const mostLines = 5;

export class ChildComplaints {
  readonly #log: (said: string) => void;
  readonly #heard = new Set<string>();
  #isTooMany = false;

  constructor(log: (said: string) => void) {
    this.#log = log;
  }

  hear(line: string): void {
    const said = line.trim();
    if (said === '' || this.#heard.has(said)) return;
    this.#isTooMany = this.#heard.size >= mostLines;
    if (this.#isTooMany) return;
    this.#heard.add(said);
    this.#log(said);
  }

  /** The session is over: the last words say why, where not all was logged before. */
  end(lastWords: string): void {
    if (this.#isTooMany) this.#log(lastWords.trim());
  }
}
