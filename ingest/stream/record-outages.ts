/**
 * Why the time of one stream is missing, and the record of it. A session may yet have pictures of the
 * time since it began, and only its end tells why the time after them is missing.
 */
import type { Clock, Instant } from '../../kernel/time.ts';
import type { GapReason } from '../domain/gap.ts';
import type { Pace } from '../domain/stream.ts';
import { isOwnReason, lossOf, type SessionEnd } from './conclude-session.ts';
import type { Playback } from './file-position.ts';
import type { StreamRecorder } from './stream-recorder.ts';

/** What is asked of a capture session. */
interface Session {
  readonly since: Instant;
  readonly playback: Playback | undefined;
}

/** How often outages are looked at. */
const tickMs = 500;

export class Outages {
  /** Why the time since the record's end is missing. */
  reason: GapReason = 'not-connected';
  readonly #clock: Clock;
  readonly #pace: Pace;

  constructor(clock: Clock, pace: Pace) {
    this.#clock = clock;
    this.#pace = pace;
  }

  /** While a camera is away, windows that are over become gaps, so that nobody waits for them. */
  async record(
    recorder: StreamRecorder,
    current: () => Session | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(tickMs, signal).catch(() => {});
      const session = current();
      if (session?.playback || signal.aborted) continue;
      const until = session?.since ?? this.#clock.now();
      await recorder.recordOutage(until, this.reason).catch(() => {});
    }
  }

  /** The source is watched no longer: a camera that showed nothing at the end was away until now. */
  async recordTail(recorder: StreamRecorder, last: Session | undefined): Promise<void> {
    if (last?.playback) return;
    await recorder.fillGap(this.#clock.now(), this.reason).catch(() => {});
  }

  /** A session has ended. A reason of our own that is over by that keeps the time before it. */
  async noteEnd(end: SessionEnd, since: Instant, recorder: StreamRecorder): Promise<void> {
    const before = this.reason;
    const after = lossOf(end, before);
    if (end.hadPicture || !isOwnReason(before)) this.reason = after;
    else await this.turnTo(after, since, recorder);
  }

  /**
   * From `since` on, or from the last picture if that is later, time is missing for another reason.
   * A camera's time before it keeps the one it had; the time of a file is not that of the clock.
   */
  async turnTo(reason: GapReason, since: Instant, recorder: StreamRecorder): Promise<void> {
    const before = this.reason;
    this.reason = reason;
    if (reason !== before && this.#pace === 'live') await recorder.fillGap(since, before);
  }
}
