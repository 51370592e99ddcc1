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
  needsOtherSound,
  presentationOf,
  type SegmentBegin,
  SegmentOutput,
  type SoundSource,
  type VideoSource,
} from './segment-output.ts';
import { openSoundEncoder, type SoundEncoder } from './sound-encoder.ts';

/** Presentation times this near belong to one epoch. */
const sameTimeMs = 2_000;

export class SegmentWriter {
  readonly #input: OpenInput;
  readonly #prefix: string;
  readonly #channel: ParentChannel;
  readonly #cutter: SegmentCutter;
  /** Open while the sound is encoded. */
  readonly #encoder: SoundEncoder | undefined;
  /** As it is written. */
  readonly #sound: SoundSource | undefined;
  readonly #interleaver = new Interleaver((packet, kind) => this.#take(packet, kind));
  readonly #copy = new Packet();
  /** Of the packets since the last end: some are still held when the source tells of another codec. */
  #video: VideoSource | undefined;
  #open: SegmentOutput | undefined;
  #count = 0;
  /** Instant less presentation time; undefined while the clock is not anchored. */
  #offset: number | undefined;

  constructor(input: OpenInput, start: StartMessage, channel: ParentChannel) {
    this.#input = input;
    this.#prefix = start.segmentPrefix;
    this.#channel = channel;
    this.#cutter = new SegmentCutter(start.options.segmentMs, input.frameIntervalMs);
    this.#copy.alloc();
    const { audio, firstMediaMs } = input;
    if (audio && needsOtherSound(audio)) {
      this.#encoder = openSoundEncoder(audio, (packet) => this.#holdSound(packet));
      this.#sound = this.#encoder;
    } else this.#sound = audio;
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
    const ms = this.#sound && stampToMs(packet.dts, this.#input.video);
    if (ms !== undefined) return void this.#interleaver.push(packet, 'video', ms);
    this.#copy.ref(packet);
    this.#putVideo(this.#copy);
    this.#copy.unref();
  }

  writeSound(packet: Packet): void {
    if (this.#encoder) this.#encoder.encode(packet);
    else this.#holdSound(packet);
  }

  /** Tells where decoded frames lie in time. Files begun shortly before take their start from it. */
  placeFrame(mediaMs: number, at: Instant): void {
    this.#offset = at - mediaMs;
    const open = this.#open;
    if (!open || Math.abs(mediaMs - open.startMs) > sameTimeMs) return;
    open.startAt ??= Math.round(open.startMs + this.#offset);
  }

  /** Ends the open file, unless it began at about this presentation time. */
  endBefore(mediaMs: number): void {
    this.#interleaver.flush();
    if (this.#open && Math.abs(this.#open.startMs - mediaMs) > sameTimeMs) this.end();
  }

  end(): void {
    this.#encoder?.drain();
    this.#interleaver.flush();
    this.#finish(this.#open?.endMs ?? 0);
    this.#cutter.reset();
    this.#video?.codecpar.free();
    this.#video = undefined;
  }

  close(): void {
    this.end();
    this.#interleaver.close();
    this.#encoder?.close();
    this.#copy.free();
  }

  #holdSound(packet: Packet): void {
    const ms = this.#sound && stampToMs(packet.dts, this.#sound);
    if (ms !== undefined) this.#interleaver.push(packet, 'sound', ms);
  }

  /** Takes a reference of its own, like all that follows. */
  #take(packet: Packet, kind: TrackKind): void {
    if (kind === 'video') this.#putVideo(packet);
    else this.#append(packet, kind);
  }

  #putVideo(packet: Packet): void {
    const mediaMs = stampToMs(presentationOf(packet), this.#input.video);
    if (mediaMs === undefined) return;
    const isKey = packet.isKeyframe;
    const decision = this.#cutter.decide({ mediaMs, isKey });
    if (decision === 'skip') {
      this.#finish(this.#open?.endMs ?? 0);
      return;
    }
    if (decision === 'cut') this.#cut(packet, mediaMs);
    else if (isKey) this.#open?.flush();
    this.#append(packet, 'video');
    this.#open?.extendTo(mediaMs + this.#input.frameIntervalMs);
    if (this.#open && isKey) this.#noteWhole(this.#open, mediaMs);
  }

  #cut(packet: Packet, mediaMs: number): void {
    const isNext = this.#open && Math.abs(mediaMs - this.#open.endMs) < sameTimeMs;
    this.#finish(isNext ? mediaMs : (this.#open?.endMs ?? 0));
    this.#open = this.#begin({ startMs: mediaMs, firstDts: packet.dts });
    if (!this.#open) this.#cutter.reset();
  }

  /** Undefined when no file can be begun: pictures are still looked at, and it is tried again. */
  #begin(begin: SegmentBegin): SegmentOutput | undefined {
    try {
      const sources = { video: this.#video!, sound: this.#sound };
      return new SegmentOutput(sources, `${this.#prefix}${this.#count++}`, begin);
    } catch (error) {
      console.error('cannot begin a segment:', error instanceof Error ? error.message : error);
      return undefined;
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
    const ended = this.#open;
    if (!ended) return;
    this.#open = undefined;
    const code = ended.close();
    const heldMs = code < 0 ? Math.min(endMs, ended.wholeUntilMs) : endMs;
    const segment = this.#describe(ended, heldMs);
    if (segment) this.#channel.send({ type: 'segment-ended', segment });
    else rmSync(ended.path, { force: true });
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
