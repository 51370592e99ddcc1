/**
 * The times of one session's pictures: the media clock, fed with arrivals by a clock that does not
 * step and with what the source itself says, and what is seen of the source's own clock.
 */
import { ClockDrift } from '../domain/clock-drift.ts';
import { MediaClock, type Placement } from '../domain/media-time.ts';
import type { SteadyClock } from '../domain/steady-clock.ts';
import type { StartMessage } from './messages.ts';
import type { OpenInput } from './open-input.ts';
import { ProgramTimes } from './program-times.ts';

/** The source's clock is compared with ours after so long; deliveries in pieces tell less. */
const steadySpanMs = 12_000;
const burstSpanMs = 120_000;
/**
 * Formats whose packets say nothing of their length: a picture is known to be whole, and handed
 * out, when the next one begins.
 */
const heldBack = /^(rtsp|mpegts)\b/;
/** What the source says of its times is read again so often, and where presentation times jump. */
const readEveryMs = 60_000;
const jumpMs = 1_500;

export class SessionClock {
  readonly #media: MediaClock;
  readonly #wall: SteadyClock;
  readonly #drift: ClockDrift | undefined;
  readonly #told: ProgramTimes | undefined;
  /** So many pictures must have come until one can be shown. */
  readonly #behind: number;
  #lastMediaMs: number | undefined;
  #readAt = performance.now();

  constructor(start: StartMessage, input: OpenInput, wall: SteadyClock) {
    const isLive = start.pace === 'live';
    const isHls = input.context.iformat?.name?.startsWith('hls') === true;
    this.#wall = wall;
    const isHeldBack = heldBack.test(input.context.iformat?.name ?? '');
    this.#behind = Math.max(0, input.video.codecpar.videoDelay) + (isHeldBack ? 1 : 0);
    this.#drift = isLive
      ? new ClockDrift(input.arrivesInBursts ? burstSpanMs : steadySpanMs)
      : undefined;
    this.#told = isLive && isHls ? new ProgramTimes(start.url, () => wall.now()) : undefined;
    const toldAt = (mediaMs: number) => this.#told?.toldAt(mediaMs);
    this.#media = new MediaClock({ ...start, ...input, toldAt });
  }

  get frameIntervalMs(): number {
    return this.#media.frameIntervalMs;
  }

  /** See `ClockDrift`. */
  get driftPpm(): number | undefined {
    return this.#drift?.partsPerMillion;
  }

  /** Learns what the source says of its times. */
  async prepare(): Promise<void> {
    await this.#told?.read();
  }

  /** Before the first picture is placed: the packet of this decoding time was read at `at`. */
  anchor(mediaMs: number, at: number): void {
    this.#media.anchor(mediaMs, at - this.#behindMs);
  }

  /** Places the next picture, which has just been decoded. */
  async place(mediaMs: number): Promise<Placement> {
    this.#drift?.note(mediaMs, performance.now());
    await this.#readAgain(mediaMs);
    const placed = this.#media.place(mediaMs, this.#wall.now() - this.#behindMs);
    if (placed.breaks) this.#drift?.forget();
    return placed;
  }

  get #behindMs(): number {
    return this.#behind * this.frameIntervalMs;
  }

  async #readAgain(mediaMs: number): Promise<void> {
    const step = mediaMs - (this.#lastMediaMs ?? mediaMs);
    this.#lastMediaMs = mediaMs;
    if (!this.#told?.isKnown) return;
    const jumps = Math.abs(step) > Math.max(jumpMs, 4 * this.frameIntervalMs);
    const isDue = performance.now() - this.#readAt > readEveryMs;
    if (!jumps && !isDue) return;
    this.#readAt = performance.now();
    const read = this.#told.read();
    if (jumps) await read;
  }
}
