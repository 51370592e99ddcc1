/**
 * Opens a source with FFmpeg and finds its video, under options that keep FFmpeg on the protocols
 * the source needs. The caller closes what it gets.
 */
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVDISCARD_ALL,
  AVERROR_HTTP_FORBIDDEN,
  AVERROR_HTTP_UNAUTHORIZED,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants';
import {
  type Stream as AvStream,
  avGetCodecName,
  Dictionary,
  FFmpegError,
  FormatContext,
  InputFormat,
  Rational,
} from 'node-av/lib';
import type { WayOut } from './gate/open-gate.ts';
import { InputError } from './input-error.ts';
import { inputOptions, maxTracks } from './input-options.ts';
import type { StartMessage } from './messages.ts';
import { type Rotation, rotationOf } from './orientation.ts';

export interface OpenInput {
  readonly context: FormatContext;
  readonly video: AvStream;
  readonly audio: AvStream | undefined;
  /** Presentation time of the first picture, milliseconds; undefined when the container has none. */
  readonly firstMediaMs: number | undefined;
  readonly durationMs: number | undefined;
  /** From the declared frame rate; a guess for sources that declare none. */
  readonly frameIntervalMs: number;
  /** Media comes over HTTP a piece at a time, not as it happens. */
  readonly arrivesInBursts: boolean;
  readonly rotation: Rotation;
}

export async function openInput(start: StartMessage, way: WayOut): Promise<OpenInput> {
  const context = new FormatContext();
  const { url, format, options } = inputOptions({ ...start, url: way.url });
  const demuxer = format === undefined ? null : InputFormat.findInputFormat(format);
  const dictionary = Dictionary.fromObject({ ...options, ...way.options });
  requireSuccess(await context.openInput(url, demuxer, dictionary), 'cannot be opened');
  const isTimeless = context.iformat?.name === 'mpjpeg';
  if (isTimeless) stampOnArrival(context);
  requireSmall(context, start.options.maxPixels);
  requireSuccess(await context.findStreamInfo(), 'cannot be read');
  requireFew(context);
  requireSmall(context, start.options.maxPixels);
  const video = bestStream(context, AVMEDIA_TYPE_VIDEO);
  if (!video) throw new InputError('no-video', 'the source holds no video');
  const audio = soundOf(context, video);
  for (const stream of context.streams) {
    if (stream.index !== video.index && stream.index !== audio?.index) {
      stream.discard = AVDISCARD_ALL;
    }
  }
  const rotation = rotationOf(video.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const arrivesInBursts = context.iformat?.name === 'hls';
  return { context, video, audio, rotation, arrivesInBursts, ...timesOf(context, video) };
}

/** Moves to the key frame at or before the presentation time; false when the source cannot seek. */
export async function seekInput(input: OpenInput, mediaMs: number): Promise<boolean> {
  const { num, den } = input.video.timeBase;
  const target = BigInt(Math.floor((mediaMs * den) / (num * 1000)));
  return (await input.context.seekFrame(input.video.index, target, AVSEEK_FLAG_BACKWARD)) >= 0;
}

/** Milliseconds of a time stamp in the stream's time base; undefined when there is none. */
export function stampToMs(stamp: bigint, stream: Pick<AvStream, 'timeBase'>): number | undefined {
  if (stamp === AV_NOPTS_VALUE) return undefined;
  const { num, den } = timeBaseOf(stream);
  return (Number(stamp) * num * 1000) / den;
}

/** Asked once: it stays as it is while packets come, and each question goes to native code. */
function timeBaseOf(stream: Pick<AvStream, 'timeBase'>): Rational {
  const known = timeBases.get(stream);
  if (known) return known;
  const { timeBase } = stream;
  timeBases.set(stream, timeBase);
  return timeBase;
}

const timeBases = new WeakMap<object, Rational>();

/** FFmpeg's name of the codec, such as `h264`. */
export const codecOf = (stream: Pick<AvStream, 'codecpar'>): string =>
  avGetCodecName(stream.codecpar.codecId) ?? 'unknown';

/** Before FFmpeg looks into the pictures, where the container tells their size; it sets no limit. */
function requireSmall({ streams }: FormatContext, maxPixels: number): void {
  const largest = Math.max(0, ...streams.map(({ codecpar }) => codecpar.width * codecpar.height));
  if (largest <= maxPixels) return;
  throw new InputError('unreadable', `a picture has ${largest} pixels, more than ${maxPixels}`);
}

/** Reading on, FFmpeg would fail at the first packet of a track that is too many. */
function requireFew({ streams }: FormatContext): void {
  if (streams.length < maxTracks) return;
  throw new InputError('unreadable', `the source has ${maxTracks} tracks or more`);
}

/** Multipart JPEG has no times: a picture is as old as its arrival. */
function stampOnArrival(context: FormatContext): void {
  context.setOption('use_wallclock_as_timestamps', true);
  for (const stream of context.streams) stream.timeBase = new Rational(1, 1000);
}

function requireSuccess(code: number, what: string): void {
  if (code >= 0) return;
  if (code === AVERROR_HTTP_UNAUTHORIZED || code === AVERROR_HTTP_FORBIDDEN) {
    throw new InputError(
      'unauthorized',
      `the source refuses the login: ${FFmpegError.strerror(code)}`,
    );
  }
  throw new InputError('unreadable', `the source ${what}: ${FFmpegError.strerror(code)}`);
}

function bestStream(
  context: FormatContext,
  type: typeof AVMEDIA_TYPE_VIDEO,
  beside?: AvStream,
): AvStream | undefined {
  const stream = context.streams[context.findBestStream(type, -1, beside?.index)];
  return stream?.hasDisposition(AV_DISPOSITION_ATTACHED_PIC) ? undefined : stream;
}

/**
 * The sound of the video's own programme. FFmpeg gives another programme's where there is none; of HLS,
 * whose programmes are variants, several may share theirs.
 */
function soundOf(context: FormatContext, video: AvStream): AvStream | undefined {
  const audio = bestStream(context, AVMEDIA_TYPE_AUDIO, video);
  if (context.iformat?.name !== 'mpegts') return audio;
  const beside = audio && bestStream(context, AVMEDIA_TYPE_VIDEO, audio);
  return beside?.index === video.index ? audio : undefined;
}

function timesOf(context: FormatContext, video: AvStream) {
  const durationMs = Number(context.duration) / 1000;
  const framesPerSecond = video.avgFrameRate.toDouble();
  const isPlausible = framesPerSecond >= 0.1 && framesPerSecond <= 240;
  return {
    firstMediaMs: stampToMs(video.startTime, video),
    durationMs: durationMs > 0 ? Math.round(durationMs) : undefined,
    frameIntervalMs: isPlausible ? 1000 / framesPerSecond : 40,
  };
}
