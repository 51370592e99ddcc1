/**
 * Where recorded files begin: at the first key frame, and at the first key frame after the wanted
 * length or after a jump in time. Packets before the first key frame belong to no segment.
 */

export interface PacketTime {
  readonly mediaMs: number;
  readonly isKey: boolean;
}

/** `skip`: in no segment. `cut`: begins a new one. `append`: goes into the open one. */
export type SegmentDecision = 'skip' | 'cut' | 'append';

const maxStepMs = 2_000;

export class SegmentCutter {
  readonly #lengthMs: number;
  #start: number | undefined;
  #last = 0;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  decide(packet: PacketTime): SegmentDecision {
    if (this.#start === undefined && !packet.isKey) return 'skip';
    const cuts = packet.isKey && this.#isDue(packet.mediaMs);
    if (cuts) this.#start = packet.mediaMs;
    this.#last = packet.mediaMs;
    return cuts ? 'cut' : 'append';
  }

  /** The open segment is over; the next one begins at the next key frame. */
  reset(): void {
    this.#start = undefined;
  }

  #isDue(mediaMs: number): boolean {
    if (this.#start === undefined) return true;
    const jumped = Math.abs(mediaMs - this.#last) > maxStepMs;
    return jumped || mediaMs - this.#start >= this.#lengthMs;
  }
}
