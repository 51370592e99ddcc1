/**
 * Instants, half-open ranges and the clock. Every instant is an integer of milliseconds since the
 * Unix epoch (UTC); every range is `[start, end)`. Durations are milliseconds. Nothing here formats
 * times for people.
 */

export type Instant = number;

export interface TimeRange {
  readonly start: Instant;
  readonly end: Instant;
}

/** The time source; injected so that tests own time. */
export interface Clock {
  /** Wall-clock time, for labels. */
  now(): Instant;
  /** Milliseconds that never step back, for durations. */
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
    }),
};

export const durationOf = (range: TimeRange): number => range.end - range.start;

export const containsInstant = (range: TimeRange, at: Instant): boolean =>
  at >= range.start && at < range.end;

export const rangesOverlap = (a: TimeRange, b: TimeRange): boolean =>
  a.start < b.end && b.start < a.end;

/** The common part of two ranges, or undefined when they share no instant. */
export function intersectRanges(a: TimeRange, b: TimeRange): TimeRange | undefined {
  const start = Math.max(a.start, b.start);
  const end = Math.min(a.end, b.end);
  return start < end ? { start, end } : undefined;
}

/** Sorts and joins ranges that overlap or lie at most `tolerance` apart; drops empty ones. */
export function mergeRanges(ranges: readonly TimeRange[], tolerance = 0): TimeRange[] {
  const sorted = ranges.filter((r) => r.start < r.end).sort((a, b) => a.start - b.start);
  const merged: TimeRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last && range.start <= last.end + tolerance) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else {
      merged.push({ start: range.start, end: range.end });
    }
  }
  return merged;
}

/** What of `whole` none of `parts` covers, in order. */
export function subtractRanges(whole: TimeRange, parts: readonly TimeRange[]): TimeRange[] {
  const rest: TimeRange[] = [];
  let cursor = whole.start;
  for (const part of mergeRanges(parts)) {
    if (part.end <= cursor) continue;
    if (part.start >= whole.end) break;
    if (part.start > cursor) rest.push({ start: cursor, end: part.start });
    cursor = Math.max(cursor, part.end);
  }
  if (cursor < whole.end) rest.push({ start: cursor, end: whole.end });
  return rest;
}

/** The parts of `ranges` inside `window`, merged and in order. */
export function clipRanges(ranges: readonly TimeRange[], window: TimeRange): TimeRange[] {
  return mergeRanges(
    ranges.flatMap((range) => {
      const common = intersectRanges(range, window);
      return common ? [common] : [];
    }),
  );
}

/** Milliseconds covered by the union of the ranges. */
export const totalDuration = (ranges: readonly TimeRange[]): number =>
  mergeRanges(ranges).reduce((sum, range) => sum + durationOf(range), 0);
