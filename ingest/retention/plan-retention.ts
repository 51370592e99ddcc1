/**
 * Which recorded segments go. Pure. The oldest recording goes first, by the time at which it was
 * recorded, whatever time a file was placed at; what is pinned never goes. The limits of each stream
 * are kept first, over its own segments, then those of all streams together.
 */
import { type Instant, rangesOverlap, type TimeRange } from '../../kernel/time.ts';
import type { Pin } from '../domain/pin.ts';
import type { StreamId } from '../domain/stream.ts';

export interface StreamRetention {
  /** Recordings older than this go. */
  readonly maxAgeMs?: number | undefined;
  /** The oldest recordings of the stream go while it holds more. */
  readonly maxBytes?: number | undefined;
}

export interface RetentionRules {
  readonly eachStream: StreamRetention;
  /** In place of `eachStream`, setting by setting. */
  readonly streams: Readonly<Record<StreamId, StreamRetention>>;
  /** The oldest recordings go while all streams together hold more. */
  readonly maxBytes?: number | undefined;
  /** The oldest recordings go while less than this is free on the disk. */
  readonly keepFreeBytes: number;
}

/** A segment as retention sees it. */
export interface RetainedSegment extends TimeRange {
  readonly id: string;
  readonly key: string;
  readonly streamId: StreamId;
  readonly bytes: number;
  readonly recordedAt: Instant;
}

export interface DiskUsage {
  /** Bytes of the segments of each stream. */
  readonly bytes: ReadonlyMap<StreamId, number>;
  readonly freeBytes: number;
}

/** What limits are looked at with. */
export interface Limits {
  /** Whose limits; without it those of all streams together. */
  readonly streamId?: StreamId | undefined;
  /** Of all segments, also those that are not looked at. */
  readonly usage: DiskUsage;
  readonly rules: RetentionRules;
  readonly now: Instant;
}

export interface RetentionInput extends Limits {
  /** In the order of recording; a later call may go on where this list ends. */
  readonly segments: readonly RetainedSegment[];
  readonly pins: readonly Pin[];
}

export interface RetentionPlan {
  readonly removed: readonly RetainedSegment[];
  /** What is left once they are gone. */
  readonly usage: DiskUsage;
  /** The last that had to go, were it not pinned: none before it is of interest any more. */
  readonly last: RetainedSegment | undefined;
}

/** Looked at in parts, segments give the same plan as looked at together. */
export function planRetention({ segments, pins, ...limits }: RetentionInput): RetentionPlan {
  const removed: RetainedSegment[] = [];
  let { usage } = limits;
  let last: RetainedSegment | undefined;
  for (const segment of segments) {
    if (segment.recordedAt >= dueBefore({ ...limits, usage })) break;
    last = segment;
    if (pins.some((pin) => isPinnedBy(pin, segment))) continue;
    removed.push(segment);
    usage = usageWithout(segment, usage);
  }
  return { removed, usage, last };
}

/** What was recorded before this has to go: what is too old, or all while too much is held. */
export function dueBefore({ streamId, usage, rules, now }: Limits): Instant {
  if (streamId === undefined) return isOverInAll(usage, rules) ? always : never;
  const { maxAgeMs, maxBytes } = retentionOf(streamId, rules);
  if (isMore(usage.bytes.get(streamId) ?? 0, maxBytes)) return always;
  return maxAgeMs === undefined ? never : now - maxAgeMs;
}

const always = Number.POSITIVE_INFINITY;
const never = Number.NEGATIVE_INFINITY;

/** What the rules say of one stream. */
export const retentionOf = (streamId: StreamId, rules: RetentionRules): StreamRetention => ({
  ...rules.eachStream,
  ...rules.streams[streamId],
});

const isPinnedBy = (pin: Pin, segment: RetainedSegment): boolean =>
  pin.streamId === segment.streamId && rangesOverlap(pin, segment);

function usageWithout({ streamId, bytes: gone }: RetainedSegment, usage: DiskUsage): DiskUsage {
  const bytes = new Map(usage.bytes).set(streamId, (usage.bytes.get(streamId) ?? 0) - gone);
  return { bytes, freeBytes: usage.freeBytes + gone };
}

function isOverInAll({ bytes, freeBytes }: DiskUsage, rules: RetentionRules): boolean {
  const total = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  return isMore(total, rules.maxBytes) || freeBytes < rules.keepFreeBytes;
}

const isMore = (bytes: number, limit: number | undefined): boolean =>
  limit !== undefined && bytes > limit;
