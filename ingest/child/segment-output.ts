/**
 * One recorded file while it is being written: fragmented MP4, or Matroska where MP4 does not hold
 * the picture as it comes, such as VP8. Its first decoding time is 0, so that the first presentation
 * time is 0 or a little more.
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

/** Sound as it is written: as it comes, or encoded. Packets carry the index. */
export type SoundSource = Pick<AvStream, 'index' | 'codecpar' | 'timeBase'>;

interface SegmentSources {
  readonly video: AvStream;
  readonly sound: SoundSource | undefined;
}

interface Track {
  readonly stream: AvStream;
  readonly source: SoundSource;
  /** Taken off every time stamp, in the source's time base. */
  readonly shift: bigint;
  lastDts: bigint;
}

/** MPEG-4 Part 2 would fit, but no one who reads the file could tell its size without decoding. */
const mp4Video = new Set(['h264', 'hevc', 'av1', 'vp9', 'mpeg2video', 'mpeg1video', 'mjpeg']);
/** MP2 would fit, but be taken for MP3 by whoever reads the file. */
const mp4Sound = new Set(['aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac', 'alac']);

/** Only the sound keeps it out of MP4. */
export const needsOtherSound = ({ video, audio }: Pick<OpenInput, 'video' | 'audio'>): boolean =>
  mp4Video.has(codecOf(video)) && audio !== undefined && !mp4Sound.has(codecOf(audio));

const fitsMp4 = ({ video, sound }: SegmentSources): boolean =>
  mp4Video.has(codecOf(video)) && (!sound || mp4Sound.has(codecOf(sound)));

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
  readonly #context = new FormatContext();
  /** By input stream. */
  readonly #tracks = new Map<number, Track>();

  constructor(sources: SegmentSources, path: string, begin: SegmentBegin) {
    const { video, sound } = sources;
    const isMp4 = fitsMp4(sources);
    this.path = `${path}.${isMp4 ? 'mp4' : 'mkv'}`;
    this.codec = codecOf(video);
    this.width = video.codecpar.width;
    this.height = video.codecpar.height;
    this.startMs = begin.startMs;
    this.endMs = begin.startMs;
    this.wholeUntilMs = begin.startMs;
    mkdirSync(dirname(path), { recursive: true });
    requireSuccess(this.#context.allocOutputContext2(null, isMp4 ? 'mp4' : 'matroska', this.path));
    this.#addTrack(video, begin.firstDts).sampleAspectRatio = video.sampleAspectRatio;
    if (sound) this.#addTrack(sound, stampIn(sound, begin.firstDts, video));
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

  #addTrack(source: SoundSource, shift: bigint): AvStream {
    const stream = this.#context.newStream();
    source.codecpar.copy(stream.codecpar);
    // The tag belongs to the container it came from.
    stream.codecpar.codecTag = 0;
    stream.timeBase = source.timeBase;
    this.#tracks.set(source.index, { stream, source, shift, lastDts: -1n });
    return stream;
  }

  /** Fragments reach the disk at every key frame, so that a file cut short can be read up to there. */
  #begin(): void {
    requireSuccess(this.#context.openOutputSync());
    const options = Dictionary.fromObject({
      movflags: '+frag_keyframe+empty_moov+default_base_moof+frag_discont',
      flush_packets: 1,
      // With frag_discont: sound that begins after the picture would be moved to its beginning.
      avoid_negative_ts: 'disabled',
    });
    requireSuccess(this.#context.writeHeaderSync(options));
  }
}

/** A time stamp of the video as one of the sound. */
function stampIn(sound: SoundSource, stamp: bigint, video: AvStream): bigint {
  const { num, den } = sound.timeBase;
  return BigInt(Math.round(((stampToMs(stamp, video) ?? 0) * den) / (num * 1000)));
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
