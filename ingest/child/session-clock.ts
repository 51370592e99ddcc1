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
 * Formats whose packets say nothing of their length: that a picture is whole is known when the next
 * one begins, to the parser, and to the demuxer of MPEG-TS before it. So many come late.
 */
const heldBack: Readonly<Record<string, number>> = { rtsp: 1, mpegts: 2 };
/** What the source says of its times is read again so often, and where presentation times jump. */
const readEveryMs = 60_000;
const jumpMs = 1_500;
/** No decoder holds more pictures back. */
const maxInDecoder = 100;

export class SessionClock {
  readonly #media: MediaClock;
  readonly #wall: SteadyClock;
  readonly #drift: ClockDrift | undefined;
  readonly #told: ProgramTimes | undefined;
  /** A packet is read when so many more have come. */
  readonly #heldBack: number;
  /** When the packets of pictures that are being decoded came, by presentation time. */
  readonly #arrivals = new Map<number, number>();
  /** When the first packet came, while those that came before we could read are handed over. */
  #backlog: { readonly mediaMs: number; readonly at: number } | undefined;
  #lastMediaMs: number | undefined;
  #readAt = performance.now();

  constructor(start: StartMessage, input: OpenInput, wall: SteadyClock) {
    const isLive = start.pace === 'live';
    const isHls = input.context.iformat?.name?.startsWith('hls') === true;
    this.#wall = wall;
    this.#heldBack = heldBack[input.context.iformat?.name ?? ''] ?? 0;
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

  /** Before the clock is anchored: packets of pictures have come so far apart. */
  expectInterval(intervalMs: number): void {
    this.#media.expectInterval(intervalMs);
  }

  /**
   * Before the first picture is placed: what was read at `at` is of this presentation time. Until
   * `endBacklog` pictures came as evenly as they were taken: when they are handed over says nothing.
   */
  anchor(mediaMs: number, at: number): void {
    this.#backlog = { mediaMs, at };
    this.#media.anchor(mediaMs, at - this.#heldMs);
  }

  endBacklog(): void {
    this.#backlog = undefined;
  }

  /** The packet of this presentation time was read just now; its picture may come out much later. */
  note(mediaMs: number): void {
    if (this.#arrivals.size >= maxInDecoder) this.#arrivals.clear();
    this.#arrivals.set(mediaMs, this.#arrivalOf(mediaMs));
  }

  /** Places the next picture, which has just been decoded. */
  async place(mediaMs: number): Promise<Placement> {
    this.#drift?.note(mediaMs, performance.now());
    await this.#readAgain(mediaMs);
    const arrivedAt = this.#arrivals.get(mediaMs) ?? this.#arrivalOf(mediaMs);
    this.#arrivals.delete(mediaMs);
    const placed = this.#media.place(mediaMs, arrivedAt - this.#heldMs);
    if (placed.breaks) this.#drift?.forget();
    return placed;
  }

  /** Nothing came later than now. */
  #arrivalOf(mediaMs: number): number {
    const now = this.#wall.now();
    return this.#backlog ? Math.min(now, this.#backlog.at + mediaMs - this.#backlog.mediaMs) : now;
  }

  get #heldMs(): number {
    return this.#heldBack * this.frameIntervalMs;
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
