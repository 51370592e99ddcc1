/**
 * Copies packets into fragmented media files that start at key frames: MP4, or Matroska for codecs
 * that MP4 does not hold. Names are temporary; the parent gives a file its final name. In a file the
 * first decoding time is 0, so `start` belongs to its first presentation time, not to 0.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AV_NOPTS_VALUE } from 'node-av/constants';
import {
  type Stream as AvStream,
  Dictionary,
  FFmpegError,
  FormatContext,
  Packet,
} from 'node-av/lib';
import { SegmentCutter } from '../cut-segments.ts';
import type { SegmentFile } from './messages.ts';
import { codecOf, type OpenInput, stampToMs } from './open-input.ts';

export interface SegmentWriterOptions {
  readonly prefix: string;
  readonly lengthMs: number;
  readonly onGrown: (segment: SegmentFile) => void;
  readonly onEnded: (segment: SegmentFile) => void;
  /** Presentation time to instant; undefined while the clock is not anchored. */
  readonly instantOf: (mediaMs: number) => number | undefined;
}

const mp4Video = new Set([
  'h264',
  'hevc',
  'av1',
  'vp9',
  'mpeg4',
  'mpeg2video',
  'mpeg1video',
  'mjpeg',
]);
const mp4Audio = new Set(['aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac', 'alac', 'mp2']);
/** How far presentation times of an epoch's first segment may lie from its first frame. */
const sameTimeMs = 2_000;

export class SegmentWriter {
  readonly #input: OpenInput;
  readonly #options: SegmentWriterOptions;
  readonly #cutter: SegmentCutter;
  readonly #copy = new Packet();
  #open: SegmentOutput | undefined;
  #count = 0;

  constructor(input: OpenInput, options: SegmentWriterOptions) {
    this.#input = input;
    this.#options = options;
    this.#cutter = new SegmentCutter(options.lengthMs);
    this.#copy.alloc();
  }

  /** Video packets must have decoding times. */
  write(packet: Packet): void {
    if (packet.streamIndex === this.#input.video.index) this.#writeVideo(packet);
    else this.#append(packet);
  }

  #writeVideo(packet: Packet): void {
    const mediaMs = stampToMs(presentationOf(packet), this.#input.video);
    if (mediaMs === undefined) return;
    const isKey = packet.isKeyframe;
    const decision = this.#cutter.decide({ mediaMs, isKey });
    if (decision === 'skip') return;
    if (decision === 'cut') this.#cut(packet, mediaMs);
    else if (isKey) this.#reportGrowth(mediaMs);
    this.#append(packet);
    this.#open?.extendTo(mediaMs + this.#input.frameIntervalMs);
  }

  /** Ends the open file, unless it began at about this presentation time. */
  endBefore(mediaMs: number): void {
    if (this.#open && Math.abs(this.#open.startMs - mediaMs) > sameTimeMs) this.end();
  }

  end(): void {
    this.#finish(this.#open?.endMs ?? 0);
    this.#cutter.reset();
  }

  close(): void {
    this.end();
    this.#copy.free();
  }

  #cut(packet: Packet, mediaMs: number): void {
    const isNext = this.#open && Math.abs(mediaMs - this.#open.endMs) < sameTimeMs;
    this.#finish(isNext ? mediaMs : (this.#open?.endMs ?? 0));
    this.#open = this.#begin({
      startMs: mediaMs,
      firstDts: packet.dts,
    });
    if (!this.#open) this.#cutter.reset();
  }

  /** Undefined when no file can be begun: pictures are still looked at, and it is tried again. */
  #begin(begin: SegmentBegin): SegmentOutput | undefined {
    try {
      return new SegmentOutput(this.#input, `${this.#options.prefix}${this.#count++}`, begin);
    } catch (error) {
      console.error('cannot begin a segment:', error instanceof Error ? error.message : error);
      return undefined;
    }
  }

  #append(packet: Packet): void {
    if (!this.#open) return;
    this.#copy.ref(packet);
    const code = this.#open.write(this.#copy);
    this.#copy.unref();
    // A file that does not take video is of no use; the next key frame begins another.
    if (code < 0 && packet.streamIndex === this.#input.video.index) this.end();
  }

  #reportGrowth(mediaMs: number): void {
    const segment = this.#open && this.#describe(this.#open, mediaMs);
    if (segment) this.#options.onGrown(segment);
  }

