/**
 * Deadlines of a capture child, outside FFmpeg: for starting, for opening, for the first frame, and
 * for the age of the newest frame. It only judges; the session kills. Times are monotonic
 * milliseconds.
 */
import type { ChildMessage } from '../child/messages.ts';
import type { Pace } from '../domain/stream.ts';

export interface Deadlines {
  /** For the process itself: on a busy machine it takes long through no fault of its source. */
  readonly startTimeoutMs: number;
  readonly openTimeoutMs: number;
  /** Longer while video comes in that cannot be decoded before the next key frame, or comes in bursts. */
  readonly firstFrameTimeoutMs: number;
  /**
   * Live: since the last frame whose time went on; longer for sources whose frames come seldom or in bursts.
   * Files: since the last sign of life.
   */
  readonly stallTimeoutMs: number;
  /** A child that has grown beyond this is to be replaced. */
  readonly maxChildBytes: number;
  /** ... but not before it has lived so long: the next one would hardly be smaller. */
  readonly minChildLifeMs: number;
}

/** So many pauses as usual, and it stands still; of a source in bursts, so many deadlines. */
const patience = 3;
/** A player that joins between key frames waits for the next one: so many deadlines, if video comes in. */
const patienceForKeyFrame = 6;
/** A tick that comes so late shows that we stood still, not that the child did. */
const maxLateMs = 2_000;

export class CaptureWatch {
  readonly #deadlines: Deadlines;
  readonly #pace: Pace;
  #phase: 'starting' | 'opening' | 'first-frame' | 'running' | 'over' = 'starting';
  #since: number;
  #pictures = 0;
  #videoPackets = 0;
  /** When video last came in. */
  #fedAt = Number.NEGATIVE_INFINITY;
  #waitsForUs = false;
  #residentBytes = 0;
  #firstFrameTimeoutMs: number;
  #stallTimeoutMs: number;
  readonly #startedAt: number;

  constructor(pace: Pace, deadlines: Deadlines, now: number) {
    this.#pace = pace;
    this.#deadlines = deadlines;
    this.#firstFrameTimeoutMs = deadlines.firstFrameTimeoutMs;
    this.#stallTimeoutMs = deadlines.stallTimeoutMs;
    this.#since = now;
    this.#startedAt = now;
  }

  /** The process has not turned to its source yet. */
  get isStarting(): boolean {
    return this.#phase === 'starting';
  }

  /** The child has said its last word: what is still to be recorded is no matter of its. */
  get isOver(): boolean {
    return this.#phase === 'over';
  }

  note(message: ChildMessage, now: number): void {
    if (message.type === 'started') this.#phase = 'opening';
    if (message.type === 'opened') this.#phase = 'first-frame';
    if (message.type === 'opened' && message.arrivesInBursts) {
      this.#firstFrameTimeoutMs *= patience;
      this.#allow(patience);
    }
    if (message.type === 'epoch-needed') {
      this.#phase = 'running';
      this.#waitsForUs = true;
      this.#allow((patience * message.frameIntervalMs) / this.#deadlines.stallTimeoutMs);
    }
    if (message.type === 'ended' || message.type === 'failed') this.#phase = 'over';
    if (this.#isProgress(message)) this.#since = now;
    if (message.type === 'alive') this.#noteAlive(message, now);
  }

  #noteAlive(message: Extract<ChildMessage, { type: 'alive' }>, now: number): void {
    const { pictures, videoPackets, residentBytes } = message;
    if (videoPackets > this.#videoPackets) this.#fedAt = now;
    this.#videoPackets = videoPackets;
    this.#pictures = pictures;
    this.#residentBytes = residentBytes ?? 0;
  }

  /** Pictures of this source may be so many deadlines apart. */
  #allow(deadlines: number): void {
    const { stallTimeoutMs } = this.#deadlines;
    this.#stallTimeoutMs = Math.max(this.#stallTimeoutMs, Math.round(deadlines * stallTimeoutMs));
  }

  /** The child was waiting for an answer of ours and has it now. */
  answered(now: number): void {
    this.#waitsForUs = false;
    this.#since = now;
  }

  /** The tick that was due at `due` comes at `now`; while we stood still nothing was read. */
  noteTick(due: number, now: number): void {
    const lateMs = now - due;
    if (lateMs <= maxLateMs) return;
    this.#since = Math.min(now, this.#since + lateMs);
    this.#fedAt = Math.min(now, this.#fedAt + lateMs);
  }

  /** That it holds more memory than it may, and should go in good order. */
  isOutgrown(now: number): boolean {
    const { maxChildBytes, minChildLifeMs } = this.#deadlines;
    return this.#residentBytes > maxChildBytes && now - this.#startedAt >= minChildLifeMs;
  }

  /** What is wrong, in words for people; undefined while all is well. */
  verdict(now: number): string | undefined {
    if (this.#waitsForUs) return undefined;
    const waited = now - this.#since;
    const { startTimeoutMs, openTimeoutMs } = this.#deadlines;
    const firstFrameTimeoutMs = this.#patienceForFirstFrame(now);
    const stallTimeoutMs = this.#stallTimeoutMs;
    switch (this.#phase) {
      case 'starting':
        return waited > startTimeoutMs ? `not started within ${startTimeoutMs} ms` : undefined;
      case 'opening':
        return waited > openTimeoutMs ? `not opened within ${openTimeoutMs} ms` : undefined;
      case 'first-frame':
        return waited > firstFrameTimeoutMs
          ? `no frame within ${firstFrameTimeoutMs} ms`
          : undefined;
      case 'running':
        return waited > stallTimeoutMs ? `no new frame for ${stallTimeoutMs} ms` : undefined;
      case 'over':
        return undefined;
    }
  }

  #patienceForFirstFrame(now: number): number {
    const { firstFrameTimeoutMs } = this.#deadlines;
    const isFed = now - this.#fedAt <= firstFrameTimeoutMs;
    return isFed ? patienceForKeyFrame * firstFrameTimeoutMs : this.#firstFrameTimeoutMs;
  }

  /** A file may be slow or wait for us, so any message is progress; a live source must show frames. */
  #isProgress(message: ChildMessage): boolean {
    if (message.type === 'alive' && this.#phase === 'opening') return false;
    if (this.#pace !== 'live') return true;
    if (message.type === 'alive') return message.pictures > this.#pictures;
    return !message.type.startsWith('segment-');
  }
}
