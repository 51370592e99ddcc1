/**
 * One recorded file while it is being written: fragmented MP4, or Matroska where MP4 does not hold
 * the picture or the sound as they come, such as VP8 or G.711. Its first decoding time is 0, so that the first presentation time is 0 or a little more.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { AV_NOPTS_VALUE } from 'node-av/constants';
import {
  type Stream as AvStream,
  Dictionary,
  FFmpegError,
  FormatContext,
  type Packet,
} from 'node-av/lib';
import type { Instant } from '../../kernel/time.ts';
import { codecOf, type OpenInput, stampToMs } from './open-input.ts';

export interface SegmentBegin {
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
/** MP2 would fit, but be taken for MP3 by whoever reads the file. */
const mp4Audio = new Set(['aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac', 'alac']);

const fitsMp4 = ({ video, audio }: OpenInput): boolean =>
  mp4Video.has(codecOf(video)) && (!audio || mp4Audio.has(codecOf(audio)));

export class SegmentOutput {
  readonly path: string;
  /** Of its pictures. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly startMs: number;
  /** Set by the owner once it is known. */
  startAt: Instant | undefined;
  /** Presentation time at which the last written picture is over. */
  endMs: number;
  /** Everything before this presentation time is on the disk. */
  wholeUntilMs: number;
  readonly #input: OpenInput;
  readonly #context = new FormatContext();
  /** By input stream. */
  readonly #tracks = new Map<number, Track>();

  constructor(input: OpenInput, path: string, begin: SegmentBegin) {
    const isMp4 = fitsMp4(input);
    this.path = `${path}.${isMp4 ? 'mp4' : 'mkv'}`;
    this.codec = codecOf(input.video);
    this.width = input.video.codecpar.width;
    this.height = input.video.codecpar.height;
    this.startMs = begin.startMs;
    this.endMs = begin.startMs;
    this.wholeUntilMs = begin.startMs;
    this.#input = input;
    mkdirSync(dirname(path), { recursive: true });
    requireSuccess(this.#context.allocOutputContext2(null, isMp4 ? 'mp4' : 'matroska', this.path));
    this.#addTrack(input.video, begin.firstDts);
    if (input.audio) this.#addTrack(input.audio, this.#audioShift(begin.firstDts));
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

  /** Returns FFmpeg's code: below 0 when the last pictures could not be written. */
  close(): number {
    const code = this.#context.writeTrailerSync();
    this.#context.closeOutputSync();
    this.#context.freeContext();
    return code;
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

/** A packet without presentation time is shown when it is decoded. */
export const presentationOf = (packet: Packet): bigint =>
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
