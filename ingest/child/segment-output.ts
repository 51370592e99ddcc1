/**
 * One recorded file while it is being written: fragmented MP4, or Matroska where MP4 does not hold
 * the picture as it comes, such as VP8. Its first decoding time is 0, so that the first presentation
 * time is 0 or a little more.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AV_NOPTS_VALUE } from 'node-av/constants';
import {
  type Stream as AvStream,
  CodecParameters,
  Dictionary,
  FFmpegError,
  FormatContext,
  type Packet,
  type Rational,
} from 'node-av/lib';
import type { Instant } from '../../kernel/time.ts';
import type { TrackKind } from './interleaver.ts';
import { codecOf, stampToMs } from './open-input.ts';

export interface SegmentBegin {
  readonly startMs: number;
  readonly firstDts: bigint;
}

/** Sound as it is written: as it comes, or encoded. */
export type SoundSource = Pick<AvStream, 'codecpar' | 'timeBase'>;

/** Pictures as they come. */
export type VideoSource = Pick<AvStream, 'codecpar' | 'timeBase' | 'sampleAspectRatio'>;

interface SegmentSources {
  readonly video: VideoSource;
  /** See `needsOtherSound`. */
  readonly sound: SoundSource | undefined;
}

interface Track {
  /** In the file. */
  readonly index: number;
  /** Taken off every time stamp, in the source's time base. */
  readonly shift: bigint;
  readonly rescaling: Rescaling;
  lastDts: bigint;
}

/** From the time base of the source to that of the file; undefined where they are one. */
type Rescaling = readonly [from: Rational, to: Rational] | undefined;

/** MPEG-4 Part 2 would fit, but no one who reads the file could tell its size without decoding. */
const mp4Video = new Set(['h264', 'hevc', 'av1', 'vp9', 'mpeg2video', 'mpeg1video', 'mjpeg']);
/**
 * With the bytes that must be known of it before the first packet. MP2 would fit, but be taken for MP3
 * by whoever reads the file; of AC-3 more would have to be known, and few browsers play it.
 */
const mp4Sound = new Map([
  ['aac', 2],
  ['mp3', 0],
  ['opus', 19],
  ['flac', 34],
  ['alac', 36],
]);
/** Of MP3 in MP4, samples a second. */
const lowestMp3Rate = 16_000;

/** Whether the sound must be encoded to go into a file; Matroska does not hold all of it either. */
export function needsOtherSound(audio: Pick<AvStream, 'codecpar'>): boolean {
  const codec = codecOf(audio);
  const { extradataSize, sampleRate } = audio.codecpar;
  if (codec === 'mp3' && sampleRate < lowestMp3Rate) return true;
  return extradataSize < (mp4Sound.get(codec) ?? Number.POSITIVE_INFINITY);
}

