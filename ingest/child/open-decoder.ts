/**
 * Opens the decoder of a video stream: on graphics hardware where that is wished for and there, else
 * in software. A decoder that its hardware refuses later, for a profile perhaps, goes on in software
 * by itself.
 */
import {
  AV_HWDEVICE_TYPE_CUDA,
  AV_HWDEVICE_TYPE_VAAPI,
  AV_HWDEVICE_TYPE_VIDEOTOOLBOX,
  type AVHWDeviceType,
} from 'node-av/constants';
import { type Stream as AvStream, Codec, CodecContext, HardwareDeviceContext } from 'node-av/lib';
import type { DecodeMode } from '../domain/stream.ts';
import type { HardwareChoice, HardwareKind } from '../ingest-options.ts';
import { InputError } from './input-error.ts';

export interface DecoderOptions {
  readonly maxPixels: number;
  readonly decode: DecodeMode;
  readonly hardware: HardwareChoice;
}

export interface OpenDecoder {
  readonly context: CodecContext;
  /** Undefined for software. */
  readonly hardware: HardwareKind | undefined;
  /** Frees everything. */
  close(): void;
}

/** Throws InputError when nothing here decodes the video. */
export function openDecoder(video: AvStream, options: DecoderOptions): OpenDecoder {
  for (const kind of wishedFor(options.hardware)) {
    const device = openDevice(kind);
    if (!device) continue;
    const context = openContext(video, options, device);
    if (context) return { context, hardware: kind, close: () => close(context, device) };
    device.free();
  }
  const context = openContext(video, options);
  if (context) return { context, hardware: undefined, close: () => close(context) };
  throw new InputError('unreadable', 'the decoder refuses the video');
}

const deviceTypes: Readonly<Record<HardwareKind, AVHWDeviceType>> = {
  vaapi: AV_HWDEVICE_TYPE_VAAPI,
  cuda: AV_HWDEVICE_TYPE_CUDA,
  videotoolbox: AV_HWDEVICE_TYPE_VIDEOTOOLBOX,
};

/** `auto`: the first that is there, the lightest first. */
function wishedFor(choice: HardwareChoice): readonly HardwareKind[] {
  if (choice === 'off') return [];
  return choice === 'auto' ? ['videotoolbox', 'vaapi', 'cuda'] : [choice];
}

function openDevice(kind: HardwareKind): HardwareDeviceContext | undefined {
  const device = new HardwareDeviceContext();
  if (device.create(deviceTypes[kind], null, null) >= 0) return device;
  device.free();
  return undefined;
}

function openContext(
  video: AvStream,
  { maxPixels, decode }: DecoderOptions,
  device?: HardwareDeviceContext,
): CodecContext | undefined {
  const codec = Codec.findDecoder(video.codecpar.codecId);
  if (!codec) throw new InputError('unreadable', 'there is no decoder for the video');
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(video.codecpar);
  context.threadCount = 1;
  context.pktTimebase = video.timeBase;
  // Not through open2's dictionary: node-av 6.1.1 frees that twice, at some later garbage collection.
  context.setOption('max_pixels', maxPixels);
  if (decode === 'non-reference') context.setOption('skip_frame', 'noref');
  if (device) context.hwDeviceCtx = device;
  if (context.open2Sync(codec) >= 0) return context;
  context.freeContext();
  return undefined;
}

function close(context: CodecContext, device?: HardwareDeviceContext): void {
  context.freeContext();
  device?.free();
}
