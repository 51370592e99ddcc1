/** The time axis of a timeline: instants to shares of its width, zoom, and where ticks stand. Pure. */
import type { TimeRange } from '../../kernel/time.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The narrowest and the widest range a timeline shows. */
export const zoomLimits = { min: 5 * second, max: 24 * hour };

const tickSteps = [
  second,
  2 * second,
  5 * second,
  10 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
];

/** 0 at the start of the range, 1 at its end; outside of it below 0 or above 1. */
export const shareAt = (range: TimeRange, at: number): number =>
  (at - range.start) / (range.end - range.start);

export const instantAt = (range: TimeRange, share: number): number =>
  Math.round(range.start + share * (range.end - range.start));

/** The part of `inner` that shows in `range`, as shares; undefined when none does. */
export function visiblePart(
  range: TimeRange,
  inner: TimeRange,
): { left: number; width: number } | undefined {
  const left = Math.max(0, shareAt(range, inner.start));
  const right = Math.min(1, shareAt(range, inner.end));
  return left < right ? { left, width: right - left } : undefined;
}

/** The range `factor` times as long (below 1: closer), with the instant at `share` staying put. */
export function zoom(range: TimeRange, factor: number, share: number): TimeRange {
  const length = range.end - range.start;
  const wanted = Math.min(zoomLimits.max, Math.max(zoomLimits.min, length * factor));
  const fixed = range.start + share * length;
  const start = Math.round(fixed - share * wanted);
  return { start, end: start + Math.round(wanted) };
}

export const pan = (range: TimeRange, share: number): TimeRange => {
  const shift = Math.round(share * (range.end - range.start));
  return { start: range.start + shift, end: range.end + shift };
};

/** Instants on round steps, at most `most` of them; `offsetMs` is the zone's offset to UTC. */
export function ticks(range: TimeRange, most: number, offsetMs = 0): number[] {
  const length = range.end - range.start;
  const step = tickSteps.find((one) => length / one <= most) ?? 24 * hour;
  const first = Math.ceil((range.start + offsetMs) / step) * step - offsetMs;
  const found: number[] = [];
  for (let at = first; at < range.end; at += step) found.push(at);
  return found.slice(0, most);
}
