/**
 * How FFmpeg is to open a source: what it may connect to, what it may take it for, how long it may
 * wait, and what it need not guess. A named protocol is still one that an entry may name; where it
 * leads is the gate's to say, which FFmpeg meets for HTTP, RTSP and TLS only. So no format is allowed
 * that opens other protocols by itself.
 */
import { parseDevice } from '../domain/device.ts';
import type { StartMessage } from './messages.ts';

export interface InputOptions {
  /** What to open, where that is not the source's URL. */
  readonly url: string;
  /** FFmpeg's name of the format; undefined: to be found out. */
  readonly format?: string;
  readonly options: Readonly<Record<string, string | number>>;
}

type OpenRequest = Pick<StartMessage, 'kind' | 'url' | 'transport' | 'pace'> & {
  readonly options: Pick<StartMessage['options'], 'networkTimeoutMs'>;
};

/** So much of a live source is looked at to find its tracks, microseconds of media. */
const analyzeduration = 2_000_000;
/** FFmpeg decodes the beginning of each, in up to 14 MB. A satellite's multiplex has some 150. */
export const maxTracks = 200;

/**
 * What FFmpeg may take a file or an HTTP response for, and an HLS segment. Not among them: what lists
 * other files and opens them by any protocol that is allowed (DASH, IMF, SDP, lists to concatenate).
 */
export const formats = [
  ...['hls', 'mpegts', 'mov', 'matroska', 'flv', 'live_flv', 'avi', 'ogg', 'mpeg', 'asf', 'mxf'],
  ...['nut', 'ivf', 'dv', 'gif', 'mpjpeg', 'mjpeg', 'jpeg_pipe', 'h264', 'hevc', 'vvc', 'av1'],
  ...['obu', 'm4v', 'mpegvideo', 'yuv4mpegpipe', 'aac', 'mp3', 'ac3', 'eac3', 'wav', 'webvtt'],
].join(',');

export function inputOptions(request: OpenRequest): InputOptions {
  const input = optionsOfKind(request);
  return { ...input, options: { max_streams: maxTracks, ...input.options } };
}

function optionsOfKind(request: OpenRequest): InputOptions {
  const { kind, url } = request;
  switch (kind) {
    case 'file':
      return { url, options: { protocol_whitelist: 'file', format_whitelist: formats } };
    case 'device':
      return deviceOptions(url);
    case 'http':
      return { url, options: httpOptions(request) };
    case 'camera':
      return { url, ...cameraOptions(request) };
  }
}

function deviceOptions(url: string): InputOptions {
  const { path, size, framesPerSecond, pixelFormat } = parseDevice(url);
  const options = {
    ...(size && { video_size: size }),
    ...(framesPerSecond && { framerate: framesPerSecond }),
    ...(pixelFormat && { input_format: pixelFormat }),
  };
  return { url: path, format: 'v4l2', options };
}

/** FFmpeg waits up to 90 s for a track that an FLV announces and never sends. */
const httpOptions = ({ pace, options }: OpenRequest) => ({
  ...(pace === 'live' && { analyzeduration }),
  protocol_whitelist: 'http,https,httpproxy,tcp,tls,crypto',
  format_whitelist: formats,
  rw_timeout: options.networkTimeoutMs * 1000,
  m3u8_hold_counters: 5,
  max_reload: 5,
});

/** Times that FFmpeg is given are microseconds. */
function cameraOptions(request: OpenRequest): Omit<InputOptions, 'url'> {
  const timeoutUs = request.options.networkTimeoutMs * 1000;
  const scheme = /^[a-z]+/i.exec(request.url)?.[0].toLowerCase();
  switch (scheme) {
    case 'rtmp':
    case 'rtmps':
      return {
        format: 'flv',
        options: {
          protocol_whitelist: 'rtmp,rtmps,httpproxy,tcp,tls',
          rw_timeout: timeoutUs,
          rtmp_live: 'live',
          analyzeduration,
        },
      };
    case 'srt':
      return {
        format: 'mpegts',
        options: { protocol_whitelist: 'srt', timeout: timeoutUs, analyzeduration },
      };
    case 'udp':
      return {
        format: 'mpegts',
        options: {
          protocol_whitelist: 'udp',
          timeout: timeoutUs,
          // A burst that does not fit is lost; it must not end the session.
          overrun_nonfatal: 1,
          analyzeduration,
        },
      };
    default:
      return { options: { ...rtspOptions(request), timeout: timeoutUs, analyzeduration } };
  }
}

/** TCP loses nothing; UDP is for cameras that refuse TCP, and for operators who ask for it. */
function rtspOptions({ transport = 'auto' }: OpenRequest): Record<string, string> {
  const protocol_whitelist = 'rtsp,rtsps,rtp,tcp,tls,udp';
  if (transport !== 'auto') return { protocol_whitelist, rtsp_transport: transport };
  return { protocol_whitelist, rtsp_transport: 'tcp+udp', rtsp_flags: 'prefer_tcp' };
}
