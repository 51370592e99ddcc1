import { describe, expect, it } from 'vitest';
import type {
  RetainedSegment,
  RetentionRules,
} from '../../../../ingest/retention/plan-retention.ts';
import { shortLimits } from '../../../../ingest/retention/short-limits.ts';

const minuteMs = 60_000;
const now = 100 * minuteMs;
const noLimits: RetentionRules = { eachStream: {}, streams: {}, keepFreeBytes: 0 };

/** Ten seconds, so and so many minutes ago. */
function recorded(minutesAgo: number, bytes = 10e6, streamId = 'cam'): RetainedSegment {
  const end = now - minutesAgo * minuteMs;
  const key = `${streamId}-${minutesAgo}`;
  return { id: key, key, streamId, bytes, start: end - 10_000, end, recordedAt: end };
}

function limitsOf(removed: readonly RetainedSegment[], rules: Partial<RetentionRules>) {
  const bytes = new Map([
    ['cam', 2e9],
    ['door', 1e9],
  ]);
  const usage = { bytes, freeBytes: 1e12 };
  return shortLimits({ removed, usage, rules: { ...noLimits, ...rules }, now });
}

describe('a limit under which not even the last hour is kept', () => {
  it('is named, with what an hour takes', () => {
    expect(limitsOf([recorded(70), recorded(59)], { maxBytes: 2.5e9 })).toEqual([
      { key: 'retention.gigabytes', gigabytes: 2.5, hourTakesGigabytes: 3.6 },
    ]);
  });

  it('takes an hour of every stream when it is that of all', () => {
    const removed = [recorded(50), recorded(49, 30e6), recorded(50, 5e6, 'door')];
    const [limit] = limitsOf(removed, { maxBytes: 2.5e9 });
    expect(limit?.hourTakesGigabytes).toBe(9);
  });

  it('is told of the streams that it cuts short', () => {
    const removed = [recorded(10), recorded(10, 10e6, 'door')];
    const rules = { eachStream: { maxBytes: 1.5e9 }, streams: { door: { maxBytes: 5e8 } } };
    expect(limitsOf(removed, rules)).toMatchObject([
      { key: 'retention.gigabytesPerStream', stream: 'cam', gigabytes: 1.5 },
      { key: 'streams.retention.gigabytes', stream: 'door', gigabytes: 0.5 },
    ]);
  });

  it('is none when what goes is older, or goes by its age or for want of space on the disk', () => {
    expect(limitsOf([recorded(61)], { maxBytes: 2e9 })).toEqual([]);
    const aged = { eachStream: { maxAgeMs: 20 * minuteMs }, maxBytes: 2e9 };
    expect(limitsOf([recorded(30)], aged)).toEqual([]);
    expect(limitsOf([recorded(1)], { keepFreeBytes: 2e12, maxBytes: 4e9 })).toEqual([]);
    expect(limitsOf([], { maxBytes: 1 })).toEqual([]);
  });
});
