/**
 * Scales decoded frames to the analysis size and writes them as JPEG. The picture stays in YUV all
 * the way; scaling also widens limited to full range, which JPEG decoders expect.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  AV_CODEC_FLAG_QSCALE,
  AV_CODEC_ID_MJPEG,
  AV_FRAME_FLAG_INTERLACED,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_JPEG,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_BT709,
  AVCOL_TRC_SMPTE2084,
  FF_QP2LAMBDA,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FFmpegError,
  Frame,
  Packet,
  Rational,
  SoftwareScaleContext,
} from 'node-av/lib';
import type { Instant } from '../../kernel/time.ts';
import type { PictureLook } from '../domain/picture-health.ts';
import { type LumaPlane, PictureMeter } from '../picture-meter.ts';
import { analysisSize } from '../sample-frames.ts';
import { type Rotation, withOrientation } from './orientation.ts';

export interface FrameWriterOptions {
  readonly root: string;
  readonly longSide: number;
  /** 1..100. */
  readonly jpegQuality: number;
  /** How the source wants its pictures turned. */
  readonly rotation: Rotation;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export class FrameWriter {
  readonly #options: FrameWriterOptions;
  readonly #meter = new PictureMeter();
  #encoder: JpegEncoder | undefined;

  constructor(options: FrameWriterOptions) {
    this.#options = options;
  }

  /** Writes the frame under its key, whole or not at all; returns the size it is shown at. */
  write(frame: Frame, key: string): Size {
    const { root, longSide, rotation } = this.#options;
    const size = sizeFor(frame, longSide);
    using downloaded = frame.hwFramesCtx ? download(frame) : undefined;
    const jpeg = withOrientation(this.#encoderFor(size).encode(downloaded ?? frame), rotation);
    const path = join(root, key);
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeFileSync(`${path}.tmp`, jpeg);
      renameSync(`${path}.tmp`, path);
    } catch (error) {
      // Half a picture on a full disk takes what another could use.
      rmSync(`${path}.tmp`, { force: true });
      throw error;
    }
    return rotation % 180 === 0 ? size : { width: size.height, height: size.width };
  }

  /** What the frame that was written last looks like; see `PictureMeter.measure`. */
  look(at: Instant, isFresh: boolean): PictureLook | undefined {
    const luma = this.#encoder?.luma;
    return luma && this.#meter.measure(luma, at, isFresh);
  }

  close(): void {
    this.#encoder?.close();
  }

  #encoderFor(size: Size): JpegEncoder {
    if (!this.#encoder?.fits(size)) {
      this.#encoder?.close();
      this.#encoder = new JpegEncoder(size, this.#options.jpegQuality);
    }
    return this.#encoder;
  }
}

/** A picture in the memory of graphics hardware, as one in ours. */
function download(frame: Frame): Frame {
  const downloaded = new Frame();
  downloaded.alloc();
  requireSuccess(frame.hwframeTransferDataSync(downloaded), 'download a frame');
  requireSuccess(downloaded.copyProps(frame), 'download a frame');
  return downloaded;
}

function sizeFor(frame: Frame, longSide: number): Size {
  const { width, height, sampleAspectRatio } = frame;
  const pixelAspect = sampleAspectRatio.num > 0 ? sampleAspectRatio.toDouble() : 1;
  return analysisSize({ width, height, pixelAspect }, longSide);
}

/** Scaler and encoder for one size; the source may change size and format from frame to frame. */
class JpegEncoder {
  readonly #size: Size;
  readonly #quality: number;
  readonly #scaler = new SoftwareScaleContext();
  readonly #scaled = new Frame();
  readonly #context = new CodecContext();
  readonly #packet = new Packet();
  #count = 0n;

  constructor(size: Size, quality: number) {
    this.#size = size;
    this.#quality = quantiserOf(quality) * FF_QP2LAMBDA;
    this.#scaler.allocContext();
    this.#packet.alloc();
    this.#prepareFrame();
    this.#openCodec();
  }

  fits(size: Size): boolean {
    return size.width === this.#size.width && size.height === this.#size.height;
  }

  /** Of the picture that was encoded last. */
  get luma(): LumaPlane | undefined {
    const [data] = this.#scaled.data ?? [];
    return data && { data, stride: this.#scaled.linesize[0]!, ...this.#size };
  }

  encode(frame: Frame): Buffer {
    // Both fields at once: the scaler refuses to make whole pictures out of fields.
    frame.clearFlags(AV_FRAME_FLAG_INTERLACED);
    passForOrdinary(frame);
    requireSuccess(this.#scaler.scaleFrameSync(this.#scaled, frame), 'scale a frame');
    this.#scaled.pts = this.#count++;
    this.#scaled.quality = this.#quality;
    requireSuccess(this.#context.sendFrameSync(this.#scaled), 'encode a frame');
    requireSuccess(this.#context.receivePacketSync(this.#packet), 'encode a frame');
    // A copy, for the packet's memory is about to be reused.
    const jpeg = Buffer.from(this.#packet.data!);
    this.#packet.unref();
    return jpeg;
  }

  close(): void {
    this.#packet.free();
    this.#scaled.free();
    this.#context.freeContext();
    this.#scaler.freeContext();
  }

  #prepareFrame(): void {
    this.#scaled.alloc();
    this.#scaled.width = this.#size.width;
    this.#scaled.height = this.#size.height;
    this.#scaled.format = AV_PIX_FMT_YUV420P;
    this.#scaled.colorRange = AVCOL_RANGE_JPEG;
    requireSuccess(this.#scaled.getBuffer(), 'allocate a frame');
  }

  #openCodec(): void {
    const codec = Codec.findEncoder(AV_CODEC_ID_MJPEG);
    if (!codec) throw new Error('FFmpeg was built without a JPEG encoder');
    this.#context.allocContext3(codec);
    this.#context.width = this.#size.width;
    this.#context.height = this.#size.height;
    this.#context.pixelFormat = AV_PIX_FMT_YUV420P;
    this.#context.colorRange = AVCOL_RANGE_JPEG;
    this.#context.timeBase = new Rational(1, 1000);
    this.#context.threadCount = 1;
    this.#context.setFlags(AV_CODEC_FLAG_QSCALE);
    this.#context.globalQuality = this.#quality;
    // Fixed tables save a second pass over every picture and cost a few per cent in size.
    this.#context.setOption('huffman', 'default', AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN);
    requireSuccess(this.#context.open2Sync(codec), 'open the JPEG encoder');
  }
}

/**
 * High dynamic range is shown flat: FFmpeg would work out a colour table first, which takes more than
 * three seconds of processor time whenever a source is opened.
 */
function passForOrdinary(frame: Frame): void {
  if (frame.colorTrc !== AVCOL_TRC_SMPTE2084 && frame.colorTrc !== AVCOL_TRC_ARIB_STD_B67) return;
  frame.colorTrc = AVCOL_TRC_BT709;
  frame.colorPrimaries = AVCOL_PRI_BT709;
}

/** MJPEG quantiser, 2 (best) to 31, of a quality of 1 to 100. */
const quantiserOf = (quality: number): number => Math.round(2 + ((100 - quality) / 99) * 29);

function requireSuccess(code: number, what: string): void {
  FFmpegError.throwIfError(code, what);
}
