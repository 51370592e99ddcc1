/**
 * Encodes sound that MP4 does not hold as it comes, such as a camera's G.711, to AAC. Packets count
 * time in samples, from the source's zero; an encoder's first packet lies one frame before the sound
 * that it begins with, for decoders need it to warm up.
 */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_ID_AAC,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import {
  type Stream as AvStream,
  Codec,
  CodecContext,
  CodecParameters,
  FFmpegError,
  Frame,
  Packet,
  Rational,
} from 'node-av/lib';
import { stampToMs } from './open-input.ts';
import { type FrameFormat, SoundFramer } from './sound-framer.ts';

/** Of AAC. Below 16 kHz a frame is so long that sound and picture end apart at a cut. */
const rates = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
/** Of sources; less or more is damage, and would cost much to convert. */
const [lowestRate, highestRate] = [4_000, 192_000];
const frameLength = 1_024;
/** Up to it the framer follows the stamps; across more the encoder begins anew. */
const jumpMs = 1_000;

export class SoundEncoder {
  readonly codecpar = new CodecParameters();
  readonly timeBase: Rational;
  readonly #source: AvStream;
  readonly #take: (packet: Packet) => void;
  readonly #format: FrameFormat;
  readonly #decoder: CodecContext;
  readonly #decoded = new Frame();
  readonly #packet = new Packet();
  #encoder: CodecContext;
  #framer: SoundFramer | undefined;
  /** When the next packet should be. */
  #dueMs: number | undefined;
  #hasWarned = false;

  /** `take` gets packets that are valid during the call. Throws when nothing here decodes the sound. */
  constructor(source: AvStream, take: (packet: Packet) => void) {
    const { sampleRate, channels } = source.codecpar;
    const rate = rates.find((one) => one % sampleRate === 0) ?? 48_000;
    this.timeBase = new Rational(1, rate);
    this.#source = source;
    this.#take = take;
    this.#format = { rate, layout: channels === 1 ? 'mono' : 'stereo', length: frameLength };
    this.#decoder = openDecoder(source);
    this.#encoder = openEncoder(this.#format);
    this.codecpar.alloc();
    this.codecpar.fromContext(this.#encoder);
    // Players of Matroska would skip so much at the beginning of every file.
    this.codecpar.initialPadding = 0;
    this.#decoded.alloc();
    this.#packet.alloc();
  }

  /** What cannot be decoded or encoded is left out. */
  encode(packet: Packet): void {
    try {
      if (this.#jumpsTo(packet)) this.drain();
      const code = this.#decoder.sendPacketSync(packet);
      while (this.#decoder.receiveFrameSync(this.#decoded) >= 0) this.#frame(this.#decoded);
      if (code < 0) this.#warn(`it cannot be decoded: ${FFmpegError.strerror(code)}`);
    } catch (error) {
      this.#warn(messageOf(error));
    }
  }

  /** Gives all that it holds; what follows begins anew. */
  drain(): void {
    if (!this.#framer) return;
    this.#framer.push(null, (frame) => this.#send(frame));
    this.#framer.close();
    this.#framer = undefined;
    this.#send(null);
    // FFmpeg's AAC encoder takes nothing more after its end.
    this.#encoder.freeContext();
    this.#encoder = openEncoder(this.#format);
    this.#dueMs = undefined;
  }

  close(): void {
    this.#framer?.close();
    this.#encoder.freeContext();
    this.#decoder.freeContext();
    this.#decoded.free();
    this.#packet.free();
    this.codecpar.free();
  }

  #jumpsTo({ pts, duration }: Packet): boolean {
    const ms = stampToMs(pts, this.#source);
    if (ms === undefined) return false;
    const step = ms - (this.#dueMs ?? ms);
    this.#dueMs = ms + (stampToMs(duration, this.#source) ?? 0);
    return Math.abs(step) > jumpMs;
  }

  #frame(decoded: Frame): void {
    decoded.pts = decoded.bestEffortTimestamp;
    if (this.#framer?.fits(decoded) === false) this.drain();
    this.#framer ??= new SoundFramer(this.#source, decoded, this.#format);
    this.#framer.push(decoded, (frame) => this.#send(frame));
    decoded.unref();
  }

  #send(frame: Frame | null): void {
    const code = this.#encoder.sendFrameSync(frame);
    if (code < 0) this.#warn(`it cannot be encoded: ${FFmpegError.strerror(code)}`);
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      this.#take(this.#packet);
      this.#packet.unref();
    }
  }

  /** Once, for damage comes by the packet. */
  #warn(why: string): void {
    if (!this.#hasWarned) console.error(`sound is left out: ${why}`);
    this.#hasWarned = true;
  }
}

/** An encoder for the sound; undefined, with a warning, when nothing here decodes it. */
export function openSoundEncoder(
  source: AvStream,
  take: (packet: Packet) => void,
): SoundEncoder | undefined {
  try {
    return new SoundEncoder(source, take);
  } catch (error) {
    console.error(`sound is left out: ${messageOf(error)}`);
    return undefined;
  }
}

function openDecoder({ codecpar, timeBase }: AvStream): CodecContext {
  const { sampleRate } = codecpar;
  if (sampleRate < lowestRate || sampleRate > highestRate) {
    throw new Error(`it has ${sampleRate} samples a second`);
  }
  const codec = Codec.findDecoder(codecpar.codecId);
  if (!codec) throw new Error('there is no decoder for it');
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(codecpar);
  context.pktTimebase = timeBase;
  return opened(context, codec);
}

function openEncoder({ rate, layout }: FrameFormat): CodecContext {
  const codec = Codec.findEncoder(AV_CODEC_ID_AAC);
  if (!codec) throw new Error('FFmpeg was built without an AAC encoder');
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = rate;
  context.sampleFormat = AV_SAMPLE_FMT_FLTP;
  context.channelLayout = layout === 'mono' ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
  context.bitRate = bitRateOf(rate, layout);
  context.timeBase = new Rational(1, rate);
  return opened(context, codec);
}

/** Two bits a sample, up to what is enough for any sound. */
function bitRateOf(rate: number, layout: FrameFormat['layout']): bigint {
  const ofChannel = Math.min(2 * rate, 64_000);
  return BigInt(layout === 'mono' ? ofChannel : 2 * ofChannel);
}

function opened(context: CodecContext, codec: Codec): CodecContext {
  context.threadCount = 1;
  const code = context.open2Sync(codec);
  if (code >= 0) return context;
  context.freeContext();
  throw new Error(`${codec.name} cannot be opened: ${FFmpegError.strerror(code)}`);
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
