/**
 * Media time to wall clock. A stream's clock is anchored once and follows presentation times from
 * there; this file says when that mapping breaks, and then a new epoch must begin. It knows no
 * FFmpeg and no timers.
 */
import type { Instant } from '../../kernel/time.ts';
import type { GapReason } from './gap.ts';
import { LeastDelay } from './least-delay.ts';
import type { Pace } from './stream.ts';

/** Media and arrival clock may differ by this much; beyond it the presentation times are wrong. */
const maxDisagreementMs = 2_000;
/** No picture waits in a buffer as long as this. */
const maxBurstMs = 20_000;
/** A presentation time may step back by this much without being a jump: such frames are late, not new. */
const maxStepBackMs = 1_000;
/** A file with a longer hole is one whose times step back: FFmpeg takes that for a wrap of 26.5 hours. */
const maxFileHoleMs = 12 * 3_600_000;
/** A source that is found again may show pictures of so long ago once more. */
const maxRepeatedMs = 120_000;
/** How fast a live clock is pulled towards the arrival clock: 5 ms per second of media. */
const slewRate = 0.005;
/**
 * Nothing is here before it was taken: pictures that are early by more than a frame show that a new
 * anchor was late. For so much media it is put right by up to 100 ms per second, so what is short of
 * its length is so by a tenth, and by 2 s in all.
 */
const youngMs = 20_000;
const youngSlewRate = 0.1;

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
  /** Live: when the picture was taken, by what the source itself says; undefined where it does not. */
  readonly toldAt?: (mediaMs: number) => number | undefined;
}

export interface Placement {
  readonly at: Instant;
  /** False for a frame that is not later than the one before it; do not sample it. */
  readonly advances: boolean;
  /** True for a frame of time that was recorded before it came. */
  readonly isRecorded?: boolean;
  /** Set when this frame must begin a new epoch, with the reason of the hole before it. */
  readonly breaks?: GapReason;
}

export class MediaClock {
  readonly #options: MediaClockOptions;
  readonly #delay = new LeastDelay();
  #anchor: { mediaMs: number; at: number } | undefined;
  #last: Instant | undefined;
  /** When the first of the newest pictures came that do not advance. */
  #standsSince: number | undefined;
  #lastStep = 0;
  #intervalMs: number;
  /** How late the pictures come by what the source says of its times. */
  #knownLagMs = 0;

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

  /**
   * Before the first frame is placed: frames have come so far apart. A source that is slower than
   * what is known of it would seem to stand still between them.
   */
  expectInterval(intervalMs: number): void {
    this.#intervalMs = Math.max(this.#intervalMs, intervalMs);
  }

