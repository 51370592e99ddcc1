/** Whether ranges tile their time. */
import type { TimeRange } from '../../kernel/time.ts';

/** The places where neighbouring ranges do not meet, in order; empty when they tile their time. */
export function seamsOf(ranges: readonly TimeRange[]): [TimeRange, TimeRange][] {
  return ranges
    .slice(1)
    .map((range, i): [TimeRange, TimeRange] => [ranges[i]!, range])
    .filter(([before, after]) => before.end !== after.start);
}
