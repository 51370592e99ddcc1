/** Instants and durations in words, in the time zone of the browser. */

export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const shortClock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

export const sayClock = (at: number): string => clock.format(at);

export const sayShortClock = (at: number): string => shortClock.format(at);

/** `14:03:07`, with the day when it is not that of `now`. */
export const sayInstant = (at: number, now: number): string =>
  day.format(at) === day.format(now) ? sayClock(at) : `${day.format(at)}, ${sayClock(at)}`;

export function sayRange(range: { start: number; end: number }, now: number): string {
  const isOneSecond = sayClock(range.start) === sayClock(range.end);
  return isOneSecond
    ? sayInstant(range.start, now)
    : `${sayInstant(range.start, now)} – ${sayClock(range.end)}`;
}

/** `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function sayDuration(ms: number): string {
  if (ms < 950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return twoUnits(seconds, 60, 'min', 's');
  if (seconds < 86_400) return twoUnits(Math.round(seconds / 60), 60, 'h', 'min');
  return twoUnits(Math.round(seconds / 3600), 24, 'd', 'h');
}

function twoUnits(amount: number, size: number, big: string, small: string): string {
  const rest = amount % size;
  const whole = `${Math.floor(amount / size)} ${big}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}

export const offsetOf = (at: number): number => -new Date(at).getTimezoneOffset() * 60_000;
