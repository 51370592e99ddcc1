/**
 * Collects the bytes of one Postgres session and gives them out in batches that end where the
 * server answers: after the start-up packet, a simple query, a sync or a flush. It frames messages
 * and knows nothing of what they say.
 */

const answered = new Set(['Q', 'S', 'H', 'c', 'f', 'p'].map((type) => type.charCodeAt(0)));

export class WireBuffer {
  #bytes: Buffer = Buffer.alloc(0);
  /** Where the next message begins that has not been looked at. */
  #offset = 0;
  #started = false;

  append(bytes: Uint8Array): void {
    this.#bytes =
      this.#bytes.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#bytes, bytes]);
  }

  /** The next batch of whole messages; undefined when more bytes are needed. */
  take(): Uint8Array | undefined {
    for (let end = this.#messageEnd(); end !== undefined; end = this.#messageEnd()) {
      const last = this.#started ? this.#bytes[this.#offset]! : undefined;
      this.#offset = end;
      this.#started = true;
      if (last === undefined || answered.has(last)) return this.#cut();
    }
    return undefined;
  }

  /** The start-up packet has no type byte before its length. */
  #messageEnd(): number | undefined {
    const lengthAt = this.#offset + (this.#started ? 1 : 0);
    if (this.#bytes.length < lengthAt + 4) return undefined;
    const end = lengthAt + this.#bytes.readInt32BE(lengthAt);
    return end <= this.#bytes.length ? end : undefined;
  }

  #cut(): Uint8Array {
    const batch = new Uint8Array(this.#bytes.subarray(0, this.#offset));
    this.#bytes = this.#bytes.subarray(this.#offset);
    this.#offset = 0;
    return batch;
  }
}
