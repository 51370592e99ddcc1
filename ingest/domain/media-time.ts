/**
 * Media time to wall clock. A stream's clock is anchored once and follows presentation times from
 * there; this file says when that mapping breaks, and then a new epoch must begin. It knows no
 * FFmpeg and no timers.
 */
import type { Instant } from '../../kernel/time.ts';
import type { GapReason } from './gap.ts';
import type { Pace } from './stream.ts';

/** Media and arrival clock may differ by this much; beyond it the presentation times are wrong. */
const maxDisagreementMs = 2_000;
/**
 * A late picture may have waited in a buffer, ours or the source's, so one says little: what counts
 * is the least delay over so long.
 */
const burstMs = 10_000;
/** Nothing waits as long as this. */
const maxBurstMs = 20_000;
/** A presentation time may step back by this much without being a jump: such frames are late, not new. */
const maxStepBackMs = 1_000;
/** How fast a live clock is pulled towards the arrival clock: 5 ms per second of media. */
const slewRate = 0.005;

export interface MediaClockOptions {
  readonly pace: Pace;
  /** Files: the instant of the first picture. */
  readonly startAt?: Instant;
  /** Files: presentation time of the first picture, in milliseconds. */
  readonly firstMediaMs?: number;
  /** Without `startAt`: no frame is placed before this instant, even if the wall clock was set back. */
  readonly notBefore?: Instant;
  /** Files: a presentation time beyond it is wrong. */
  readonly durationMs?: number;
  /** True for HLS, which delivers a media segment at a time. */
  readonly arrivesInBursts?: boolean;
  /** From the container, in milliseconds; refined by what is seen. */
  readonly frameIntervalMs: number;
}

export interface Placement {
  readonly at: Instant;
  /** False for a frame that is not later than the one before it; do not sample it. */
  readonly advances: boolean;
  /** Set when this frame must begin a new epoch, with the reason of the hole before it. */
  readonly breaks?: GapReason;
}

export class MediaClock {
  readonly #options: MediaClockOptions;
  readonly #delay = new LeastDelay();
  #anchor: { mediaMs: number; at: number } | undefined;
  #last: Instant | undefined;
  #intervalMs: number;

  constructor(options: MediaClockOptions) {
    this.#options = options;
    this.#intervalMs = options.frameIntervalMs;
    if (options.startAt !== undefined && options.firstMediaMs !== undefined) {
      this.#anchor = { mediaMs: options.firstMediaMs, at: options.startAt };
    }
  }

  /** Usual time between decoded frames, milliseconds. */
  get frameIntervalMs(): number {
    return this.#intervalMs;
  }

  /** Before the first frame is placed: the media time `mediaMs` was at `at`. */
  anchor(mediaMs: number, at: Instant): void {
    this.#anchor ??= { mediaMs, at: this.#firstInstant(at) };
  }

  /** Places the next decoded frame. `arrivedAt` is the wall clock when it was decoded. */
  place(mediaMs: number, arrivedAt: Instant): Placement {
    this.#anchor ??= { mediaMs, at: this.#firstInstant(arrivedAt) };
    const at = Math.round(this.#anchor.at + mediaMs - this.#anchor.mediaMs);
    if (this.#last === undefined) return this.#accept(at);
    const step = at - this.#last;
    if (step <= 0 && step > -maxStepBackMs) return { at: this.#last, advances: false };
    if (step <= 0) return this.#reanchor(mediaMs, arrivedAt);
    if (this.#isBeyondFile(mediaMs)) return this.#reanchor(mediaMs, arrivedAt);
    if (this.#options.pace !== 'live') return this.#accept(at, this.#holeReason(step));
    this.#delay.note(arrivedAt, arrivedAt - at);
    if (this.#disagrees(arrivedAt - at)) return this.#reanchor(mediaMs, arrivedAt);
    this.#slew(step, this.#delay.least);
    return this.#accept(at, this.#holeReason(step));
  }

  #firstInstant(arrivedAt: Instant): Instant {
    const { startAt, notBefore } = this.#options;
    return startAt ?? Math.max(arrivedAt, notBefore ?? arrivedAt);
  }

  #accept(at: Instant, breaks?: GapReason): Placement {
    if (this.#last !== undefined && !breaks) {
      this.#intervalMs += (at - this.#last - this.#intervalMs) / 8;
    }
    this.#last = at;
    return { at, advances: true, breaks };
  }

  /** The clocks disagree: live time starts again at the arrival, a file's time goes on without a hole. */
  #reanchor(mediaMs: number, arrivedAt: Instant): Placement {
    const next = this.#last! + Math.max(1, Math.round(this.#intervalMs));
    const at = this.#options.pace === 'live' ? Math.max(arrivedAt, next) : next;
    this.#anchor = { mediaMs, at };
    this.#last = at;
    this.#delay.forget();
    return { at, advances: true, breaks: 'clock-jump' };
  }

  /** A frame from the future, one that is later than any buffer, or lateness that does not pass. */
  #disagrees(delay: number): boolean {
    const maxEarlyMs = this.#options.arrivesInBursts ? maxBurstMs : maxDisagreementMs;
    if (delay < -maxEarlyMs || delay > maxBurstMs) return true;
    return this.#delay.isSettled && this.#delay.least > maxDisagreementMs;
  }

  #isBeyondFile(mediaMs: number): boolean {
    const { firstMediaMs, durationMs } = this.#options;
    if (firstMediaMs === undefined || durationMs === undefined) return false;
    return mediaMs > firstMediaMs + durationMs + maxDisagreementMs;
  }

  #holeReason(step: number): GapReason | undefined {
    if (step <= Math.max(maxDisagreementMs, 4 * this.#intervalMs)) return undefined;
    return this.#options.pace === 'live' ? 'stalled' : 'no-frames';
  }

  #slew(step: number, lag: number): void {
    const most = slewRate * step;
    this.#anchor!.at += Math.min(most, Math.max(-most, lag));
  }
}

/** The least delay of the last one to two bursts. */
class LeastDelay {
  #since: Instant | undefined;
  #current = Number.POSITIVE_INFINITY;
  #before = Number.POSITIVE_INFINITY;

  /** A whole burst was seen. */
  get isSettled(): boolean {
    return this.#before !== Number.POSITIVE_INFINITY;
  }

  get least(): number {
    return Math.min(this.#current, this.#before);
  }

  note(arrivedAt: Instant, delay: number): void {
    this.#since ??= arrivedAt;
    if (arrivedAt - this.#since >= burstMs) {
      this.#before = this.#current;
      this.#current = Number.POSITIVE_INFINITY;
      this.#since = arrivedAt;
    }
    this.#current = Math.min(this.#current, delay);
  }

  forget(): void {
    this.#since = undefined;
    this.#current = Number.POSITIVE_INFINITY;
    this.#before = Number.POSITIVE_INFINITY;
  }
}
