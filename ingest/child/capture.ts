/**
 * One session with one source, inside the child: packets are copied into segments and decoded;
 * decoded frames are placed in time and handed on. Everything it learns goes to the parent through
 * the channel, which also hands out epochs.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  AV_NOPTS_VALUE,
  AV_PKT_FLAG_CORRUPT,
  AVERROR_EAGAIN,
  AVERROR_EOF,
} from 'node-av/constants';
import { FFmpegError, type Frame, Packet } from 'node-av/lib';
import type { Instant } from '../../kernel/time.ts';
import type { GapReason } from '../domain/gap.ts';
import { MediaClock } from '../domain/media-time.ts';
import { EpochReporter } from './epoch-reporter.ts';
import { FrameWriter } from './frame-writer.ts';
import type { WayOut } from './gate/open-gate.ts';
import type { ChildMessage, StartMessage } from './messages.ts';
import { codecOf, type OpenInput, openInput, seekInput, stampToMs } from './open-input.ts';
import { Pacer } from './pacer.ts';
import type { ParentChannel } from './parent-channel.ts';
import { readBuffered } from './read-buffered.ts';
import { SegmentWriter } from './segment-writer.ts';
import { StampRepair } from './stamp-repair.ts';
import { VideoDecoder } from './video-decoder.ts';
import { noteParameterSets, noteSize } from './video-format.ts';

/** The event loop gets its turn at least this often while a file is read as fast as possible. */
const longestTurnMs = 50;
const aliveEveryMs = 1_000;

/**
 * Runs until the source ends or the parent says stop, and returns what to tell the parent last.
 * Throws InputError for an unusable source.
 */
export async function capture(
  start: StartMessage,
  way: WayOut,
  channel: ParentChannel,
): Promise<ChildMessage> {
  const input = await openInput(start, way);
  const { width, height } = input.video.codecpar;
  const { durationMs } = input;
  channel.send({ type: 'opened', codec: codecOf(input.video), width, height, durationMs });
  const session = new Session(start, input, channel);
  try {
    return await session.run();
  } finally {
    session.close();
  }
}

/** Fetching a media segment takes less, waiting for the next one more. */
const burstWaitMs = 400;

class Session {
  readonly #start: StartMessage;
  readonly #input: OpenInput;
  readonly #channel: ParentChannel;
  readonly #stamps: StampRepair;
  readonly #segments: SegmentWriter;
  readonly #decoder: VideoDecoder;
  readonly #clock: MediaClock;
  readonly #pacer: Pacer;
  readonly #frames: FrameWriter;
  readonly #epochs: EpochReporter;
  readonly #alive: NodeJS.Timeout;
  /** Frames before it are known already. */
  readonly #skipUntil: Instant | undefined;
  readonly #decodesKeyFrames: boolean;
  /** Of the packets that are decoded. */
  #codecId: number;
  /** Of the newest frame. */
  #size: string | undefined;
  /** How far decoding ran ahead of presentation at the newest key frame. */
  #delay = 0n;
  /** Why the next epoch is not the one before. */
  #broke: GapReason | undefined;
  /** Pictures that came and were not decoded. */
  #passedOver = 0;

