/**
 * Limits of retention, in bytes, under which not even the last hour is kept (pure). Such a limit
 * holds all the same, for the operator may have no more room; but it should be known what it costs.
 */
import type { Instant } from '../../kernel/time.ts';
import type { StreamId } from '../domain/stream.ts';
import {
  type DiskUsage,
  type RetainedSegment,
  type RetentionRules,
  retentionOf,
} from './plan-retention.ts';

export interface ShortLimit {
  /** As the configuration names it. */
  readonly key: string;
  /** Undefined for the limit of all streams together. */
  readonly stream?: StreamId;
  readonly gigabytes: number;
  readonly hourTakesGigabytes: number;
}

export interface Removal {
  readonly removed: readonly RetainedSegment[];
  /** Before it. */
  readonly usage: DiskUsage;
  readonly rules: RetentionRules;
  readonly now: Instant;
}

type Limit = Omit<ShortLimit, 'hourTakesGigabytes'>;

const hourMs = 3_600_000;

/** Removed for want of space on the disk, or for its age, a recording says nothing of the limits. */
export function shortLimits({ removed, usage, rules, now }: Removal): ShortLimit[] {
  const young = removed.filter(({ streamId, recordedAt }) => {
    const { maxAgeMs = Number.POSITIVE_INFINITY } = retentionOf(streamId, rules);
    return recordedAt >= now - Math.min(hourMs, maxAgeMs);
  });
  const inAll = exceededInAll(usage, rules);
  const limits = [...Map.groupBy(young, ({ streamId }) => streamId)].flatMap(([stream, some]) => {
    const limit = exceededBy(stream, usage, rules);
    return limit ? [{ ...limit, hourTakesGigabytes: gigabytesPerHour(some) }] : [];
  });
  const isInAll = inAll && young.length > 0;
  return isInAll ? [...limits, { ...inAll, hourTakesGigabytes: gigabytesPerHour(young) }] : limits;
}

function exceededBy(stream: StreamId, usage: DiskUsage, rules: RetentionRules): Limit | undefined {
  const own = rules.streams[stream]?.maxBytes !== undefined;
  const key = own ? 'streams.retention.gigabytes' : 'retention.gigabytesPerStream';
  const { maxBytes } = retentionOf(stream, rules);
  const isOver = maxBytes !== undefined && (usage.bytes.get(stream) ?? 0) > maxBytes;
  return isOver ? { key, stream, gigabytes: maxBytes / 1e9 } : undefined;
}

function exceededInAll({ bytes }: DiskUsage, { maxBytes }: RetentionRules): Limit | undefined {
  const total = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  if (maxBytes === undefined || total <= maxBytes) return undefined;
  return { key: 'retention.gigabytes', gigabytes: maxBytes / 1e9 };
}

/** At the rates of these recordings, all their streams together; to three digits. */
function gigabytesPerHour(segments: readonly RetainedSegment[]): number {
  const rates = [...Map.groupBy(segments, ({ streamId }) => streamId).values()].map((some) => {
    const bytes = some.reduce((sum, segment) => sum + segment.bytes, 0);
    return bytes / some.reduce((sum, { start, end }) => sum + Math.max(1, end - start), 0);
  });
  const bytesPerMs = rates.reduce((sum, rate) => sum + rate, 0);
  return Number(((bytesPerMs * hourMs) / 1e9).toPrecision(3));
}
