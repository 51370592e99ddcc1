/**
 * Copies packets into recorded files that start at key frames, and tells the parent of them; only
 * sound that MP4 does not hold is encoded. Names are temporary; the parent gives a file its final
 * name.
 */
import { rmSync } from 'node:fs';
import { Packet } from 'node-av/lib';
import type { Instant } from '../../kernel/time.ts';
import { SegmentCutter } from '../cut-segments.ts';
import { Interleaver, type TrackKind } from './interleaver.ts';
import type { SegmentFile, StartMessage } from './messages.ts';
import { type OpenInput, stampToMs } from './open-input.ts';
import type { ParentChannel } from './parent-channel.ts';
import {
  copyOfVideo,
  presentationOf,
  type SegmentBegin,
  SegmentOutput,
  type SoundSource,
  type VideoSource,
} from './segment-output.ts';
import { SoundTrack } from './sound-track.ts';

/** Presentation times this near belong to one epoch. */
const sameTimeMs = 2_000;

/** Closed, and not told of. */
interface EndedFile {
  readonly output: SegmentOutput;
  /** Presentation time of the key frame that ended it, or what it holds. */
  readonly untilMs: number;
}

export class SegmentWriter {
  readonly #input: OpenInput;
  readonly #prefix: string;
  readonly #channel: ParentChannel;
  readonly #cutter: SegmentCutter;
  readonly #isLive: boolean;
  readonly #interleaver = new Interleaver((packet, kind) => this.#take(packet, kind));
  readonly #copy = new Packet();
  /** Of the packets since the last end: some are still held when the source tells of another codec. */
  #video: VideoSource | undefined;
  #sound: SoundTrack | undefined;
  #open: SegmentOutput | undefined;
  #ended: EndedFile | undefined;
  #count = 0;
  /** Instant less presentation time; undefined while nothing tells it of the times that come now. */
  #offset: number | undefined;
  #hasWarned = false;

  constructor(input: OpenInput, start: StartMessage, channel: ParentChannel) {
    this.#input = input;
    this.#prefix = start.segmentPrefix;
    this.#channel = channel;
    this.#cutter = new SegmentCutter(start.options.segmentMs, input.frameIntervalMs);
    this.#isLive = start.pace === 'live';
    this.#copy.alloc();
    this.#sound = this.#openSound();
    const { firstMediaMs } = input;
    if (start.startAt !== undefined && firstMediaMs !== undefined) {
      this.#offset = start.startAt - firstMediaMs;
    }
  }

  /** See `SegmentCutter`. */
  get keyFrameIntervalMs(): number | undefined {
    return this.#cutter.keyFrameIntervalMs;
  }

  /** The packet must have a decoding time. */
  writeVideo(packet: Packet): void {
    this.#video ??= copyOfVideo(this.#input.video);
    const ms = this.#sound?.isHeard ? stampToMs(packet.dts, this.#input.video) : undefined;
    if (ms !== undefined) return void this.#interleaver.push(packet, 'video', ms);
    this.#copy.ref(packet);
    this.#putVideo(this.#copy);
    this.#copy.unref();
  }

  writeSound(packet: Packet): void {
    this.#sound?.write(packet);
  }

  /**
   * The source tells of another codec of its sound: what comes of it is left out until `end`, for
   * files of one epoch have the same tracks.
   */
  get hasOtherSound(): boolean {
    return this.#sound?.isOver ?? false;
  }