  #finish(endMs: number): void {
    const ended = this.#open;
    if (!ended) return;
    this.#open = undefined;
    ended.close();
    const segment = this.#describe(ended, endMs);
    if (segment) this.#options.onEnded(segment);
    else rmSync(ended.path, { force: true });
  }

  #describe(output: SegmentOutput, endMs: number): SegmentFile | undefined {
    const start = this.#options.instantOf(output.startMs);
    const end = this.#options.instantOf(endMs);
    if (start === undefined || end === undefined || end <= start) return undefined;
    const { width, height } = this.#input.video.codecpar;
    return { path: output.path, start, end, codec: codecOf(this.#input.video), width, height };
  }
}

interface SegmentBegin {
  readonly startMs: number;
  readonly firstDts: bigint;
}

interface Track {
  readonly stream: AvStream;
  readonly source: AvStream;
  /** Taken off every time stamp, in the source's time base. */
  readonly shift: bigint;
  lastDts: bigint;
}

/** One media file being written. */
class SegmentOutput {
  readonly path: string;
  readonly startMs: number;
  /** Presentation time at which the last written picture is over. */
  endMs: number;
  readonly #input: OpenInput;
  readonly #context = new FormatContext();
  /** By input stream. */
  readonly #tracks = new Map<number, Track>();

  constructor(input: OpenInput, path: string, begin: SegmentBegin) {
    const format = mp4Video.has(codecOf(input.video)) ? 'mp4' : 'matroska';
    this.path = `${path}.${format === 'mp4' ? 'mp4' : 'mkv'}`;
    this.startMs = begin.startMs;
    this.endMs = begin.startMs;
    this.#input = input;
    mkdirSync(dirname(path), { recursive: true });
    requireSuccess(this.#context.allocOutputContext2(null, format, this.path));
    this.#addTrack(input.video, begin.firstDts);
    if (input.audio && (format === 'matroska' || mp4Audio.has(codecOf(input.audio)))) {
      this.#addTrack(input.audio, this.#audioShift(begin.firstDts));
    }
    this.#begin();
  }

  extendTo(endMs: number): void {
    this.endMs = Math.max(this.endMs, endMs);
  }

  /** Takes the packet's reference; returns FFmpeg's code. */
  write(packet: Packet): number {
    const track = this.#tracks.get(packet.streamIndex);
    if (!track) return 0;
    if (packet.dts === AV_NOPTS_VALUE) return 0;
    packet.pts = presentationOf(packet) - track.shift;
    packet.dts -= track.shift;
    // Sound from before the first picture.
    if (packet.dts < 0n) return 0;
    packet.rescaleTs(track.source.timeBase, track.stream.timeBase);
    straighten(packet, track);
    packet.streamIndex = track.stream.index;
    packet.pos = -1n;
    return this.#context.writeFrameSync(packet);
  }

  close(): void {
    this.#context.writeTrailerSync();
    this.#context.closeOutputSync();
    this.#context.freeContext();
  }

  #addTrack(source: AvStream, shift: bigint): void {
    const stream = this.#context.newStream();
    source.codecpar.copy(stream.codecpar);
    // The tag belongs to the container it came from.
    stream.codecpar.codecTag = 0;
    stream.timeBase = source.timeBase;
    stream.sampleAspectRatio = source.sampleAspectRatio;
    this.#tracks.set(source.index, { stream, source, shift, lastDts: -1n });
  }

  #audioShift(firstVideoDts: bigint): bigint {
    const ms = stampToMs(firstVideoDts, this.#input.video) ?? 0;
    const { num, den } = this.#input.audio!.timeBase;
    return BigInt(Math.round((ms * den) / (num * 1000)));
  }

  /** Fragments reach the disk at every key frame, so that a file cut short can be read up to there. */
  #begin(): void {
    requireSuccess(this.#context.openOutputSync());
    const options = Dictionary.fromObject({
      movflags: '+frag_keyframe+empty_moov+default_base_moof',
      flush_packets: 1,
    });
    requireSuccess(this.#context.writeHeaderSync(options));
  }
}

const presentationOf = (packet: Packet): bigint =>
  packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts;

/** Muxers refuse decoding times that do not grow, and presentation before decoding. */
function straighten(packet: Packet, track: Track): void {
  if (packet.dts <= track.lastDts) packet.dts = track.lastDts + 1n;
  if (packet.pts < packet.dts) packet.pts = packet.dts;
  track.lastDts = packet.dts;
}

function requireSuccess(code: number): void {
  FFmpegError.throwIfError(code, 'write a segment');
}
