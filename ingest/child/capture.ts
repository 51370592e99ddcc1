/**
 * One session with one source, inside the child: packets are copied into segments and decoded;
 * decoded frames are placed in time and handed on. Everything it learns goes to the parent through
 * the channel, which also hands out epochs.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, Packet } from 'node-av/lib';
import { type Clock, type Instant, systemClock } from '../../kernel/time.ts';
import { SteadyClock } from '../domain/steady-clock.ts';
import { EpochReporter } from './epoch-reporter.ts';
import { FrameWriter } from './frame-writer.ts';
import type { WayOut } from './gate/open-gate.ts';
import type { ChildMessage, StartMessage } from './messages.ts';
import { codecOf, type OpenInput, openInput, seekInput } from './open-input.ts';
import { Pacer } from './pacer.ts';
import type { PacketLosses } from './packet-losses.ts';
import type { ParentChannel } from './parent-channel.ts';
import { readBuffered } from './read-buffered.ts';
import { SegmentWriter } from './segment-writer.ts';
import { SessionClock } from './session-clock.ts';
import { VideoDecoder } from './video-decoder.ts';
import { VideoTrack } from './video-track.ts';

/** The event loop gets its turn at least this often while much is there to be decoded. */
const longestTurnMs = 50;
const againAfterMs = 10;
const aliveEveryMs = 1_000;

/**
 * Runs until the source ends or the parent says stop, and returns what to tell the parent last.
 * Throws InputError for an unusable source.
 */
export async function capture(
  start: StartMessage,
  way: WayOut,
  channel: ParentChannel,
  clock: Pick<Clock, 'now' | 'monotonic'> = systemClock,
): Promise<ChildMessage> {
  const input = await openInput(start, way);
  const wall = new SteadyClock(clock, start);
  const session = new Session({ start, input, channel, wall, losses: way.losses });
  try {
    session.announce();
    return await session.run();
  } finally {
    session.close();
  }
}

/** A live picture may be early by so much without being held, so that it is seen that it is. */
const graceMs = 1_000;

interface SessionDeps {
  readonly start: StartMessage;
  readonly input: OpenInput;
  readonly channel: ParentChannel;
  readonly wall: SteadyClock;
  readonly losses: PacketLosses | undefined;
}

class Session {
  readonly #losses: PacketLosses | undefined;
  readonly #start: StartMessage;
  readonly #input: OpenInput;
  readonly #channel: ParentChannel;
  readonly #segments: SegmentWriter;
  readonly #decoder: VideoDecoder;
  readonly #wall: SteadyClock;
  readonly #clock: SessionClock;
  readonly #frames: FrameWriter;
  readonly #epochs: EpochReporter;
  readonly #video: VideoTrack;
  readonly #alive: NodeJS.Timeout;
  /** Frames before it are known already. */
  readonly #skipUntil: Instant | undefined;
  readonly #videoIndex: number;
  readonly #soundIndex: number | undefined;
  /** How many have been read. */
  #videoPackets = 0;
  #turnBegan = performance.now();