  constructor(start: StartMessage, input: OpenInput, channel: ParentChannel) {
    this.#start = start;
    this.#input = input;
    this.#channel = channel;
    this.#stamps = new StampRepair(input);
    this.#segments = new SegmentWriter(input, start, channel);
    this.#decoder = new VideoDecoder(input.video, start.options);
    this.#clock = new MediaClock({ ...start, ...input });
    this.#pacer = new Pacer(start.pace, channel.stopping);
    this.#frames = new FrameWriter({ ...start.options, ...input, root: start.framesRoot });
    const [frames, decoder] = [this.#frames, this.#decoder];
    this.#epochs = new EpochReporter({ start, channel, frames, decoder });
    this.#alive = setInterval(() => this.#reportAlive(), aliveEveryMs);
    this.#skipUntil = skippedUntil(start);
    this.#decodesKeyFrames = start.options.decode === 'key-frames';
    this.#codecId = input.video.codecpar.codecId;
  }

  async run(): Promise<ChildMessage> {
    if (this.#isComplete()) return { type: 'ended' };
    await this.#seek();
    const code = (await this.#takeBuffered()) || (await this.#readAll());
    if (!this.#channel.stopping.aborted) await this.#drain();
    this.#segments.end();
    this.#epochs.end();
    return this.#verdict(code);
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
    return until >= startAt + durationMs - 500 / options.framesPerSecond;
  }

  async #seek(): Promise<void> {
    const { startAt, readFrom = this.#skipUntil } = this.#start;
    if (startAt === undefined || readFrom === undefined || readFrom <= startAt) return;
    await seekInput(this.#input, (this.#input.firstMediaMs ?? 0) + readFrom - startAt);
  }

  /** A live source's first packets, which say when the stream's clock began; FFmpeg's code below 0. */
  async #takeBuffered(): Promise<number> {
    if (this.#start.pace !== 'live') return 0;
    const { arrivesInBursts, frameIntervalMs } = this.#input;
    const waitMs = arrivesInBursts ? burstWaitMs : frameIntervalMs * 0.4;
    const buffered = await readBuffered(this.#input, waitMs, this.#channel.stopping);
    const { packets, first, code } = buffered;
    if (first) this.#clock.anchor(first.mediaMs, first.at);
    for (const packet of packets) {
      await this.#take(packet);
      packet.free();
    }
    return Math.min(0, code);
  }

  /** Reads until told to stop or FFmpeg reports an end; returns its code, 0 when stopped. */
  async #readAll(): Promise<number> {
    const packet = new Packet();
    packet.alloc();
    let turnBegan = performance.now();
    try {
      while (!this.#channel.stopping.aborted) {
        const code = await this.#read(packet);
        if (code === AVERROR_EAGAIN) await setTimeout(10);
        else if (code < 0) return code;
        else await this.#take(packet);
        packet.unref();
        if (performance.now() - turnBegan < longestTurnMs) continue;
        await setImmediate();
        turnBegan = performance.now();
      }
      return 0;
    } finally {
      packet.free();
    }
  }

  /** A file's read returns at once; a network read may block, and must not hold the event loop. */
  #read(packet: Packet): number | Promise<number> {
    const { context } = this.#input;
    return this.#start.kind === 'file' ? context.readFrameSync(packet) : context.readFrame(packet);
  }

  async #take(packet: Packet): Promise<void> {
    if (packet.streamIndex !== this.#input.video.index) return this.#segments.write(packet);
    this.#stamps.repair(packet);
    if (packet.isKeyframe) await this.#followCodec(packet);
    if (!this.#isDecoded(packet)) return this.#passOver(packet);
    this.#decoder.send(packet);
    if (packet.isKeyframe) this.#followSize(packet);
    this.#segments.write(packet);
    if (this.#decodesKeyFrames) await this.#restartDecoder(packet);
    else await this.#takeFrames();
  }

  #isDecoded(packet: Packet): boolean {
    if (this.#start.options.framesPerSecond === 0) return false;
    return packet.isKeyframe || !this.#decodesKeyFrames;
  }

  /** The codec changes with the first key frame after the source has said so. */
  async #followCodec(keyFrame: Packet): Promise<void> {
    const { video } = this.#input;
    if (video.codecpar.codecId === this.#codecId || keyFrame.hasFlags(AV_PKT_FLAG_CORRUPT)) return;
    this.#codecId = video.codecpar.codecId;
    await this.#drain();
    this.#segments.end();
    this.#epochs.end();
    noteParameterSets(video, keyFrame);
    this.#decoder.reopen(video);
  }

  /** The decoder has read the packet's size, and gives pictures of the old one until it is their turn. */
  #followSize(keyFrame: Packet): void {
    const { video } = this.#input;
    const { size } = this.#decoder;
    const isSame = size.width === video.codecpar.width && size.height === video.codecpar.height;
    if (isSame || size.width === 0) return;
    this.#segments.end();
    noteParameterSets(video, keyFrame);
    noteSize(video, size);
  }

  /** Key frames decode alone: the decoder need not hold them back for pictures that never come. */
  async #restartDecoder(keyFrame: Packet): Promise<void> {
    if (keyFrame.pts !== AV_NOPTS_VALUE) this.#delay = keyFrame.pts - keyFrame.dts;
    await this.#drain();
    this.#decoder.restart();
  }

  /** A picture that is not decoded, but was there. Decoding times with the delay rise evenly. */
  async #passOver(packet: Packet): Promise<void> {
    this.#segments.write(packet);
    if (!this.#decodesKeyFrames) return;
    this.#decoder.passOver();
    const mediaMs = stampToMs(packet.dts + this.#delay, this.#input.video);
    if (mediaMs !== undefined && this.#epochs.isOpen) await this.#place(mediaMs);
    this.#passedOver += 1;
  }

  async #drain(): Promise<void> {
    this.#decoder.send(null);
    await this.#takeFrames();
  }

  async #takeFrames(): Promise<void> {
    for (let frame = this.#decoder.receive(); frame; frame = this.#decoder.receive()) {
      await this.#takeFrame(frame);
      if (this.#channel.stopping.aborted) return;
    }
  }

  async #takeFrame(frame: Frame): Promise<void> {
    const mediaMs = stampToMs(frame.bestEffortTimestamp, this.#input.video);
    if (mediaMs === undefined) return;
    const size = `${frame.width}x${frame.height}`;
    if (this.#size !== undefined && this.#size !== size) this.#epochs.end();
    this.#size = size;
    await this.#place(mediaMs, frame);
  }

  /** Takes the next picture: when it is of this presentation time, and looked at if decoded. */
  async #place(mediaMs: number, frame?: Frame): Promise<void> {
    const { at, advances, breaks } = this.#clock.place(mediaMs, Date.now());
    const { frameIntervalMs } = this.#clock;
    if (!advances) return;
    if (breaks) this.#breakOff(mediaMs, breaks);
    this.#segments.placeFrame(mediaMs, at);
    if (this.#isKnown(at)) return;
    if (!this.#epochs.isOpen) {
      if (!frame) return;
      await this.#epochs.begin(at, frameIntervalMs, this.#broke);
      this.#broke = undefined;
    }
    await this.#pacer.due(at);
    await this.#epochs.take(frame, at, frameIntervalMs);
  }

  /** What comes from this presentation time on belongs to another epoch. */
  #breakOff(mediaMs: number, reason: GapReason): void {
    this.#broke = reason;
    this.#segments.endBefore(mediaMs);
    this.#epochs.end();
  }

  /** What is known was counted when it became known. */
  #isKnown(at: Instant): boolean {
    const isKnown = this.#skipUntil !== undefined && at < this.#skipUntil;
    if (isKnown) this.#decoder.takeStatistics();
    return isKnown;
  }

  #reportAlive(): void {
    const { statistics } = this.#decoder;
    const framesDecoded = this.#decoder.framesDecoded + this.#passedOver;
    const { decodedUntil } = this.#epochs;
    this.#channel.send({ type: 'alive', framesDecoded, decodedUntil, statistics });
  }

  /** The end of a file is its end; a live source that ends has been lost. */
  #verdict(code: number): ChildMessage {
    if (code === 0) return { type: 'ended' };
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
