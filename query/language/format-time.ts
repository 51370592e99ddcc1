/** Instants, ranges and durations in words, in the asker's time zone. */
import { DateTime } from 'luxon';
import type { TimeRange } from '../../kernel/time.ts';

/** `12:00:46`. */
export const formatInstant = (at: number, timeZone: string): string =>
  DateTime.fromMillis(at, { zone: timeZone }).toFormat('HH:mm:ss');

const formatDay = (at: number, timeZone: string): string =>
  DateTime.fromMillis(at, { zone: timeZone }).toFormat('d LLLL yyyy');

/** `from 12:00:00 to 12:02:19 on 1 January 2026`. */
export function describeRange(range: TimeRange, timeZone: string): string {
  const days = [formatDay(range.start, timeZone), formatDay(range.end - 1, timeZone)];
  const times = [formatInstant(range.start, timeZone), formatEnd(range, timeZone)];
  return days[0] === days[1]
    ? `from ${times[0]} to ${times[1]} on ${days[0]}`
    : `from ${times[0]} on ${days[0]} to ${times[1]} on ${days[1]}`;
}

/** `from 12:00:46 to 12:00:49`. */
export const formatRange = (range: TimeRange, timeZone: string): string =>
  `from ${formatInstant(range.start, timeZone)} to ${formatEnd(range, timeZone)}`;

/** A day ends at 24:00:00. */
function formatEnd({ start, end }: TimeRange, timeZone: string): string {
  const time = formatInstant(end, timeZone);
  return time === '00:00:00' && end > start ? '24:00:00' : time;
}

/** `22.4 s`, `3 min 20 s`, `1 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`;
}
