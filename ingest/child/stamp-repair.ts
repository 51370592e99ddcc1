/**
 * Gives video packets the decoding times they lack: the first packet of many RTSP sessions and every
 * packet of raw streams have no time at all, Matroska has no decoding times where pictures are
 * reordered. Presentation times are left alone, for decoders work them out better from decoding
 * times, but for those that damage has set far away from the decoding time.
 */
import { AV_NOPTS_VALUE } from 'node-av/constants';
import type { Packet } from 'node-av/lib';
import type { OpenInput } from './open-input.ts';

/** More than the 16 pictures that H.264 and HEVC may reorder take, however slow they come. */
const farMs = 10_000;

export class StampRepair {
  /** In time base units, like everything here. */
  readonly #interval: bigint;
  /** Presentation is no further away from decoding. */
  readonly #farthest: bigint;
  /** How far decoding runs ahead of presentation. */
  readonly #delay: bigint;
  #lastDts: bigint | undefined;
  /** Of the first picture that has a time. */
  readonly #firstPts: bigint;

  constructor(input: OpenInput) {
    const { num, den } = input.video.timeBase;
    const { startTime, codecpar } = input.video;
    this.#interval = BigInt(Math.round((input.frameIntervalMs * den) / (num * 1000)));
    this.#farthest = BigInt(Math.round((farMs * den) / (num * 1000))) + 32n * this.#interval;
    this.#delay = BigInt(Math.max(0, codecpar.videoDelay)) * this.#interval;
    this.#firstPts = startTime === AV_NOPTS_VALUE ? this.#interval : startTime;
  }

  /** Changes the packet in place. */
  repair(packet: Packet): void {
    const { pts, dts } = packet;
    this.#lastDts = dts === AV_NOPTS_VALUE ? this.#guess(pts) : dts;
    if (dts === AV_NOPTS_VALUE) packet.dts = this.#lastDts;
    else if (this.#isFarOff(pts, dts)) packet.pts = AV_NOPTS_VALUE;
  }

  #isFarOff(pts: bigint, dts: bigint): boolean {
    const distance = pts > dts ? pts - dts : dts - pts;
    return pts !== AV_NOPTS_VALUE && distance > this.#farthest;
  }

  #guess(pts: bigint): bigint {
    if (pts !== AV_NOPTS_VALUE)
      return this.#lastDts === undefined ? pts - this.#delay : this.#lastDts + 1n;
    // The first packet precedes the first time that probing saw.
    return (this.#lastDts ?? this.#firstPts - 2n * this.#interval) + this.#interval;
  }
}
