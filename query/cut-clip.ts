/**
 * Which recorded media makes the clip of a range: the run of segments that can be played as one,
 * and the packets of it to copy. Pure; reading and writing media is the clip cutter's.
 */
import { intersectRanges, type TimeRange, totalDuration } from '../kernel/time.ts';

/** Segments further apart than this are never joined: the clip would show a frozen picture. */
const joinHoleMs = 5_000;

/** Segments of two epochs may overlap by clock correction; more than this is a step back in time. */
const joinOverlapMs = 1_000;

/** A range of recorded media, and what its packets need to be decoded. */
export interface Recorded extends TimeRange {
  /** Equal for media that one decoder plays on: codec, size, parameter sets. */
  readonly parameters: string;
}

/** Times of one video packet: instants in ms since the epoch, not rounded. */
export interface PacketTimes {
  readonly presentedAt: number;
  readonly decodedAt: number;
  readonly durationMs: number;
  readonly isKey: boolean;
}

/** Packets `[from, to)` in the order of decoding, and the instants the pictures cover. */
export interface PacketSpan {
  readonly from: number;
  readonly to: number;
  readonly startAt: number;
  readonly endAt: number;
}

/**
 * The consecutive segments, playable as one file, that hold the most of the range. In the order
 * given, which must be the order of time; empty when nothing overlaps.
 */
export function chooseRun<T extends Recorded>(recorded: readonly T[], range: TimeRange): T[] {
  const runs: T[][] = [];
  for (const piece of recorded) {
    if (!intersectRanges(piece, range)) continue;
    const run = runs.at(-1);
    if (run && playsOn(run.at(-1)!, piece)) run.push(piece);
    else runs.push([piece]);
  }
  const held = runs.map((run) => heldOf(run, range));
  return runs[held.indexOf(Math.max(...held))] ?? [];
}

/** Milliseconds of the range that the pieces hold. */
export const heldOf = (pieces: readonly TimeRange[], range: TimeRange): number =>
  totalDuration(pieces.flatMap((piece) => intersectRanges(piece, range) ?? []));

/**
 * The packets that show the range: from the last key frame at or before its start (else the first
 * key frame there is), to where every picture before its end can be shown. The end falls before a
 * packet that is presented after all packets before it, so that reordering leaves no hole.
 * Undefined when no picture of the range is there.
 */
export function choosePackets(
  packets: readonly PacketTimes[],
  range: TimeRange,
): PacketSpan | undefined {
  const from = keyBefore(packets, range.start);
  if (from < 0) return undefined;
  const startAt = packets[from]!.presentedAt;
  let newest = Number.NEGATIVE_INFINITY;
  let endAt = startAt;
  let to = from;
  for (; to < packets.length; to++) {
    const packet = packets[to]!;
    if (packet.decodedAt >= range.end && packet.presentedAt > newest) break;
    newest = Math.max(newest, packet.presentedAt);
    endAt = Math.max(endAt, packet.presentedAt + packet.durationMs);
  }
  return startAt < range.end && endAt > range.start ? { from, to, startAt, endAt } : undefined;
}

/** Half a millisecond of grace: instants of segments are rounded, presentation times are not. */
function keyBefore(packets: readonly PacketTimes[], instant: number): number {
  const before = packets.findLastIndex((p) => p.isKey && p.presentedAt <= instant + 0.5);
  return before >= 0 ? before : packets.findIndex((p) => p.isKey);
}

const playsOn = (before: Recorded, after: Recorded): boolean =>
  before.parameters === after.parameters &&
  after.start - before.end <= joinHoleMs &&
  after.start - before.end >= -joinOverlapMs;
