/**
 * The sound of one source as it is written: copied where MP4 holds it as it comes, encoded otherwise.
 * It stays as it is once settled, for files of one epoch have the same tracks.
 */
import { AV_CODEC_ID_AAC } from 'node-av/constants';
import { type Stream as AvStream, CodecParameters, Packet } from 'node-av/lib';
import { aacConfigOf, adtsHeaderBytes } from './aac-config.ts';
import { stampToMs } from './open-input.ts';
import { needsOtherSound, type SoundSource } from './segment-output.ts';
import { openSoundEncoder, type SoundEncoder } from './sound-encoder.ts';

/** `atMs`: decoding time, milliseconds. */
export type TakeSound = (packet: Packet, atMs: number) => void;

export class SoundTrack {
  readonly #audio: AvStream;
  readonly #take: TakeSound;
  readonly #codecId: number;
  /** A packet without its header, while these are not copied. */
  readonly #bare = new Packet();
  #hasHeaders = false;
  #isSettled = false;
  /** As it is written. */
  #source: SoundSource | undefined;
  /** Open while the sound is encoded. */
  #encoder: SoundEncoder | undefined;

  /** `take` gets packets that are valid during the call. */
  constructor(audio: AvStream, take: TakeSound) {
    this.#audio = audio;
    this.#take = take;
    this.#codecId = audio.codecpar.codecId;
    this.#bare.alloc();
    if (!needsOtherSound(audio)) this.#copy(audio.codecpar.extradata);
    else if (this.#codecId !== AV_CODEC_ID_AAC) this.#encode();
  }

  /** False when nothing here decodes it. */
  get isHeard(): boolean {
    return !this.#isSettled || this.#source !== undefined;
  }

  /** The source tells of another codec: nothing more is taken of it here. */
  get isOver(): boolean {
    return this.#audio.codecpar.codecId !== this.#codecId;
  }

  /** As it is written, which is said at the latest now; undefined when nothing here decodes it. */
  settle(): SoundSource | undefined {
    if (!this.#isSettled) this.#encode();
    return this.#source;
  }

  write(packet: Packet): void {
    if (this.isOver) return;
    if (!this.#isSettled) this.#settleBy(packet);
    if (this.#encoder) this.#encoder.encode(packet);
    else this.#hand(this.#hasHeaders ? this.#withoutHeader(packet) : packet);
  }

  /** Gives all that it holds. */
  drain(): void {
    this.#encoder?.drain();
  }

  close(): void {
    if (this.#encoder) this.#encoder.close();
    else this.#source?.codecpar.free();
    this.#bare.free();
  }

  /** AAC of transport streams says in its packets, and nowhere else, how it is decoded. */
  #settleBy(packet: Packet): void {
    const config = packet.data && aacConfigOf(packet.data);
    this.#hasHeaders = Boolean(config);
    if (config) this.#copy(config);
    else this.#encode();
  }

  #withoutHeader(packet: Packet): Packet {
    const { data, pts, dts, duration } = packet;
    if (!data) return packet;
    // This resets all the rest.
    this.#bare.data = data.subarray(adtsHeaderBytes(data));
    return Object.assign(this.#bare, { pts, dts, duration, isKeyframe: true });
  }

  #copy(config: Buffer | null): void {
    const codecpar = new CodecParameters();
    codecpar.alloc();
    this.#audio.codecpar.copy(codecpar);
    codecpar.extradata = config;
    this.#source = { codecpar, timeBase: this.#audio.timeBase };
    this.#isSettled = true;
  }

  #encode(): void {
    this.#encoder = openSoundEncoder(this.#audio, (packet) => this.#hand(packet));
    this.#source = this.#encoder;
    this.#isSettled = true;
  }

  #hand(packet: Packet): void {
    const ms = this.#source && stampToMs(packet.dts, this.#source);
    if (ms !== undefined) this.#take(packet, ms);
  }
}
