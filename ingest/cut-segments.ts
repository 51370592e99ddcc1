/**
 * Where recorded files begin: at the first key frame, and at the first key frame after the wanted
 * length or after a jump in time. Packets before the first key frame, and those between a jump and
 * the next key frame, belong to no segment, nor do those that would make one too long.
 */
import { longestSegmentMs } from './domain/segment.ts';

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
  #lastStep = 0;
  #lastKey: number | undefined;
  #keyFrameIntervalMs = 0;
  #hasJumped = false;

  constructor(lengthMs: number, frameIntervalMs: number) {
    this.#lengthMs = lengthMs;
    this.#maxStepMs = Math.max(maxStepMs, maxStepIntervals * frameIntervalMs);
  }

  /** Time between the last two key frames, or since the last one where that is longer. */
  get keyFrameIntervalMs(): number | undefined {
    if (this.#lastKey === undefined) return undefined;
    return Math.round(Math.max(this.#keyFrameIntervalMs, this.#last - this.#lastKey));
  }

  /** Whether the newest packet lies after a jump in time, and the one before it did not. */
  get hasJumped(): boolean {
    return this.#hasJumped;
  }

  decide(packet: PacketTime): SegmentDecision {
    const step = packet.mediaMs - this.#last;
    // Two long steps alike are a slow source, not two jumps.
    const isSlow = step > 0 && step <= 1.5 * this.#lastStep;
    const jumped = Math.abs(step) > this.#maxStepMs && !isSlow;
    this.#hasJumped = jumped;
    this.#lastStep = step;
    this.#last = packet.mediaMs;
    if (jumped) this.#lastKey = undefined;
    if (packet.isKey) this.#noteKey(packet.mediaMs);
    if (!packet.isKey && (jumped || this.#hasLasted(longestSegmentMs))) this.#start = undefined;
    if (this.#start === undefined && !packet.isKey) return 'skip';
    const isDue = this.#start === undefined || this.#hasLasted(this.#lengthMs);
    const cuts = jumped || (packet.isKey && isDue);
    if (cuts) this.#start = packet.mediaMs;
    return cuts ? 'cut' : 'append';
  }

  /** The open segment is over; the next one begins at the next key frame. */
  reset(): void {
    this.#start = undefined;
  }

  #noteKey(mediaMs: number): void {
    this.#keyFrameIntervalMs = this.#lastKey === undefined ? 0 : mediaMs - this.#lastKey;
    this.#lastKey = mediaMs;
  }

  /** The open segment, up to the newest packet. */
  #hasLasted(ms: number): boolean {
    return this.#start !== undefined && this.#last - this.#start >= ms;
  }
}