/** A copy that stays when the source tells of another codec; its parameters are freed by the caller. */
export function copyOfVideo({ codecpar, timeBase, sampleAspectRatio }: AvStream): VideoSource {
  const own = new CodecParameters();
  own.alloc();
  codecpar.copy(own);
  return { codecpar: own, timeBase, sampleAspectRatio };
}

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
  readonly #isMp4: boolean;
  readonly #tracks: Partial<Record<TrackKind, Track>>;

  /** Throws when the file cannot be begun; then nothing is left of it. */
  constructor(sources: SegmentSources, path: string, begin: SegmentBegin) {
    const { video } = sources;
    this.codec = codecOf(video);
    this.#isMp4 = mp4Video.has(this.codec);
    this.path = `${path}.${this.#isMp4 ? 'mp4' : 'mkv'}`;
    this.width = video.codecpar.width;
    this.height = video.codecpar.height;
    this.startMs = begin.startMs;
    this.endMs = begin.startMs;
    this.wholeUntilMs = begin.startMs;
    mkdirSync(dirname(path), { recursive: true });
    const format = this.#isMp4 ? 'mp4' : 'matroska';
    requireSuccess(this.#context.allocOutputContext2(null, format, this.path));
    try {
      this.#tracks = this.#begin(sources, begin.firstDts);
    } catch (error) {
      this.#release();
      rmSync(this.path, { force: true });
      throw error;
    }
  }

  extendTo(endMs: number): void {
    this.endMs = Math.max(this.endMs, endMs);
  }

  /** Changes the packet, which is one of the caller's own; returns FFmpeg's code. */
  write(packet: Packet, kind: TrackKind): number {
    const track = this.#tracks[kind];
    const { dts } = packet;
    if (!track || dts === AV_NOPTS_VALUE) return 0;
    // Sound from before the first picture.
    if (dts < track.shift) return 0;
    placeInFile(packet, track);
    packet.streamIndex = track.index;
    return this.#context.writeFrameSync(packet);
  }

  /** Before a key frame: MP4 ends its fragment there by itself, Matroska a cluster above 4 kB only. */
  flush(): void {
    if (!this.#isMp4) this.#context.writeFrameSync(null);
  }

  /** Returns FFmpeg's code: below 0 when the last pictures could not be written. */
  close(): number {
    const code = this.#context.writeTrailerSync();
    this.#release();
    return code;
  }

  #release(): void {
    this.#context.closeOutputSync();
    this.#context.freeContext();
  }

  #begin({ video, sound }: SegmentSources, firstDts: bigint): Partial<Record<TrackKind, Track>> {
    const picture = this.#addStream(video);
    picture.sampleAspectRatio = video.sampleAspectRatio;
    const heard = sound && this.#addStream(sound);
    this.#writeHeader();
    return {
      video: trackOf(video, picture, firstDts),
      ...(sound && heard && { sound: trackOf(sound, heard, stampIn(sound, firstDts, video)) }),
    };
  }

  #addStream(source: SoundSource): AvStream {
    const stream = this.#context.newStream();
    source.codecpar.copy(stream.codecpar);
    // The tag belongs to the container it came from.
    stream.codecpar.codecTag = 0;
    stream.timeBase = source.timeBase;
    return stream;
  }

  /** Fragments reach the disk at every key frame, so that a file cut short can be read up to there. */
  #writeHeader(): void {
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
function stampIn(sound: SoundSource, stamp: bigint, video: VideoSource): bigint {
  const { num, den } = sound.timeBase;
  return BigInt(Math.round(((stampToMs(stamp, video) ?? 0) * den) / (num * 1000)));
}

/** A packet without presentation time is shown when it is decoded. */
export function presentationOf(packet: Packet): bigint {
  const { pts } = packet;
  return pts === AV_NOPTS_VALUE ? packet.dts : pts;
}

/** The file's own time base is known once its header is written. */
function trackOf(source: SoundSource, { index, timeBase: to }: AvStream, shift: bigint): Track {
  const from = source.timeBase;
  const isSame = from.num === to.num && from.den === to.den;
  return { index, shift, rescaling: isSame ? undefined : [from, to], lastDts: -1n };
}

/** Muxers refuse decoding times that do not grow, and presentation before decoding. */
function placeInFile(packet: Packet, track: Track): void {
  const { pts, dts } = shifted(packet, track);
  const growing = dts > track.lastDts ? dts : track.lastDts + 1n;
  packet.dts = growing;
  packet.pts = pts > growing ? pts : growing;
  track.lastDts = growing;
}

function shifted(packet: Packet, { shift, rescaling }: Track): Pick<Packet, 'pts' | 'dts'> {
  const [pts, dts] = [presentationOf(packet) - shift, packet.dts - shift];
  if (!rescaling) return { pts, dts };
  packet.pts = pts;
  packet.dts = dts;
  packet.rescaleTs(...rescaling);
  return { pts: packet.pts, dts: packet.dts };
}

function requireSuccess(code: number): void {
  FFmpegError.throwIfError(code, 'write a segment');
}
