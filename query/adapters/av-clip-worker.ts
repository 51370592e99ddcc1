/**
 * The worker thread behind `av-clip-cutter.ts`: reads the packet times of the segments, lets
 * `cut-clip.ts` choose, and copies the chosen packets into one MP4 with its index in front. Runs
 * one job and ends. Times in the file count from 0 at the first picture.
 */
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  AV_CODEC_ID_HEVC,
  AV_LOG_FATAL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, Log, Packet, type Stream } from 'node-av/lib';
import type { TimeRange } from '../../kernel/time.ts';
import {
  choosePackets,
  chooseRun,
  type PacketSpan,
  type PacketTimes,
  type Recorded,
} from '../cut-clip.ts';
import type { ClipJob, ClipSource } from '../ports.ts';
import type { CutReport } from './av-clip-cutter.ts';

/** A segment whose packet times have been read. */
interface ScannedSegment extends Recorded {
  readonly source: ClipSource;
  /** Presentation time of the first key frame in seconds of media time: it shows at `start`. */
  readonly originSeconds: number;
  readonly packets: readonly PacketTimes[];
}

/** Streams of an open segment that a clip carries. */
interface SegmentStreams {
  readonly video: Stream;
  readonly audio: Stream | undefined;
}

function report(job: ClipJob): CutReport {
  try {
    Log.setLevel(AV_LOG_FATAL);
    return { type: 'cut', mediaRange: cut(job) };
  } catch (error) {
    rmSync(job.path, { force: true });
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function cut(job: ClipJob): TimeRange | undefined {
  const scanned = job.sources.flatMap((source) => scan(source) ?? []);
  const run = chooseRun(scanned, job.range);
  const span = choosePackets(
    run.flatMap((segment) => segment.packets),
    job.range,
  );
  if (!span) return undefined;
  writeClip(run, span, job.path);
  return { start: Math.round(span.startAt), end: Math.round(span.endAt) };
}

/** Undefined for a segment that retention has taken or that cannot be read. */
function scan(source: ClipSource): ScannedSegment | undefined {
  using input = openSegment(source.path);
  if (!input) return undefined;
  const { video } = input.streams;
  const tick = secondsPerTick(video);
  const times: { pts: number; dts: number; seconds: number; isKey: boolean }[] = [];
  for (const packet of input.packets()) {
    if (packet.streamIndex !== video.index) continue;
    const seconds = Number(packet.duration) * tick;
    const [pts, dts] = [Number(packet.pts) * tick, Number(packet.dts) * tick];
    times.push({ pts, dts, seconds, isKey: packet.isKeyframe });
  }
  const origin = times.find((time) => time.isKey)?.pts;
  if (origin === undefined) return undefined;
  const instant = (seconds: number) => source.start + (seconds - origin) * 1000;
  const packets = times.map(({ pts, dts, seconds, isKey }) => ({
    presentedAt: instant(pts),
    decodedAt: instant(dts),
    durationMs: seconds * 1000,
    isKey,
  }));
  const end = packets.reduce((last, p) => Math.max(last, p.presentedAt + p.durationMs), 0);
  const parameters = parametersOf(video);
  return { start: source.start, end, parameters, source, originSeconds: origin, packets };
}

function writeClip(run: readonly ScannedSegment[], span: PacketSpan, path: string): void {
  using writer = new ClipWriter(path, span);
  let index = 0;
  for (const segment of run) {
    using input = openSegment(segment.source.path);
    if (!input) throw new Error('a segment vanished while it was being copied');
    writer.begin(input.streams);
    const shiftSeconds = (segment.start - span.startAt) / 1000 - segment.originSeconds;
    for (const packet of input.packets()) {
      const isVideo = packet.streamIndex === input.streams.video.index;
      const wanted = !isVideo || (index >= span.from && index < span.to);
      if (isVideo) index += 1;
      if (wanted) writer.write(packet, input.streams, shiftSeconds);
    }
  }
  writer.finish();
}

/** One MP4 file with a video track and, where the first segment has it, an audio track. */
class ClipWriter implements Disposable {
  readonly #path: string;
  readonly #durationSeconds: number;
  readonly #output = new FormatContext();
  readonly #lastDts = new Map<Stream, bigint>();
  #video: Stream | undefined;
  #audio: Stream | undefined;
  #audioParameters = '';
  #audioFits: boolean | undefined;

  constructor(path: string, span: PacketSpan) {
    this.#path = path;
    this.#durationSeconds = (span.endAt - span.startAt) / 1000;
  }

  /** Before the packets of a segment; the first one's streams give the tracks of the clip. */
  begin(streams: SegmentStreams): void {
    if (!this.#video) this.#open(streams);
    this.#audioFits = streams.audio && parametersOf(streams.audio) === this.#audioParameters;
  }

  /** Drops what lies outside the clip: sound around it, pictures led by a key frame left out. */
  write(packet: Packet, from: SegmentStreams, shiftSeconds: number): void {
    const isVideo = packet.streamIndex === from.video.index;
    const source = isVideo ? from.video : from.audio;
    const track = isVideo ? this.#video : this.#audio;
    if (!source || !track || packet.streamIndex !== source.index) return;
    if (!isVideo && !this.#audioFits) return;
    const tick = secondsPerTick(source);
    const shift = BigInt(Math.round(shiftSeconds / tick));
    packet.pts += shift;
    packet.dts += shift;
    if (packet.pts < 0n || (!isVideo && Number(packet.pts) * tick >= this.#durationSeconds)) return;
    packet.rescaleTs(source.timeBase, track.timeBase);
    this.#keepOrder(packet, track);
    packet.streamIndex = track.index;
    packet.pos = -1n;
    check(this.#output.interleavedWriteFrameSync(packet), 'cannot write to the clip file');
  }

  /** Writes the index and makes the file durable. */
  finish(): void {
    check(this.#output.writeTrailerSync(), 'cannot finish the clip file');
    this.#output.closeOutputSync();
    const file = openSync(this.#path, 'r+');
    fsyncSync(file);
    closeSync(file);
  }

  [Symbol.dispose](): void {
    this.#output.freeContext();
  }

  #open(like: SegmentStreams): void {
    check(this.#output.allocOutputContext2(null, 'mp4', this.#path), 'cannot make an MP4 file');
    this.#video = this.#addTrack(like.video);
    if (like.video.codecpar.codecId === AV_CODEC_ID_HEVC) this.#video.codecpar.codecTag = 'hvc1';
    if (like.audio) {
      this.#audio = this.#addTrack(like.audio);
      this.#audioParameters = parametersOf(like.audio);
    }
    check(this.#output.openOutputSync(), 'cannot open the clip file');
    using options = dictionary({ movflags: '+faststart' });
    check(this.#output.writeHeaderSync(options.value), 'the codec does not fit into MP4');
  }

  #addTrack(like: Stream): Stream {
    const track = this.#output.newStream();
    check(like.codecpar.copy(track.codecpar), 'cannot copy the codec parameters');
    track.timeBase = like.timeBase;
    return track;
  }

  /** Decoding times must grow; where segments meet, rounding may let them touch. */
  #keepOrder(packet: Packet, track: Stream): void {
    const last = this.#lastDts.get(track);
    if (last !== undefined && packet.dts <= last) packet.dts = last + 1n;
    if (packet.pts < packet.dts) packet.pts = packet.dts;
    this.#lastDts.set(track, packet.dts);
  }
}

/** An open segment file; undefined when it is gone or unreadable. */
function openSegment(path: string): OpenSegment | undefined {
  const context = new FormatContext();
  if (context.openInputSync(`file:${path}`, null, null) < 0) return undefined;
  const video = context.streams[context.findBestStream(AVMEDIA_TYPE_VIDEO)];
  const audio = context.streams[context.findBestStream(AVMEDIA_TYPE_AUDIO)];
  if (video) return new OpenSegment(context, { video, audio });
  context.closeInputSync();
  return undefined;
}

class OpenSegment implements Disposable {
  readonly streams: SegmentStreams;
  readonly #context: FormatContext;

  constructor(context: FormatContext, streams: SegmentStreams) {
    this.#context = context;
    this.streams = streams;
  }

  /** Every packet in the order of the file; each is valid until the next. */
  *packets(): Generator<Packet> {
    const packet = new Packet();
    packet.alloc();
    try {
      // Damage in the middle of a file ends it here: what was read so far is still a clip.
      while (this.#context.readFrameSync(packet) >= 0) {
        yield packet;
        packet.unref();
      }
    } finally {
      packet.free();
    }
  }

  [Symbol.dispose](): void {
    this.#context.closeInputSync();
  }
}

const secondsPerTick = (stream: Stream): number => stream.timeBase.num / stream.timeBase.den;

/** Equal for tracks that one decoder plays on. */
function parametersOf({ codecpar }: Stream): string {
  const format = `${codecpar.codecId}/${codecpar.width}x${codecpar.height}/${codecpar.sampleRate}`;
  return `${format}/${codecpar.extradata?.toString('base64') ?? ''}`;
}

function dictionary(entries: Record<string, string>): Disposable & { value: Dictionary } {
  const value = Dictionary.fromObject(entries);
  return { value, [Symbol.dispose]: () => value.free() };
}

function check(code: number, failure: string): void {
  if (code < 0) throw new Error(`${failure}: ${FFmpegError.strerror(code)}`);
}

// Last, because the classes above must have been defined.
parentPort?.postMessage(report(workerData as ClipJob));
