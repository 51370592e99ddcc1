/**
 * Where recorded files begin: at the first key frame, and at the first key frame after the wanted
 * length or after a jump in time. Packets before the first key frame, and those between a jump and
 * the next key frame, belong to no segment.
 */

export interface PacketTime {
  readonly mediaMs: number;
  readonly isKey: boolean;
}

/** `skip`: in no segment, and the open one is over. `cut`: begins a new one. `append`: goes into it. */
export type SegmentDecision = 'skip' | 'cut' | 'append';

/** More than that, and more than so many frame intervals, is a jump. */
const maxStepMs = 2_000;
const maxStepIntervals = 20;

export class SegmentCutter {
  readonly #lengthMs: number;
  readonly #maxStepMs: number;
  #start: number | undefined;
  #last = 0;

  constructor(lengthMs: number, frameIntervalMs: number) {
    this.#lengthMs = lengthMs;
    this.#maxStepMs = Math.max(maxStepMs, maxStepIntervals * frameIntervalMs);
  }

  decide(packet: PacketTime): SegmentDecision {
    const jumped = Math.abs(packet.mediaMs - this.#last) > this.#maxStepMs;
    this.#last = packet.mediaMs;
    if (jumped && !packet.isKey) this.#start = undefined;
    if (this.#start === undefined && !packet.isKey) return 'skip';
    const cuts = jumped || (packet.isKey && this.#isDue(packet.mediaMs));
    if (cuts) this.#start = packet.mediaMs;
    return cuts ? 'cut' : 'append';
  }

  /** The open segment is over; the next one begins at the next key frame. */
  reset(): void {
    this.#start = undefined;
  }

  #isDue(mediaMs: number): boolean {
    return this.#start === undefined || mediaMs - this.#start >= this.#lengthMs;
  }
}