  /**
   * Before the first frame is placed: the media time `mediaMs` was at `at`. That may be before
   * `notBefore`, for many cameras begin with pictures that they had kept; such frames do not advance.
   */
  anchor(mediaMs: number, at: number): void {
    if (this.#isRepeated(mediaMs)) return;
    const taken = this.#told(mediaMs) ?? at;
    const isExact = !this.#options.arrivesInBursts;
    this.#anchor ??= { mediaMs, at: isExact ? taken : this.#firstInstant(taken) };
  }

  /**
   * Places the next decoded frame. `arrivedAt` is when it was decoded, by a clock without steps. Of a
   * camera whose pictures come and do not advance, time starts again at the arrival.
   */
  place(mediaMs: number, arrivedAt: number): Placement {
    const placed = this.#placeNext(mediaMs, arrivedAt);
    if (placed.advances) this.#standsSince = undefined;
    else this.#standsSince ??= arrivedAt;
    return this.#standsTooLong(arrivedAt) ? this.#startAgain(mediaMs, arrivedAt) : placed;
  }

  #placeNext(mediaMs: number, arrivedAt: number): Placement {
    if (this.#isRepeated(mediaMs)) return recorded(this.#options.notBefore!);
    const told = this.#told(mediaMs);
    this.#anchor ??= { mediaMs, at: this.#firstInstant(told ?? arrivedAt) };
    const at = Math.round(this.#anchor.at + mediaMs - this.#anchor.mediaMs);
    if (told !== undefined) this.#knownLagMs = arrivedAt - at;
    const arrived = arrivedAt - this.#knownLagMs;
    if (this.#last === undefined) {
      return this.#isRecorded(at) ? recorded(at) : this.#accept(at);
    }
    const step = at - this.#last;
    if (step <= 0 && step > -maxStepBackMs) return { at: this.#last, advances: false };
    if (step <= 0) return this.#reanchor(mediaMs, told ?? arrived);
    if (this.#options.pace !== 'live') {
      if (this.#isWrongInFile(step, mediaMs)) return this.#reanchor(mediaMs, arrived);
      return this.#accept(at, this.#holeReason(step));
    }
    this.#delay.note(arrived, arrived - at);
    if (told === undefined && this.#disagrees(arrived - at))
      return this.#reanchor(mediaMs, arrived);
    if (told !== undefined && Math.abs(told - at) > maxDisagreementMs) {
      return this.#reanchor(mediaMs, told);
    }
    const lag = told === undefined ? this.#delay.least : told - at;
    const slewed = this.#slew(step * this.#slewRate(mediaMs, lag), lag);
    return this.#accept(Math.round(at + slewed), this.#holeReason(step));
  }

  /** A source that is found again goes through what it repeats, and no longer than that takes. */
  #standsTooLong(now: number): boolean {
    if (this.#options.pace !== 'live' || this.#standsSince === undefined) return false;
    const longest = this.#last === undefined ? maxRepeatedMs + maxBurstMs : maxBurstMs;
    return now - this.#standsSince > longest;
  }

  #startAgain(mediaMs: number, arrivedAt: number): Placement {
    this.#standsSince = undefined;
    if (this.#last !== undefined) return this.#reanchor(mediaMs, arrivedAt - this.#knownLagMs);
    const at = Math.round(this.#firstInstant(arrivedAt));
    this.#anchor = { mediaMs, at };
    return this.#accept(at);
  }

  /** By what the source says the picture was recorded before. */
  #isRepeated(mediaMs: number): boolean {
    const { toldAt, notBefore } = this.#options;
    const told = this.#last === undefined ? toldAt?.(mediaMs) : undefined;
    if (told === undefined || notBefore === undefined) return false;
    return told < notBefore && told > notBefore - maxRepeatedMs;
  }

  /** A live picture of a time that was recorded before it came, by more than rounding. */
  #isRecorded(at: Instant): boolean {
    const { pace, notBefore } = this.#options;
    return pace === 'live' && notBefore !== undefined && at < notBefore - this.#intervalMs / 2;
  }

  /** What the source says is of no use where it would place a picture in recorded time. */
  #told(mediaMs: number): number | undefined {
    const told = this.#options.toldAt?.(mediaMs);
    const floor = this.#last ?? this.#options.notBefore;
    const isLate = told !== undefined && floor !== undefined && told < floor - maxDisagreementMs;
    return isLate ? undefined : told;
  }

  #firstInstant(arrivedAt: number): number {
    const { startAt, notBefore } = this.#options;
    return startAt ?? Math.max(arrivedAt, notBefore ?? arrivedAt);
  }

  #accept(at: Instant, breaks?: GapReason): Placement {
    if (this.#last !== undefined) {
      this.#lastStep = at - this.#last;
      if (!breaks) this.#intervalMs += (this.#lastStep - this.#intervalMs) / 8;
    }
    this.#last = at;
    return { at, advances: true, breaks };
  }

  /** The clocks disagree: live time starts again at the arrival, a file's time goes on without a hole. */
  #reanchor(mediaMs: number, arrivedAt: number): Placement {
    const next = this.#last! + Math.max(1, Math.round(this.#intervalMs));
    const at = this.#options.pace === 'live' ? Math.max(Math.round(arrivedAt), next) : next;
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

  #isWrongInFile(step: number, mediaMs: number): boolean {
    if (step <= maxDisagreementMs) return false;
    if (step > maxFileHoleMs) return true;
    const { firstMediaMs, durationMs } = this.#options;
    if (firstMediaMs === undefined || durationMs === undefined) return false;
    return mediaMs > firstMediaMs + durationMs + maxDisagreementMs;
  }

  /** Two long steps alike are a slow source, not two holes. */
  #holeReason(step: number): GapReason | undefined {
    if (step <= Math.max(maxDisagreementMs, 4 * this.#intervalMs)) return undefined;
    if (step <= 1.5 * this.#lastStep) return undefined;
    return this.#options.pace === 'live' ? 'stalled' : 'no-frames';
  }

  #slewRate(mediaMs: number, lag: number): number {
    const isYoung = mediaMs - this.#anchor!.mediaMs < youngMs;
    const isLate = lag < -this.#intervalMs && !this.#options.arrivesInBursts;
    return isYoung && isLate ? youngSlewRate : slewRate;
  }

  #slew(most: number, lag: number): number {
    const slewed = Math.min(most, Math.max(-most, lag));
    this.#anchor!.at += slewed;
    this.#delay.shift(-slewed);
    return slewed;
  }
}

const recorded = (at: Instant): Placement => ({ at, advances: false, isRecorded: true });
