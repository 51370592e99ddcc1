/** Decodes one video stream, one packet at a time, on the calling thread; counts what fails. */
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { type Stream as AvStream, Frame, type Packet } from 'node-av/lib';
import type { DecodeStatistics } from '../domain/chunk.ts';
import type { HardwareKind } from '../ingest-options.ts';
import { type DecoderOptions, type OpenDecoder, openDecoder } from './open-decoder.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export class VideoDecoder {
  readonly #options: DecoderOptions;
  readonly #frame = new Frame();
  #decoder: OpenDecoder;
  #statistics = noStatistics;
  #framesDecoded = 0;
  /** The codec that is open has given a picture. */
  #hasShown = false;

  constructor(video: AvStream, options: DecoderOptions) {
    this.#options = options;
    this.#decoder = openDecoder(video, options);
    this.#frame.alloc();
  }

  /** Frames decoded since the start. */
  get framesDecoded(): number {
    return this.#framesDecoded;
  }

  /** Undefined for software. */
  get hardware(): HardwareKind | undefined {
    return this.#decoder.hardware;
  }

  /** Of the packet that was fed last, which may give its picture later. */
  get size(): PictureSize {
    const { width, height } = this.#decoder.context;
    return { width, height };
  }

  /** What was counted since `takeStatistics` was last called. */
  get statistics(): DecodeStatistics {
    return this.#statistics;
  }

  takeStatistics(): DecodeStatistics {
    const taken = this.#statistics;
    this.#statistics = noStatistics;
    return taken;
  }

  /** Goes on with another codec; what the one before still held is gone. */
  reopen(video: AvStream): void {
    const decoder = openDecoder(video, this.#options);
    this.#decoder.close();
    this.#decoder = decoder;
    this.#hasShown = false;
  }

  /** Feeds a packet, or the end of the stream. */
  send(packet: Packet | null): void {
    const code = this.#decoder.context.sendPacketSync(packet);
    this.#count({ packets: packet ? 1 : 0, decodeErrors: this.#isError(code) ? 1 : 0 });
  }

  /** A packet that need not be decoded. */
  passOver(): void {
    this.#count({ packets: 1 });
  }

  /** After the end of the stream was fed and all received: more can be fed. */
  restart(): void {
    this.#decoder.context.flushBuffers();
  }

  /** The next decoded frame, valid until the next call; undefined when it needs more packets. */
  receive(): Frame | undefined {
    this.#frame.unref();
    const code = this.#decoder.context.receiveFrameSync(this.#frame);
    if (code < 0) {
      this.#count({ decodeErrors: this.#isError(code) ? 1 : 0 });
      return undefined;
    }
    this.#framesDecoded += 1;
    this.#hasShown = true;
    this.#count({ framesDecoded: 1, decodeErrors: this.#frame.decodeErrorFlags === 0 ? 0 : 1 });
    return this.#frame;
  }

  /** A frame came out of the decoder and was lost afterwards. */
  countError(): void {
    this.#count({ decodeErrors: 1 });
  }

  /** Packets never came, so that pictures are missing or damaged. */
  countLost(packets: number): void {
    if (packets > 0 && this.#hasShown) this.#count({ packetsLost: packets });
  }

  close(): void {
    this.#frame.free();
    this.#decoder.close();
  }

  /** What fails before the first picture is the tail of pictures that began before we came. */
  #isError(code: number): boolean {
    return code < 0 && code !== AVERROR_EAGAIN && code !== AVERROR_EOF && this.#hasShown;
  }

  #count(more: Partial<DecodeStatistics>): void {
    const { packets, framesDecoded, decodeErrors, packetsLost = 0 } = this.#statistics;
    const lost = packetsLost + (more.packetsLost ?? 0);
    this.#statistics = {
      packets: packets + (more.packets ?? 0),
      framesDecoded: framesDecoded + (more.framesDecoded ?? 0),
      decodeErrors: decodeErrors + (more.decodeErrors ?? 0),
      ...(lost > 0 && { packetsLost: lost }),
    };
  }
}

const noStatistics: DecodeStatistics = { packets: 0, framesDecoded: 0, decodeErrors: 0 };
