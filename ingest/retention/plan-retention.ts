/**
 * Which recorded segments go. Pure. The oldest recording goes first, by the time at which it was
 * recorded, whatever time a file was placed at; what is pinned never goes.
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

export interface RetentionInput {
  /** In the order of recording; a later call may go on where this list ends. */
  readonly segments: readonly RetainedSegment[];
  /** Of all segments, also those that are not in the list. */
  readonly usage: DiskUsage;
  readonly pins: readonly Pin[];
  readonly rules: RetentionRules;
  readonly now: Instant;
}

export interface RetentionPlan {
  readonly removed: readonly RetainedSegment[];
  /** What is left once they are gone. */
  readonly usage: DiskUsage;
  /** No segment recorded after those in the list has to go. */
  readonly isComplete: boolean;
}

/** Looked at in parts, segments give the same plan as looked at together. */
export function planRetention(input: RetentionInput): RetentionPlan {
  const { segments, pins, rules, now } = input;
  const left = new Remainder(input.usage);
  const pinned = Map.groupBy(pins, (pin) => pin.streamId);
  const removed = segments.filter((segment) => {
    if (!isOld(segment, rules, now) && !left.isOver(segment.streamId, rules)) return false;
    if (pinned.get(segment.streamId)?.some((pin) => rangesOverlap(pin, segment))) return false;
    left.take(segment);
    return true;
  });
  const last = segments.at(-1);
  const isRestYoung = !last || last.recordedAt >= now - shortestAge(rules);
  return { removed, usage: left.usage, isComplete: isRestYoung && left.fits(rules) };
}

/** What the rules say of one stream. */
export const retentionOf = (streamId: StreamId, rules: RetentionRules): StreamRetention => ({
  ...rules.eachStream,
  ...rules.streams[streamId],
});

class Remainder {
  readonly #bytes: Map<StreamId, number>;
  #freeBytes: number;
  #totalBytes: number;

  constructor({ bytes, freeBytes }: DiskUsage) {
    this.#bytes = new Map(bytes);
    this.#freeBytes = freeBytes;
    this.#totalBytes = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  }

  get usage(): DiskUsage {
    return { bytes: this.#bytes, freeBytes: this.#freeBytes };
  }

  isOver(streamId: StreamId, rules: RetentionRules): boolean {
    const { maxBytes } = retentionOf(streamId, rules);
    return this.#isOverInAll(rules) || isMore(this.#bytes.get(streamId) ?? 0, maxBytes);
  }

  fits(rules: RetentionRules): boolean {
    return (
      !this.#isOverInAll(rules) && [...this.#bytes.keys()].every((id) => !this.isOver(id, rules))
    );
  }

  take({ streamId, bytes }: RetainedSegment): void {
    this.#bytes.set(streamId, (this.#bytes.get(streamId) ?? 0) - bytes);
    this.#totalBytes -= bytes;
    this.#freeBytes += bytes;
  }

  #isOverInAll({ maxBytes, keepFreeBytes }: RetentionRules): boolean {
    return isMore(this.#totalBytes, maxBytes) || this.#freeBytes < keepFreeBytes;
  }
}

const isMore = (bytes: number, limit: number | undefined): boolean =>
  limit !== undefined && bytes > limit;

function isOld({ streamId, recordedAt }: RetainedSegment, rules: RetentionRules, now: Instant) {
  const { maxAgeMs } = retentionOf(streamId, rules);
  return maxAgeMs !== undefined && recordedAt < now - maxAgeMs;
}

function shortestAge({ eachStream, streams }: RetentionRules): number {
  const ages = [eachStream, ...Object.values(streams)].flatMap(({ maxAgeMs }) => maxAgeMs ?? []);
  return Math.min(Number.POSITIVE_INFINITY, ...ages);
}