  constructor({ start, input, channel, wall, losses }: SessionDeps) {
    this.#losses = losses;
    this.#start = start;
    this.#input = input;
    this.#videoIndex = input.video.index;
    this.#soundIndex = input.audio?.index;
    this.#channel = channel;
    this.#segments = new SegmentWriter(input, start, channel);
    this.#decoder = new VideoDecoder(input.video, start.options);
    this.#wall = wall;
    this.#clock = new SessionClock(start, input, wall);
    this.#frames = new FrameWriter({ ...start.options, ...input, root: start.framesRoot });
    const [frames, decoder] = [this.#frames, this.#decoder];
    this.#epochs = new EpochReporter({ start, channel, frames, decoder });
    this.#alive = setInterval(() => this.#reportAlive(), aliveEveryMs);
    this.#skipUntil = skippedUntil(start);
    const pacing = { pace: start.pace, now: () => wall.now(), signal: channel.stopping };
    this.#video = new VideoTrack({
      ...{ start, input, channel, decoder },
      segments: this.#segments,
      clock: this.#clock,
      pacer: new Pacer({ ...pacing, graceMs: input.arrivesInBursts ? 0 : graceMs }),
      epochs: this.#epochs,
      skipUntil: this.#skipUntil,
    });
  }

  announce(): void {
    const { video, durationMs, arrivesInBursts } = this.#input;
    const { width, height } = video.codecpar;
    const { hardware } = this.#decoder;
    const codec = codecOf(video);
    const media = { hardware, codec, width, height, durationMs, arrivesInBursts };
    this.#channel.send({ type: 'opened', ...media });
  }

  async run(): Promise<ChildMessage> {
    if (this.#isComplete()) return { type: 'ended' };
    await this.#seek();
    const code = (await this.#takeBuffered()) || (await this.#readAll());
    if (!this.#channel.stopping.aborted) await this.#video.drain();
    this.#segments.end();
    this.#epochs.end();
    return this.#lastWord(code);
  }

  close(): void {
    clearInterval(this.#alive);
    this.#segments.close();
    this.#frames.close();
    this.#decoder.close();
    this.#input.context.closeInputSync();
  }

  /** True when all of a file was recorded before; a rest too short for a sample does not count. */
  #isComplete(): boolean {
    const { startAt, options } = this.#start;
    const { durationMs } = this.#input;
    const until = this.#skipUntil;
    if (startAt === undefined || until === undefined || durationMs === undefined) return false;
    return until > startAt && until >= startAt + durationMs - 500 / options.framesPerSecond;
  }

  async #seek(): Promise<void> {
    const { startAt, readFrom = this.#skipUntil } = this.#start;
    if (startAt === undefined || readFrom === undefined || readFrom <= startAt) return;
    await seekInput(this.#input, (this.#input.firstMediaMs ?? 0) + readFrom - startAt);
  }

  /** A live source's first packets, which say when the stream's clock began; FFmpeg's code below 0. */
  async #takeBuffered(): Promise<number> {
    if (this.#start.pace !== 'live') return 0;
    const { stopping } = this.#channel;
    const read = (packet: Packet) => this.#read(packet);
    const [buffered] = await Promise.all([
      readBuffered(this.#input, { read, stopping, now: () => this.#wall.now() }),
      this.#clock.prepare(),
    ]);
    const { packets, first, frameIntervalMs, code } = buffered;
    if (frameIntervalMs !== undefined) this.#clock.expectInterval(frameIntervalMs);
    if (first) this.#clock.anchor(first.mediaMs, first.at);
    for (const packet of packets) {
      if (!stopping.aborted) await this.#take(packet);
      packet.free();
      await this.#giveTurn();
    }
    this.#clock.endBacklog();
    return code;
  }

  /** Reads until told to stop or FFmpeg reports an end; returns its code, 0 when stopped. */
  async #readAll(): Promise<number> {
    const packet = new Packet();
    packet.alloc();
    try {
      while (!this.#channel.stopping.aborted) {
        const code = await this.#read(packet);
        if (code < 0) return code;
        await this.#take(packet);
        packet.unref();
        await this.#giveTurn();
      }
      return 0;
    } finally {
      packet.free();
    }
  }

  /** FFmpeg's code, below 0 at an end; that there is nothing yet is an end only when told to stop. */
  async #read(packet: Packet): Promise<number> {
    let code = await this.#tryRead(packet);
    while (code === AVERROR_EAGAIN && !this.#channel.stopping.aborted) {
      await setTimeout(againAfterMs);
      code = await this.#tryRead(packet);
    }
    if (code >= 0 && packet.streamIndex === this.#videoIndex) this.#videoPackets += 1;
    return code;
  }

  /** A file's read returns at once; a network read may block, and must not hold the event loop. */
  #tryRead(packet: Packet): number | Promise<number> {
    const { context } = this.#input;
    return this.#start.kind === 'file' ? context.readFrameSync(packet) : context.readFrame(packet);
  }

  /** Messages and timers get their turn. */
  async #giveTurn(): Promise<void> {
    if (performance.now() - this.#turnBegan < longestTurnMs) return;
    await setImmediate();
    this.#turnBegan = performance.now();
  }

  async #take(packet: Packet): Promise<void> {
    this.#decoder.countLost(this.#losses?.take() ?? 0);
    const { streamIndex } = packet;
    if (streamIndex === this.#videoIndex) await this.#video.take(packet);
    else if (streamIndex === this.#soundIndex) this.#segments.writeSound(packet);
  }

  #reportAlive(): void {
    const { statistics } = this.#decoder;
    const { pictures } = this.#video;
    const { decodedUntil } = this.#epochs;
    this.#channel.send({
      ...{ type: 'alive', pictures, decodedUntil, statistics },
      videoPackets: this.#videoPackets,
      residentBytes: process.memoryUsage.rss(),
      clockDriftPpm: this.#clock.driftPpm,
      labelsAheadMs: this.#start.pace === 'live' ? Math.round(this.#wall.aheadMs) : undefined,
      keyFrameIntervalMs: this.#segments.keyFrameIntervalMs,
    });
  }

  /** The end of a file is its end; a live source that ends has been lost. */
  #lastWord(code: number): ChildMessage {
    if (code === 0 || code === AVERROR_EAGAIN) return { type: 'ended' };
    const said = FFmpegError.strerror(code);
    if (this.#start.pace === 'live') {
      const lost = `the connection was lost: ${said}`;
      const reason = code === AVERROR_EOF ? 'the source closed the connection' : lost;
      return { type: 'failed', kind: 'lost', reason };
    }
    if (this.#decoder.framesDecoded === 0 && this.#start.options.framesPerSecond > 0) {
      return { type: 'failed', kind: 'no-video', reason: 'no picture could be decoded' };
    }
    return { type: 'ended', reason: code === AVERROR_EOF ? undefined : `damaged: ${said}` };
  }
}

/** A file that is being played has moved on while there was no child. */
function skippedUntil({ startAt, skipUntil, shownAt }: StartMessage): Instant | undefined {
  if (startAt === undefined || shownAt === undefined) return skipUntil;
  return startAt + Date.now() - shownAt;
}
