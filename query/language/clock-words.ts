/**
 * Clock times, days and spans of time as people write them -> instants, in the asker's time zone.
 * chrono-node reads days and odd clock words; which day a bare clock time means is decided here.
 */
import * as chrono from 'chrono-node';
import { DateTime } from 'luxon';
import type { TimeRange } from '../../kernel/time.ts';
import { containsInstant } from '../../kernel/time.ts';

/** What times in a question are relative to. */
export interface AskedAt {
  /** The clock now for a live recording, the end of the recording for an old one. */
  readonly anchor: number;
  readonly isLive: boolean;
  /** The range that is meant when the question names no time. */
  readonly whole: TimeRange;
  readonly timeZone: string;
}

export const numberPattern =
  '(?:\\d+(?:\\.\\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|forty-five|fifty|sixty|ninety|half(?: an?)?|a few|few|a couple of|couple of)';
export const unitPattern =
  '(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|min|m|hours?|hrs?|hr|h|days?|weeks?)';
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const weekdays = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';

export const clockPattern =
  "(?:\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:\\s?[ap]\\.?m\\b\\.?)?|\\d{1,2}\\s?[ap]\\.?m\\b\\.?|noon|midday|midnight|half past \\w+|(?:a )?quarter (?:past|to) \\w+|\\w+ o'clock)";
export const dayPattern = `(?:today|the day before yesterday|yesterday|(?:last |this )?(?:${weekdays})|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${months})\\b(?:,? \\d{4})?|(?:${months}) \\d{1,2}(?:st|nd|rd|th)?\\b(?:,? \\d{4})?|\\d{4}-\\d{2}-\\d{2})`;

const numberWords: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  'forty-five': 45,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  half: 0.5,
  'half a': 0.5,
  'half an': 0.5,
  'a few': 3,
  few: 3,
  'a couple of': 2,
  'couple of': 2,
};

export const numberOf = (word: string): number => numberWords[word] ?? Number(word);

/** Milliseconds of one unit of time. */
export function unitMs(unit: string): number {
  if (/^(ms|millis)/.test(unit)) return 1;
  const byLetter: Readonly<Record<string, number>> = {
    s: 1000,
    m: 60_000,
    h: 3_600_000,
    d: 86_400_000,
    w: 604_800_000,
  };
  return byLetter[unit[0]!] ?? Number.NaN;
}

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** How exactly the time was said: 1 s or 1 min, in milliseconds. */
  readonly resolution: number;
}

/** `12:00:46`, `3 pm`, `noon`, `half past two`; undefined when it is no clock time. */
export function clockTimeOf(text: string): ClockTime | undefined {
  const digits = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?\s?([ap])?/.exec(text);
  if (digits) return ofDigits(digits);
  const rough = /^(half|(?:a )?quarter) (past|to) (\w+)$/.exec(text);
  if (rough) return ofRough(rough[1]!, rough[2]!, numberOf(rough[3]!));
  const parsed = chrono.parse(text.replace(/^(\w+) o'clock$/, (_, n) => `${numberOf(n)}:00`))[0];
  if (!parsed) return undefined;
  const hour = parsed.start.get('hour') ?? 0;
  return clockTime(hour, parsed.start.get('minute') ?? 0);
}

const clockTime = (hour: number, minute: number): ClockTime | undefined =>
  hour < 24 && minute < 60 && hour >= 0
    ? { hour, minute, second: 0, millisecond: 0, resolution: 60_000 }
    : undefined;

function ofDigits(match: RegExpExecArray): ClockTime | undefined {
  const [, h, m, s, fraction, meridiem] = match;
  const time = clockTime(hourOf(Number(h), meridiem), Number(m));
  if (!time || s === undefined) return time;
  const millisecond = fraction ? Math.round(Number(`0.${fraction}`) * 1000) : 0;
  return Number(s) < 60 ? { ...time, second: Number(s), millisecond, resolution: 1000 } : undefined;
}

const hourOf = (hour: number, meridiem: string | undefined): number => {
  if (meridiem === undefined) return hour;
  return (hour % 12) + (meridiem === 'p' ? 12 : 0);
};

function ofRough(part: string, side: string, hour: number): ClockTime | undefined {
  if (part === 'half') return side === 'past' ? clockTime(hour, 30) : undefined;
  return side === 'past' ? clockTime(hour, 15) : clockTime(hour - 1, 45);
}

const atTime = (day: DateTime, time: ClockTime): number =>
  day
    .set({
      hour: time.hour,
      minute: time.minute,
      second: time.second,
      millisecond: time.millisecond,
    })
    .toMillis();

/**
 * The instant a bare clock time means: on the given day, else on the newest day on which it was
 * recorded, else on the day of the anchor.
 */
export function resolveClock(time: ClockTime, asked: AskedAt, day?: DateTime): number {
  if (day) return atTime(day, time);
  const anchorDay = DateTime.fromMillis(asked.anchor, { zone: asked.timeZone }).startOf('day');
  const candidates = Array.from({ length: 31 }, (_, n) =>
    atTime(anchorDay.minus({ days: n }), time),
  );
  const recorded = candidates.find((at) => containsInstant(asked.whole, at));
  if (recorded !== undefined) return recorded;
  const lastDay = DateTime.fromMillis(asked.whole.end - 1, { zone: asked.timeZone });
  const onLastDay = atTime(lastDay.startOf('day'), time);
  return asked.isLive && onLastDay > asked.anchor && asked.whole.start < onLastDay - 86_400_000
    ? onLastDay - 86_400_000
    : onLastDay;
}

/** The start of a day said in words, in the asker's zone. */
export function dayOf(words: string, asked: AskedAt): DateTime | undefined {
  const reference = DateTime.fromMillis(asked.anchor, { zone: asked.timeZone });
  if (words === 'the day before yesterday') return reference.minus({ days: 2 }).startOf('day');
  const parsed = chrono.parse(words, {
    instant: new Date(asked.anchor),
    timezone: reference.offset,
  })[0];
  if (!parsed) return undefined;
  const year = parsed.start.get('year');
  const month = parsed.start.get('month');
  const day = parsed.start.get('day');
  if (year === null || month === null || day === null) return undefined;
  const date = DateTime.fromObject({ year, month, day }, { zone: asked.timeZone });
  const isWeekdayAhead = date > reference && !parsed.start.isCertain('month');
  return isWeekdayAhead ? date.minus({ days: 7 }) : date;
}
