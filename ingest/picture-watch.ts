/**
 * Watches the picture of one stream: folds looks at its frames and the counts of its windows, and
 * says for each chunk what was wrong and when nothing could be seen.
 */
import type { Instant, TimeRange } from '../kernel/time.ts';
import { durationOf } from '../kernel/time.ts';
import type { DecodeStatistics } from './domain/chunk.ts';
import {
  type BlindStretch,
  foldLook,
  newPictureHealth,
  type PictureFault,
  type PictureLook,
  passEpoch,
  takeBlind,
  watchedFaultsOf,
} from './domain/picture-health.ts';
import type { DecodeMode, FaultSince } from './domain/stream.ts';

export interface WindowPicture {
  /** Those that counted at some moment of the window. */
  readonly faults: readonly PictureFault[];
  readonly blind: readonly BlindStretch[];
}

type CountedFault = 'low-rate' | 'high-loss';

/** From a share to enter on, to one to leave on. */
const loss = { enter: 0.05, leave: 0.025 };
const rate = { enter: 0.5, leave: 0.7 };
/** More bad pictures than good ones prove nothing. */
const blindLoss = 0.5;
/** Too short to count a rate in. */
const shortMs = 3_000;

export class PictureWatch {
  readonly #decode: DecodeMode;
  #health = newPictureHealth;
  #counted: Readonly<Partial<Record<CountedFault, Instant>>> = {};
  /** Counted at some moment of the open window. */
  #seen = new Set<PictureFault>();
  #windowStart: Instant = 0;
  #frameIntervalMs = 0;

  constructor(decode: DecodeMode) {
    this.#decode = decode;
  }

  /** What counts now, the oldest first. */
  get faults(): FaultSince[] {
    const counted = Object.entries(this.#counted).map(([fault, since]) => ({
      fault: fault as CountedFault,
      since,
    }));
    return [...watchedFaultsOf(this.#health), ...counted].sort((a, b) => a.since - b.since);
  }

  beginEpoch(firstFrameAt: Instant, frameIntervalMs: number): void {
    this.#health = passEpoch(this.#health);
    this.#windowStart = firstFrameAt;
    this.#frameIntervalMs = frameIntervalMs;
  }

  take(at: Instant, look: PictureLook): void {
    this.#health = foldLook(this.#health, at, look);
    for (const { fault } of watchedFaultsOf(this.#health)) this.#seen.add(fault);
  }

  endWindow(end: Instant, statistics: DecodeStatistics): WindowPicture {
    const window = { start: this.#windowStart, end };
    this.#windowStart = end;
    const lost = lossShareOf(statistics, this.#decode);
    this.#note('high-loss', window, lost > loss.enter, lost < loss.leave);
    const slow = this.#rateShare(window, statistics);
    if (slow !== undefined) this.#note('low-rate', window, slow < rate.enter, slow > rate.leave);
    const taken = takeBlind(this.#health, end);
    this.#health = taken.health;
    const faults = [...this.#seen];
    this.#seen = new Set(watchedFaultsOf(taken.health).map(({ fault }) => fault));
    return { faults, blind: withLoss(taken.blind, window, lost, statistics.decodeErrors > 0) };
  }

  #note(fault: CountedFault, window: TimeRange, enters: boolean, leaves: boolean): void {
    const since = this.#counted[fault];
    if (since === undefined && enters) {
      this.#counted = { ...this.#counted, [fault]: window.start };
    } else if (since !== undefined && leaves) {
      const { [fault]: _, ...rest } = this.#counted;
      this.#counted = rest;
    }
    if (this.#counted[fault] !== undefined) this.#seen.add(fault);
  }

  /** Pictures that came, of those announced; undefined where that says nothing. */
  #rateShare(window: TimeRange, { framesDecoded }: DecodeStatistics): number | undefined {
    if (this.#decode !== 'all' || this.#frameIntervalMs <= 0) return undefined;
    if (durationOf(window) < shortMs) return undefined;
    return framesDecoded / (durationOf(window) / this.#frameIntervalMs);
  }
}

/**
 * Share of the pictures that are damaged or missing, 0..1. Where only key frames are decoded, the
 * packets that are passed over do not count.
 */
export function lossShareOf(statistics: DecodeStatistics, decode: DecodeMode): number {
  const { packets, framesDecoded, decodeErrors } = statistics;
  const whole =
    decode === 'key-frames' ? framesDecoded + decodeErrors : Math.max(packets, framesDecoded);
  return whole === 0 ? 0 : Math.min(1, decodeErrors / whole);
}

/** A pause with errors is one in which pictures came and did not decode. */
function withLoss(
  blind: readonly BlindStretch[],
  window: TimeRange,
  lost: number,
  hasErrors: boolean,
): BlindStretch[] {
  const named = blind.map((stretch) =>
    hasErrors && stretch.reason === 'no-frames'
      ? { ...stretch, reason: 'decode-errors' as const }
      : stretch,
  );
  const isBlind = lost > blindLoss && window.end > window.start;
  return isBlind ? [...named, { ...window, reason: 'decode-errors' }] : named;
}
