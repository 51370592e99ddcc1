/**
 * What a live source had sent before we could read: FFmpeg collects it while it opens. It comes at
 * once, and when a read first has to wait we know that we have caught up, and so when the first
 * packet must have arrived. Without this every time of the stream would be late by the opening.
 * `waitMs` tells waiting for the source from merely fetching.
 */
import { Packet } from 'node-av/lib';
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

export async function readBuffered(
  input: OpenInput,
  waitMs: number,
  stopping: AbortSignal,
  now: () => number,
): Promise<Buffered> {
  const packets: Packet[] = [];
  const stamps: number[] = [];
  let leadMs = 0;
  while (!stopping.aborted && packets.length < maxBufferedPackets) {
    const packet = new Packet();
    packet.alloc();
    const began = now();
    const code = await input.context.readFrame(packet);
    if (code < 0) {
      packet.free();
      return { packets, first: undefined, code };
    }
    packets.push(packet);
    const stamp = videoStampOf(packet, input);
    if (stamp === undefined) continue;
    stamps.push(stamp);
    leadMs = Math.max(leadMs, (stampToMs(packet.pts, input.video) ?? stamp) - stamp);
    const [first, previous] = [stamps[0]!, stamps.at(-2) ?? stamp];
    if (stamp < first || stamp - first > maxBufferedMs) break;
    if (now() - began < waitMs) continue;
    // The packet before had come when we began to wait, this one has just come: the earlier counts.
    const at = Math.min(began - (previous - first), now() - (stamp - first));
    return { packets, first: { mediaMs: first + leadMs, at: Math.round(at) }, code };
  }
  return { packets, first: undefined, code: 0 };
}

/** Decoding times, because they rise from packet to packet as arrivals do. */
const videoStampOf = (packet: Packet, { video }: OpenInput): number | undefined =>
  packet.streamIndex === video.index ? stampToMs(packet.dts, video) : undefined;
