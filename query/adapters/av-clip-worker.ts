/**
 * The worker thread behind `av-clip-cutter.ts`: reads the packet times of the segments, lets
 * `cut-clip.ts` choose, and copies the chosen packets into one MP4 with its index in front. What
 * browsers do not play is copied to Matroska, which takes everything, to be encoded from there. Runs
 * one job and ends. Times in the file count from 0 at the first picture.
 */
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { AV_LOG_FATAL, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import {
  avGetCodecName,
  Dictionary,
  FFmpegError,
  FormatContext,
  Log,
  Packet,
  type Stream,
} from 'node-av/lib';
import {
  choosePackets,
  chooseRun,
  type PacketSpan,
  type PacketTimes,
  type Recorded,
} from '../cut-clip.ts';
import type { ClipJob, ClipSource } from '../ports.ts';
import type { CutReport } from './av-clip-cutter.ts';
import { type EncodingNeeds, encodingNeeds } from './encode-clip.ts';

/** A segment whose packet times have been read. */
interface ScannedSegment extends Recorded {
  readonly source: ClipSource;
  /** Presentation time of the first key frame in seconds of media time: it shows at `start`. */
  readonly originSeconds: number;
  readonly packets: readonly PacketTimes[];
  readonly codec: string;
  readonly needs: EncodingNeeds;
}

/** Streams of an open segment that a clip carries. */
interface SegmentStreams {
  readonly video: Stream;
  readonly audio: Stream | undefined;
}

function report(job: ClipJob): CutReport {
  try {
    Log.setLevel(AV_LOG_FATAL);
    return cut(job);
  } catch (error) {
    rmSync(job.path, { force: true });
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function cut(job: ClipJob): CutReport {
  const scanned = job.sources.flatMap((source) => scan(source) ?? []);
  const run = chooseRun(scanned, job.range);
  const span = choosePackets(
    run.flatMap((segment) => segment.packets),
    job.range,
  );
  if (!span) return { type: 'cut', media: undefined };
  const { needs, codec } = run[0]!;
  const media = { start: Math.round(span.startAt), end: Math.round(span.endAt) };
  if (!needs.video && !needs.audio) {
    writeClip(run, span, { path: job.path, format: 'mp4' });
    return { type: 'cut', media };
  }
  const copied = `${job.path}.mkv`;
  writeClip(run, span, { path: copied, format: 'matroska' });
  return {
    type: 'copied',
    copied,
    needs,
    media: needs.video ? { ...media, encodedFrom: codec } : media,
  };
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
  const packets = times.map(({ pts, dts, isKey }, n) => ({
    presentedAt: instant(pts),
    decodedAt: instant(dts),
    durationMs: secondsOf(times, n) * 1000,
    isKey,
  }));
  const end = packets.reduce((last, p) => Math.max(last, p.presentedAt + p.durationMs), 0);
  const parameters = parametersOf(video);
  const codec = avGetCodecName(video.codecpar.codecId) ?? 'unknown';
  const needs = encodingNeeds(video, input.streams.audio);
  const what = { source, originSeconds: origin, packets, codec, needs };
  return { start: source.start, end, parameters, ...what };
}

/** Matroska need not say how long a picture is shown: then it is until the next one. */
function secondsOf(
  times: readonly { readonly dts: number; readonly seconds: number }[],
  n: number,
): number {
  const { dts, seconds } = times[n]!;
  if (seconds > 0) return seconds;
  const [before, after] = [times[n - 1], times[n + 1]];
  if (after) return Math.max(0, after.dts - dts);
  return before ? Math.max(0, dts - before.dts) : 0;
}

function writeClip(run: readonly ScannedSegment[], span: PacketSpan, file: ClipFile): void {
  using writer = new ClipWriter(file, span);
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

interface ClipFile {
  readonly path: string;
  readonly format: 'mp4' | 'matroska';
}

/** One file with a video track and, where the first segment has it, an audio track. */
class ClipWriter implements Disposable {
  readonly #file: ClipFile;
  readonly #durationSeconds: number;
  readonly #output = new FormatContext();
  readonly #lastDts = new Map<Stream, bigint>();
  #video: Stream | undefined;
  #audio: Stream | undefined;
  #audioParameters = '';
  #audioFits: boolean | undefined;

  constructor(file: ClipFile, span: PacketSpan) {
    this.#file = file;
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
    synchronise(this.#file.path);
  }

  [Symbol.dispose](): void {
    this.#output.freeContext();
  }

  #open(like: SegmentStreams): void {
    const { path, format } = this.#file;
    check(this.#output.allocOutputContext2(null, format, path), 'cannot make a clip file');
    this.#video = this.#addTrack(like.video);
    if (like.audio) {
      this.#audio = this.#addTrack(like.audio);
      this.#audioParameters = parametersOf(like.audio);
    }
    check(this.#output.openOutputSync(), 'cannot open the clip file');
    using options = dictionary(format === 'mp4' ? { movflags: '+faststart' } : {});
    check(this.#output.writeHeaderSync(options.value), `the codec does not fit into ${format}`);
  }

  #addTrack(like: Stream): Stream {
    const track = this.#output.newStream();
    check(like.codecpar.copy(track.codecpar), 'cannot copy the codec parameters');
    // The tag belongs to the container it came from.
    track.codecpar.codecTag = 0;
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

/** Waits until the file is on the disk. */
function synchronise(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
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
