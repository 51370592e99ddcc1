/**
 * One session with one source, inside the child: packets are copied into segments and decoded;
 * frames are placed in time, sampled and written; windows are reported as they end. Everything it
 * learns goes to the parent through the channel, which also hands out epochs.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, type Frame, Packet } from 'node-av/lib';
import { chunkSeqAt, chunkWindow } from '../domain/chunk.ts';
import { MediaClock, type Placement } from '../domain/media-time.ts';
import { SampleGrid } from '../sample-frames.ts';
import { FrameWriter } from './frame-writer.ts';
import type { ChildMessage, StartMessage } from './messages.ts';
import { codecOf, type OpenInput, openInput, seekInput, stampToMs } from './open-input.ts';
import { SegmentWriter } from './segment-writer.ts';
import { StampRepair } from './stamp-repair.ts';
import { VideoDecoder } from './video-decoder.ts';

export interface ParentChannel {
  send(message: ChildMessage): void;
  /** The number of the epoch just asked for; undefined when told to stop. */
  epoch(): Promise<number | undefined>;
  /** Resolves when the window just ended was recorded, or when told to stop. */
  windowRecorded(): Promise<void>;
  readonly stopping: AbortSignal;
}

/**
 * Runs until the source ends or the parent says stop, and returns what to tell the parent last.
 * Throws InputError for an unusable source.
 */
export async function capture(start: StartMessage, channel: ParentChannel): Promise<ChildMessage> {
  const input = await openInput(start);
  const { codecpar } = input.video;
  channel.send({
    type: 'opened',
    codec: codecOf(input.video),
    width: codecpar.width,
    height: codecpar.height,
    durationMs: input.durationMs,
  });
  const session = new Session(start, input, channel);
  try {
    return await session.run();
  } finally {
    session.close();
  }
}

/** The event loop gets its turn at least this often while a file is read as fast as possible. */
const longestTurnMs = 50;

/** The epoch being captured and the window of it that is open. */
interface OpenEpoch {
  readonly number: number;
  seq: number;
  frameCount: number;
  readonly grid: SampleGrid;
}

class Session {
  readonly #start: StartMessage;
  readonly #input: OpenInput;
  readonly #channel: ParentChannel;
  readonly #decoder: VideoDecoder;
  readonly #frames: FrameWriter;
  readonly #segments: SegmentWriter;
  readonly #clock: MediaClock;
  readonly #pacer: Pacer;
  readonly #stamps: StampRepair;
  readonly #skipUntil: number | undefined;
  readonly #alive: NodeJS.Timeout;
  #epoch: OpenEpoch | undefined;
  #decodedUntil: number | undefined;

