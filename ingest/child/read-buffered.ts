/**
 * What a live source had sent before we could read: FFmpeg collects it while it opens, and more waits
 * in the socket. It is read until we have caught up, and then it is known when the first packet
 * arrived. Without this every time of the stream would be late by the opening.
 */
import { Packet } from 'node-av/lib';
import { FirstArrival } from '../domain/first-arrival.ts';
import { type OpenInput, stampToMs } from './open-input.ts';

export interface BufferedReadOptions {
  /** Reads the next packet; returns FFmpeg's code, below 0 at the end. */
  readonly read: (packet: Packet) => Promise<number>;
  readonly stopping: AbortSignal;
  /** A clock that does not step, in milliseconds. */
  readonly now: () => number;
}

export interface Buffered {
  /** To be handled as if just read, and freed. */
  readonly packets: readonly Packet[];
  /**
   * The arrival of the first video packet, and the presentation time of that moment: where pictures
   * come out of order, some are sent long before they are shown, but none before it was taken.
   * Undefined when it cannot be told.
   */
  readonly first: { readonly mediaMs: number; readonly at: number } | undefined;
  /** Usual time from picture to picture, milliseconds; undefined when it cannot be told. */
  readonly frameIntervalMs: number | undefined;
  /** FFmpeg's code of the last read: negative when the source ended meanwhile. */
  readonly code: number;
}

/** A source that hands over more than this at once is not one that sends as things happen. */
const maxBufferedMs = 30_000;
const maxBufferedPackets = 5_000;
/** The first pictures of many sources have no times; of a stream without a container none has. */
const mostWithoutStamp = 10;
/** The first picture is wanted: what is known after so long must do. */
const maxElapsedMs = 3_000;
/** Media over HTTP: fetching a piece takes less, waiting for the next one more. */
const pieceWaitMs = 400;

export async function readBuffered(
  input: OpenInput,
  { read, stopping, now }: BufferedReadOptions,
): Promise<Buffered> {
  const packets: Packet[] = [];
  const stamps: number[] = [];
  const arrival = new FirstArrival();
  let leadMs = 0;
  let withoutStamp = 0;
  const buffered = (first: Buffered['first'], code = 0): Buffered => {
    return { packets, first, frameIntervalMs: usualStep(stamps), code };
  };
  while (!stopping.aborted && packets.length < maxBufferedPackets) {
    const packet = new Packet();
    packet.alloc();
    const code = await read(packet);
    if (code < 0) {
      packet.free();
      return buffered(undefined, code);
    }
    packets.push(packet);
    if (packet.streamIndex !== input.video.index) continue;
    // Decoding times, because they rise from packet to packet as arrivals do.
    const stamp = stampToMs(packet.dts, input.video);
    if (stamp === undefined) {
      withoutStamp += 1;
      if (withoutStamp > mostWithoutStamp) break;
      continue;
    }
    const [firstMs = stamp] = stamps;
    if (stamp < firstMs || stamp - firstMs > maxBufferedMs) break;
    stamps.push(stamp);
    leadMs = Math.max(leadMs, (stampToMs(packet.pts, input.video) ?? stamp) - stamp);
    arrival.note(stamp, now());
    if (!isEnough(arrival, input)) continue;
    return buffered({ mediaMs: firstMs + leadMs, at: Math.round(arrival.at) });
  }
  return buffered(undefined);
}

/** The median, of two the lesser: a hole is no rate. */
function usualStep(stamps: readonly number[]): number | undefined {
  const steps = stamps.slice(1).map((stamp, i) => stamp - stamps[i]!);
  const rising = steps.filter((step) => step > 0).toSorted((a, b) => a - b);
  return rising[(rising.length - 1) >> 1];
}

const isEnough = (arrival: FirstArrival, { arrivesInBursts }: OpenInput): boolean =>
  arrivesInBursts
    ? arrival.waitedMs >= pieceWaitMs
    : arrival.isCaughtUp || arrival.elapsedMs >= maxElapsedMs;
