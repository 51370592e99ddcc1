/**
 * Puts the packets of picture and sound into one order of time. Sources send either of them up to a
 * second before the other, and an encoder holds some sound back: without this, sound from before a
 * cut would come after it.
 */
import { Packet } from 'node-av/lib';

export type TrackKind = 'video' | 'sound';

interface HeldPacket {
  readonly packet: Packet;
  readonly kind: TrackKind;
  readonly atMs: number;
}

/** A track that lags by more is not waited for, nor one that has fallen silent. */
const longestHoldMs = 1_000;
/** Of one track; time stamps may stand still. */
const mostHeld = 250;
/** Times on both sides of such a step do not compare. */
const jumpMs = 2_000;

export class Interleaver {
  readonly #release: (packet: Packet, kind: TrackKind) => void;
  readonly #held: Readonly<Record<TrackKind, HeldPacket[]>> = { video: [], sound: [] };
  readonly #newestMs: Partial<Record<TrackKind, number>> = {};
  /** Empty, to be used again. */
  readonly #spare: Packet[] = [];

  /** What is released is a reference of its own, valid during the call only. */
  constructor(release: (packet: Packet, kind: TrackKind) => void) {
    this.#release = release;
  }

  /** Takes a reference. `atMs`: decoding time, milliseconds. */
  push(packet: Packet, kind: TrackKind, atMs: number): void {
    if (Math.abs(atMs - (this.#newestMs[kind] ?? atMs)) > jumpMs) this.flush();
    this.#newestMs[kind] = atMs;
    this.#held[kind].push({ packet: this.#referenceTo(packet), kind, atMs });
    while (this.#isDue()) this.#releaseNext();
  }

  /** Releases everything. */
  flush(): void {
    while (this.#next()) this.#releaseNext();
  }

  close(): void {
    this.flush();
    for (const packet of this.#spare.splice(0)) packet.free();
  }

  #isDue(): boolean {
    const { video, sound } = this.#held;
    return (video.length > 0 && sound.length > 0) || isFull(video) || isFull(sound);
  }

  #releaseNext(): void {
    const next = this.#next();
    if (!next) return;
    this.#held[next.kind].shift();
    this.#release(next.packet, next.kind);
    next.packet.unref();
    this.#spare.push(next.packet);
  }

  #next(): HeldPacket | undefined {
    const [video, sound] = [this.#held.video[0], this.#held.sound[0]];
    if (!video || !sound) return video ?? sound;
    return sound.atMs < video.atMs ? sound : video;
  }

  #referenceTo(packet: Packet): Packet {
    const reference = this.#spare.pop() ?? emptyPacket();
    reference.ref(packet);
    return reference;
  }
}

function isFull(held: readonly HeldPacket[]): boolean {
  const [first, last] = [held[0], held.at(-1)];
  if (!first || !last) return false;
  return held.length > mostHeld || last.atMs - first.atMs > longestHoldMs;
}

function emptyPacket(): Packet {
  const packet = new Packet();
  packet.alloc();
  return packet;
}
