/**
 * What a live source had sent before we could read: FFmpeg collects it while it opens, and more waits
 * in the socket. It is read until we have caught up, and then it is known when the first packet
 * arrived. Without this every time of the stream would be late by the opening.
 */
import { Packet } from 'node-av/lib';
import { FirstArrival } from '../domain/first-arrival.ts';
import { type OpenInput, stampToMs } from './open-input.ts';

export interface Buffered {
  /** To be handled as if just read, and freed. */
  readonly packets: readonly Packet[];
  /**
   * The arrival of the first video packet, and the presentation time of that moment: where pictures
   * come out of order, some are sent long before they are shown, but none before it was taken.
   * Undefined when it cannot be told.
   */
  readonly first: { readonly mediaMs: number; readonly at: number } | undefined;
  /** FFmpeg's code of the last read: negative when the source ended meanwhile. */
  readonly code: number;
}

/** A source that hands over more than this at once is not one that sends as things happen. */
const maxBufferedMs = 30_000;
const maxBufferedPackets = 5_000;
/** The first picture is wanted: what is known after so long must do. */
const maxElapsedMs = 3_000;
/** Media over HTTP: fetching a piece takes less, waiting for the next one more. */
const pieceWaitMs = 400;

/** `now` is a clock that does not step, in milliseconds. */
export async function readBuffered(
  input: OpenInput,
  stopping: AbortSignal,
  now: () => number,
): Promise<Buffered> {
  const packets: Packet[] = [];
  const arrival = new FirstArrival();
  let firstMs: number | undefined;
  let leadMs = 0;
  while (!stopping.aborted && packets.length < maxBufferedPackets) {
    const packet = new Packet();
    packet.alloc();
    const code = await input.context.readFrame(packet);
    if (code < 0) {
      packet.free();
      return { packets, first: undefined, code };
    }
    packets.push(packet);
    const stamp = videoStampOf(packet, input);
    if (stamp === undefined) continue;
    firstMs ??= stamp;
    if (stamp < firstMs || stamp - firstMs > maxBufferedMs) break;
    leadMs = Math.max(leadMs, (stampToMs(packet.pts, input.video) ?? stamp) - stamp);
    arrival.note(stamp, now());
    if (!isEnough(arrival, input)) continue;
    return { packets, first: { mediaMs: firstMs + leadMs, at: Math.round(arrival.at) }, code };
  }
  return { packets, first: undefined, code: 0 };
}

const isEnough = (arrival: FirstArrival, { arrivesInBursts }: OpenInput): boolean =>
  arrivesInBursts
    ? arrival.waitedMs >= pieceWaitMs
    : arrival.isCaughtUp || arrival.elapsedMs >= maxElapsedMs;

/** Decoding times, because they rise from packet to packet as arrivals do. */
const videoStampOf = (packet: Packet, { video }: OpenInput): number | undefined =>
  packet.streamIndex === video.index ? stampToMs(packet.dts, video) : undefined;