  /** Tells where decoded frames lie in time. Files begun shortly before take their start from it. */
  placeFrame(mediaMs: number, at: Instant): void {
    const open = this.#open;
    // From before a jump: the decoder holds some pictures back.
    if (this.#offset === undefined && !(open && isNear(mediaMs, open))) return;
    this.#offset = at - mediaMs;
    if (!open || Math.abs(mediaMs - open.startMs) > sameTimeMs) return;
    open.startAt ??= Math.round(open.startMs + this.#offset);
  }

  /** Ends the open file, unless it began at about this presentation time. */
  endBefore(mediaMs: number): void {
    this.#interleaver.flush();
    this.#tellEnded();
    if (this.#open && Math.abs(this.#open.startMs - mediaMs) > sameTimeMs) this.end();
  }

  end(): void {
    this.#sound?.drain();
    this.#interleaver.flush();
    this.#finish(this.#open?.endMs ?? 0);
    this.#cutter.reset();
    this.#video?.codecpar.free();
    this.#video = undefined;
    if (this.hasOtherSound) {
      this.#sound?.close();
      this.#sound = this.#openSound();
    }
  }

  close(): void {
    this.end();
    this.#interleaver.close();
    this.#sound?.close();
    this.#copy.free();
  }

  #openSound(): SoundTrack | undefined {
    const { audio } = this.#input;
    const hold = (packet: Packet, ms: number) => this.#interleaver.push(packet, 'sound', ms);
    return audio && new SoundTrack(audio, hold);
  }

  /** Takes a reference of its own, like all that follows. */
  #take(packet: Packet, kind: TrackKind): void {
    if (kind === 'video') this.#putVideo(packet);
    else this.#append(packet, kind);
  }

  #putVideo(packet: Packet): void {
    const mediaMs = stampToMs(presentationOf(packet), this.#input.video);
    if (mediaMs === undefined) return;
    this.#tellEnded(mediaMs);
    const isKey = packet.isKeyframe;
    const decision = this.#cutter.decide({ mediaMs, isKey });
    if (decision === 'skip' || this.#cutter.hasJumped) this.#finish(this.#open?.endMs ?? 0);
    // Where live pictures lie after a jump is known once one of them has been decoded.
    if (this.#isLive && this.#cutter.hasJumped) this.#offset = undefined;
    if (decision === 'skip') return;
    if (decision === 'cut') this.#cut(packet, mediaMs);
    else if (isKey) this.#open?.flush();
    const wholeMs = Math.min(mediaMs, this.#open?.endMs ?? mediaMs);
    this.#append(packet, 'video');
    this.#open?.extendTo(mediaMs + this.#input.frameIntervalMs);
    if (this.#open && isKey) this.#noteWhole(this.#open, wholeMs);
  }

  #cut(packet: Packet, mediaMs: number): void {
    const isNext = this.#open && Math.abs(mediaMs - this.#open.endMs) < sameTimeMs;
    this.#close(isNext ? mediaMs : (this.#open?.endMs ?? 0));
    this.#open = this.#begin({ startMs: mediaMs, firstDts: packet.dts });
    if (!this.#open) this.#cutter.reset();
  }

  /** Undefined when no file can be begun: pictures are still looked at, and it is tried again. */
  #begin(begin: SegmentBegin): SegmentOutput | undefined {
    try {
      const sound = this.#sound?.settle();
      return this.#beginWith(sound, `${this.#prefix}${this.#count++}`, begin);
    } catch (error) {
      console.error('cannot begin a segment:', messageOf(error));
      return undefined;
    }
  }

  /** No picture is lost because of sound. */
  #beginWith(sound: SoundSource | undefined, path: string, begin: SegmentBegin): SegmentOutput {
    const video = this.#video!;
    try {
      return new SegmentOutput({ video, sound }, path, begin);
    } catch (error) {
      if (!sound) throw error;
      const silent = new SegmentOutput({ video, sound: undefined }, path, begin);
      if (!this.#hasWarned) console.error('sound is left out:', messageOf(error));
      this.#hasWarned = true;
      return silent;
    }
  }

  #append(packet: Packet, kind: TrackKind): void {
    if (!this.#open) return;
    const code = this.#open.write(packet, kind);
    if (code < 0 && kind === 'video') this.#breakOff(this.#open);
  }

  /** The disk is full perhaps. What is whole is kept; the next key frame begins another file. */
  #breakOff(open: SegmentOutput): void {
    this.#finish(open.wholeUntilMs);
    this.#cutter.reset();
  }

  /** Everything before a key frame is on the disk. */
  #noteWhole(open: SegmentOutput, mediaMs: number): void {
    open.wholeUntilMs = mediaMs;
    const segment = this.#describe(open, mediaMs);
    if (segment) this.#channel.send({ type: 'segment-grew', segment });
  }

  #finish(endMs: number): void {
    this.#tellEnded();
    this.#close(endMs);
    this.#tellEnded(endMs);
  }

  #close(untilMs: number): void {
    const output = this.#open;
    if (!output) return;
    this.#open = undefined;
    const code = output.close();
    this.#ended = { output, untilMs: code < 0 ? Math.min(untilMs, output.wholeUntilMs) : untilMs };
  }

  /**
   * `nextMs`: presentation time of what is decoded after the end. Pictures that are shown before the
   * key frame at the end and decoded after it are not in the file.
   */
  #tellEnded(nextMs = Number.NEGATIVE_INFINITY): void {
    if (!this.#ended) return;
    const { output, untilMs } = this.#ended;
    this.#ended = undefined;
    const endMs = nextMs < untilMs ? Math.min(untilMs, output.endMs) : untilMs;
    const segment = this.#describe(output, endMs);
    if (segment) this.#channel.send({ type: 'segment-ended', segment });
    else rmSync(output.path, { force: true });
  }

  /** Undefined for a file without a place in time. */
  #describe(output: SegmentOutput, endMs: number): SegmentFile | undefined {
    if (this.#offset === undefined) return undefined;
    const start = output.startAt ?? Math.round(output.startMs + this.#offset);
    const end = Math.round(endMs + this.#offset);
    if (end <= start) return undefined;
    const { path, codec, width, height } = output;
    return { path, start, end, codec, width, height };
  }
}

const isNear = (mediaMs: number, { startMs, endMs }: SegmentOutput): boolean =>
  mediaMs > startMs - sameTimeMs && mediaMs < endMs + sameTimeMs;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
