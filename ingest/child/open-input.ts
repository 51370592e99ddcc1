/**
 * Opens a source with FFmpeg and finds its video, under options that keep FFmpeg on the protocols
 * the source needs. The caller closes what it gets.
 */
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVDISCARD_ALL,
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
} from 'node-av/lib';
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

/** Thrown for a source that cannot be used; the message is for people. */
export class InputError extends Error {
  readonly kind: 'unreadable' | 'no-video';

  constructor(kind: 'unreadable' | 'no-video', message: string) {
    super(message);
    this.kind = kind;
  }
}

export async function openInput(start: StartMessage): Promise<OpenInput> {
  const context = new FormatContext();
  const options = Dictionary.fromObject(inputOptions(start));
  requireSuccess(await context.openInput(start.url, null, options), 'cannot be opened');
  requireSuccess(await context.findStreamInfo(), 'cannot be read');
  const video = bestStream(context, AVMEDIA_TYPE_VIDEO);
  if (!video) throw new InputError('no-video', 'the source holds no video');
  const audio = bestStream(context, AVMEDIA_TYPE_AUDIO);
  for (const stream of context.streams) {
    if (stream.index !== video.index && stream.index !== audio?.index) {
      stream.discard = AVDISCARD_ALL;
    }
  }
  const rotation = rotationOf(video.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const arrivesInBursts = start.kind === 'http';
  return { context, video, audio, rotation, arrivesInBursts, ...timesOf(context, video) };
}

/** Moves to the key frame at or before the presentation time; false when the source cannot seek. */
export async function seekInput(input: OpenInput, mediaMs: number): Promise<boolean> {
  const { num, den } = input.video.timeBase;
  const target = BigInt(Math.floor((mediaMs * den) / (num * 1000)));
  return (await input.context.seekFrame(input.video.index, target, AVSEEK_FLAG_BACKWARD)) >= 0;
}

/** Milliseconds of a time stamp in the stream's time base; undefined when there is none. */
export function stampToMs(stamp: bigint, stream: AvStream): number | undefined {
  if (stamp === AV_NOPTS_VALUE) return undefined;
  const { num, den } = stream.timeBase;
  return (Number(stamp) * num * 1000) / den;
}

/** FFmpeg's name of the codec, such as `h264`. */
export const codecOf = (stream: AvStream): string =>
  avGetCodecName(stream.codecpar.codecId) ?? 'unknown';

function inputOptions(start: StartMessage): Record<string, string | number> {
  const timeoutUs = start.options.networkTimeoutMs * 1000;
  switch (start.kind) {
    case 'file':
      return { protocol_whitelist: 'file' };
    case 'camera':
      return {
        protocol_whitelist: 'rtsp,rtsps,rtp,tcp,tls,udp',
        rtsp_transport: 'tcp',
        timeout: timeoutUs,
        analyzeduration: 2_000_000,
      };
    case 'http':
      return {
        protocol_whitelist: 'http,https,tcp,tls,crypto',
        rw_timeout: timeoutUs,
        m3u8_hold_counters: 5,
        max_reload: 5,
      };
  }
}

function requireSuccess(code: number, what: string): void {
  if (code >= 0) return;
  throw new InputError('unreadable', `the source ${what}: ${FFmpegError.strerror(code)}`);
}

function bestStream(context: FormatContext, type: typeof AVMEDIA_TYPE_VIDEO): AvStream | undefined {
  const stream = context.streams[context.findBestStream(type)];
  return stream?.hasDisposition(AV_DISPOSITION_ATTACHED_PIC) ? undefined : stream;
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
