/** One player of the test camera: sends it pictures and sound at the camera's pace, with its faults. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CameraFaults } from './camera-faults.ts';
import { type AccessUnit, isKeyUnit } from './h264-units.ts';
import { audioPayloadType, payloadsOf, rtpPacket, videoPayloadType } from './rtp-packets.ts';

const videoClock = 90_000;
/** RTP clocks begin anywhere; a clock that begins at 0 leaves FFmpeg's first packet without a time. */
const usualFirstTimestamp = 123_456_789;
const unknownPayloadType = 120;
const audioPacketMs = 20;
/** 8 kHz, a byte a sample; 0xff is silence. */
const audioPacketBytes = 8 * audioPacketMs;
const silence = Buffer.alloc(audioPacketBytes, 0xff);
const heldPollMs = 20;

/** Takes one RTP packet to the player. */
export type Send = (packet: Buffer) => void;

export interface PlayerOptions {
  readonly units: readonly AccessUnit[];
  readonly framesPerSecond: number;
  /** Milliseconds of the clip that have passed before PLAY. */
  readonly position: number;
  /** The camera's faults of this moment, so long after PLAY. */
  readonly faultsAt: (elapsedMs: number) => CameraFaults;
  readonly video: Send | undefined;
  readonly audio: Send | undefined;
  /** G.711 mu-law, 8 kHz, from PLAY on; silence without it and after it. */
  readonly sound?: Buffer;
  /** Closes the connection. */
  readonly close: (how: 'fin' | 'rst') => void;
  readonly gone: AbortSignal;
}

export class RtspPlayer {
  readonly #options: PlayerOptions;
  readonly #startedAt = performance.now();
  #sequence = 0;
  #videoPackets = 0;
  /** A packet that comes after the next one. */
  #late: Buffer | undefined;
  #frozen: AccessUnit | undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  /** Returns when the player has gone. */
  async play(): Promise<void> {
    const { video, audio } = this.#options;
    await Promise.all([video && this.#playVideo(video), audio && this.#playAudio(audio)]);
  }

  get #faults(): CameraFaults {
    return this.#options.faultsAt(performance.now() - this.#startedAt);
  }

  async #playVideo(send: Send): Promise<void> {
    const { framesPerSecond, gone, close, position } = this.#options;
    const from = position - (this.#faults.keptMs ?? 0);
    const first = this.#firstUnit((from * framesPerSecond) / 1000);
    let due = this.#startedAt + (first * 1000) / framesPerSecond - position;
    for (let n = first; !gone.aborted; n += 1) {
      await this.#until(due);
      const faults = this.#faults;
      if (faults.closes) return close(faults.closes);
      this.#sendPicture(send, n, faults);
      due += 1000 / (faults.sentFramesPerSecond ?? framesPerSecond);
    }
  }

  /** Number of the first picture that is sent at or after picture `from`, counting round and round. */
  #firstUnit(from: number): number {
    const { units } = this.#options;
    let n = Math.ceil(Math.max(0, from));
    if (this.#faults.joinsAt === 'now') return n;
    while (!isKeyUnit(units[n % units.length]!)) n += 1;
    return n;
  }

  async #playAudio(send: Send): Promise<void> {
    const { gone, sound = silence } = this.#options;
    for (let n = 0; !gone.aborted; n += 1) {
      await this.#until(this.#startedAt + n * audioPacketMs);
      const timestamp = n * audioPacketBytes;
      const samples = sound.subarray(timestamp, timestamp + audioPacketBytes);
      const payload = samples.length === audioPacketBytes ? samples : silence;
      const header = { payloadType: audioPayloadType, sequence: n, timestamp, marker: n === 0 };
      const { sends, silentTracks } = this.#faults;
      if (sends !== 'nothing' && !silentTracks?.includes('audio')) send(rtpPacket(header, payload));
    }
  }

  /** Also waits while everything is held back. */
  async #until(due: number): Promise<void> {
    const { gone } = this.#options;
    const wait = (ms: number) => sleep(ms, undefined, { signal: gone }).catch(() => {});
    const early = due - performance.now();
    if (early > 0) await wait(early);
    while (this.#faults.sends === 'held' && !gone.aborted) await wait(heldPollMs);
  }

  #sendPicture(send: Send, n: number, faults: CameraFaults): void {
    const { units, framesPerSecond } = this.#options;
    const current = units[n % units.length]!;
    if (!faults.isFrozen) this.#frozen = undefined;
    else if (isKeyUnit(current)) this.#frozen ??= current;
    const { sends = 'all', firstTimestamp = usualFirstTimestamp, timestampOffsetMs = 0 } = faults;
    const mediaMs = (n * 1000) / framesPerSecond + timestampOffsetMs;
    const timestamp = firstTimestamp + (mediaMs * videoClock) / 1000;
    const payloadType = sends === 'unknown-type' ? unknownPayloadType : videoPayloadType;
    const payloads = payloadsOf(this.#frozen ?? current);
    for (const [i, payload] of payloads.entries()) {
      const marker = i === payloads.length - 1;
      const header = { payloadType, sequence: this.#sequence++, timestamp, marker };
      if (sends !== 'nothing' && sends !== 'audio' && !faults.silentTracks?.includes('video')) {
        this.#sendOrLose(send, rtpPacket(header, payload), faults);
      }
    }
  }

  #sendOrLose(send: Send, packet: Buffer, { lossEvery, reorderEvery }: CameraFaults): void {
    this.#videoPackets += 1;
    if (lossEvery && this.#videoPackets % lossEvery === 0) return;
    if (reorderEvery && !this.#late && this.#videoPackets % reorderEvery === 0) {
      this.#late = packet;
      return;
    }
    send(packet);
    if (this.#late) send(this.#late);
    this.#late = undefined;
  }
}
