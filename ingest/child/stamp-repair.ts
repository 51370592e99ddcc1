/**
 * Gives time stamps to video packets that have none: the first packet of many RTSP sessions, and
 * every packet of raw streams. A packet without one follows the packet before it by one frame; the
 * very first precedes the first stamp that probing saw.
 */
import { AV_NOPTS_VALUE } from 'node-av/constants';
import type { Packet } from 'node-av/lib';
import type { OpenInput } from './open-input.ts';

export class StampRepair {
  readonly #interval: bigint;
  #next: bigint;

  constructor(input: OpenInput) {
    const { num, den } = input.video.timeBase;
    const { startTime } = input.video;
    this.#interval = BigInt(Math.round((input.frameIntervalMs * den) / (num * 1000)));
    this.#next = startTime === AV_NOPTS_VALUE ? 0n : startTime - this.#interval;
  }

  /** Changes the packet in place. */
  repair(packet: Packet): void {
    if (packet.pts === AV_NOPTS_VALUE && packet.dts === AV_NOPTS_VALUE) {
      packet.pts = this.#next;
      packet.dts = this.#next;
    }
    this.#next = (packet.dts === AV_NOPTS_VALUE ? packet.pts : packet.dts) + this.#interval;
  }
}
