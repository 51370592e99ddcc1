/** Decodes one video stream, one packet at a time, on the calling thread; counts what fails. */
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { type Stream as AvStream, Codec, CodecContext, Frame, type Packet } from 'node-av/lib';
import type { DecodeStatistics } from '../domain/chunk.ts';
import { InputError } from './open-input.ts';

export class VideoDecoder {
  readonly #context = new CodecContext();
  readonly #frame = new Frame();
  #statistics = noStatistics;
  #framesDecoded = 0;

  constructor(video: AvStream, options: { maxPixels: number }) {
    const codec = Codec.findDecoder(video.codecpar.codecId);
    if (!codec) throw new InputError('unreadable', 'there is no decoder for the video');
    this.#context.allocContext3(codec);
    this.#context.parametersToContext(video.codecpar);
    this.#context.threadCount = 1;
    this.#context.pktTimebase = video.timeBase;
    // Not through open2's dictionary: node-av 6.1.1 frees that twice, at some later garbage collection.
    this.#context.setOption('max_pixels', options.maxPixels);
    if (this.#context.open2Sync(codec) < 0)
      throw new InputError('unreadable', 'the decoder refuses the video');
    this.#frame.alloc();
  }

  /** Frames decoded since the start. */
  get framesDecoded(): number {
    return this.#framesDecoded;
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

  /** Feeds a packet, or the end of the stream. */
  send(packet: Packet | null): void {
    const code = this.#context.sendPacketSync(packet);
    this.#count({ packets: packet ? 1 : 0, decodeErrors: this.#isError(code) ? 1 : 0 });
  }

  /** The next decoded frame, valid until the next call; undefined when it needs more packets. */
  receive(): Frame | undefined {
    this.#frame.unref();
    const code = this.#context.receiveFrameSync(this.#frame);
    if (code < 0) {
      this.#count({ decodeErrors: this.#isError(code) ? 1 : 0 });
      return undefined;
    }
    this.#framesDecoded += 1;
    this.#count({ framesDecoded: 1, decodeErrors: this.#frame.decodeErrorFlags === 0 ? 0 : 1 });
    return this.#frame;
  }

  /** A frame came out of the decoder and was lost afterwards. */
  countError(): void {
    this.#count({ decodeErrors: 1 });
  }

  close(): void {
    this.#frame.free();
    this.#context.freeContext();
  }

  /** What fails before the first picture is the tail of pictures that began before we came. */
  #isError(code: number): boolean {
    return code < 0 && code !== AVERROR_EAGAIN && code !== AVERROR_EOF && this.#framesDecoded > 0;
  }

  #count(more: Partial<DecodeStatistics>): void {
    const { packets, framesDecoded, decodeErrors } = this.#statistics;
    this.#statistics = {
      packets: packets + (more.packets ?? 0),
      framesDecoded: framesDecoded + (more.framesDecoded ?? 0),
      decodeErrors: decodeErrors + (more.decodeErrors ?? 0),
    };
  }
}

const noStatistics: DecodeStatistics = { packets: 0, framesDecoded: 0, decodeErrors: 0 };