  constructor(start: StartMessage, input: OpenInput, channel: ParentChannel) {
    this.#start = start;
    this.#input = input;
    this.#channel = channel;
    this.#decoder = new VideoDecoder(input.video, start.options);
    this.#frames = new FrameWriter({
      root: start.framesRoot,
      rotation: input.rotation,
      ...start.options,
    });
    this.#clock = new MediaClock({ ...start, ...input });
    this.#pacer = new Pacer(start.pace, channel.stopping);
    this.#stamps = new StampRepair(input);
    this.#skipUntil = skipUntil(start);
    this.#segments = new SegmentWriter(input, {
      prefix: start.segmentPrefix,
      lengthMs: start.options.segmentMs,
      onGrown: (segment) => channel.send({ type: 'segment-grew', segment }),
      onEnded: (segment) => channel.send({ type: 'segment-ended', segment }),
      instantOf: (mediaMs) => this.#clock.instantOf(mediaMs),
    });
    this.#alive = setInterval(() => this.#reportAlive(), 1_000);
  }

  async run(): Promise<ChildMessage> {
    if (this.#isComplete()) return { type: 'ended' };
    await this.#seek();
    const code = await this.#readAll();
    if (!this.#channel.stopping.aborted) await this.#decode(null);
    this.#endEpoch();
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
    const isVideo = packet.streamIndex === this.#input.video.index;
    if (isVideo) this.#stamps.repair(packet);
    this.#segments.write(packet);
    if (!isVideo) return;
    if (this.#start.options.framesPerSecond > 0) await this.#decode(packet);
  }

  async #decode(packet: Packet | null): Promise<void> {
    this.#decoder.send(packet);
    for (let frame = this.#decoder.receive(); frame; frame = this.#decoder.receive()) {
      await this.#takeFrame(frame);
      if (this.#channel.stopping.aborted) return;
    }
  }

  async #takeFrame(frame: Frame): Promise<void> {
    const mediaMs = stampToMs(frame.bestEffortTimestamp, this.#input.video);
    if (mediaMs === undefined) return;
    const placement = this.#clock.place(mediaMs, Date.now());
    const isKnown = this.#skipUntil !== undefined && placement.at < this.#skipUntil;
    // What is known was counted when it became known.
    if (isKnown) this.#decoder.takeStatistics();
    if (isKnown || !placement.advances) return;
    if (!this.#epoch || placement.breaks) await this.#changeEpoch(placement, mediaMs);
    if (!this.#epoch) return;
    await this.#pacer.due(placement.at);
    await this.#advanceTo(placement.at);
    this.#decodedUntil = placement.at + Math.round(this.#clock.frameIntervalMs);
    if (this.#epoch.grid.takes(placement.at)) this.#keep(frame, placement.at, this.#epoch);
  }

  async #changeEpoch(placement: Placement, mediaMs: number): Promise<void> {
    this.#endEpoch(mediaMs);
    this.#channel.send({
      type: 'epoch-needed',
      reason: placement.breaks,
      firstFrameAt: placement.at,
      frameIntervalMs: this.#clock.frameIntervalMs,
    });
    const number = await this.#channel.epoch();
    if (number === undefined) return;
    const { chunkMs, framesPerSecond } = this.#start.options;
    const seq = chunkSeqAt(placement.at, chunkMs);
    this.#epoch = { number, seq, frameCount: 0, grid: new SampleGrid(framesPerSecond) };
  }

  /** Reports the windows that are over now that a frame of a later one has come. */
  async #advanceTo(at: number): Promise<void> {
    const { chunkMs } = this.#start.options;
    const epoch = this.#epoch!;
    for (const seq = chunkSeqAt(at, chunkMs); epoch.seq < seq; epoch.seq += 1) {
      this.#endWindow(epoch, chunkWindow(epoch.seq, chunkMs).end);
      if (this.#start.pace === 'fast') await this.#channel.windowRecorded();
    }
  }

  /** A frame that cannot be kept, because the disk is full perhaps, degrades its chunk. */
  #keep(frame: Frame, at: number, epoch: OpenEpoch): void {
    const index = epoch.frameCount;
    const key = `${this.#start.streamId}/${epoch.number}/${epoch.seq}/${index}.jpg`;
    try {
      const size = this.#frames.write(frame, key);
      this.#channel.send({ type: 'frame', seq: epoch.seq, frame: { index, at, key, ...size } });
      epoch.frameCount += 1;
    } catch (error) {
      this.#decoder.countError();
      console.error('cannot keep a frame:', error instanceof Error ? error.message : error);
    }
  }

  /** Without a presentation time the source is over, and so is the open segment in any case. */
  #endEpoch(nextMediaMs?: number): void {
    if (nextMediaMs === undefined) this.#segments.end();
    else this.#segments.endBefore(nextMediaMs);
    if (this.#epoch && this.#decodedUntil !== undefined) {
      this.#endWindow(this.#epoch, this.#decodedUntil);
    }
    this.#epoch = undefined;
  }

  #endWindow(epoch: OpenEpoch, end: number): void {
    const statistics = this.#decoder.takeStatistics();
    this.#channel.send({ type: 'window-ended', seq: epoch.seq, end, statistics });
    epoch.frameCount = 0;
  }

  #reportAlive(): void {
    const { framesDecoded, statistics } = this.#decoder;
    const decodedUntil = this.#decodedUntil;
    this.#channel.send({ type: 'alive', framesDecoded, decodedUntil, statistics });
  }

  /** The end of a file is its end; a live source that ends has been lost. */
  #verdict(code: number): ChildMessage {
    if (code === 0) return { type: 'ended' };
    const isLive = this.#start.pace === 'live';
    if (isLive) return { type: 'failed', kind: 'lost', reason: describeEnd(code) };
    if (this.#decoder.framesDecoded === 0 && this.#start.options.framesPerSecond > 0) {
      return { type: 'failed', kind: 'no-video', reason: 'no picture could be decoded' };
    }
    return code === AVERROR_EOF
      ? { type: 'ended' }
      : { type: 'ended', reason: `read up to damage: ${FFmpegError.strerror(code)}` };
  }
}

/** A file that is being played has moved on while there was no child. */
function skipUntil({ startAt, skipUntil, shownAt }: StartMessage): number | undefined {
  if (startAt === undefined || shownAt === undefined) return skipUntil;
  return startAt + Date.now() - shownAt;
}

function describeEnd(code: number): string {
  return code === AVERROR_EOF
    ? 'the source closed the connection'
    : `the connection was lost: ${FFmpegError.strerror(code)}`;
}

/** Holds frames back until their time has come, so that a source that sends in bursts plays evenly. */
class Pacer {
  readonly #paces: boolean;
  readonly #signal: AbortSignal;
  #origin: { at: number; monotonic: number } | undefined;

  constructor(pace: StartMessage['pace'], signal: AbortSignal) {
    this.#paces = pace !== 'fast';
    this.#signal = signal;
  }

  async due(at: number): Promise<void> {
    if (!this.#paces) return;
    this.#origin ??= { at, monotonic: performance.now() };
    const early = at - this.#origin.at - (performance.now() - this.#origin.monotonic);
    if (early < 1) return;
    await setTimeout(early, undefined, { signal: this.#signal }).catch(() => {});
  }
}
