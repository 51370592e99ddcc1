/**
 * Takes the time out of a question: which range is meant, how that was understood, and the words
 * that are left. `after the third person came` is no time but a relation, and stays.
 */
import { DateTime } from 'luxon';
import type { TimeRange } from '../../kernel/time.ts';
import {
  type AskedAt,
  clockPattern,
  clockTimeOf,
  dayOf,
  dayPattern,
  numberOf,
  numberPattern,
  resolveClock,
  unitMs,
  unitPattern,
} from './clock-words.ts';
import { describeRange, formatInstant } from './format-time.ts';

export interface TimeScope {
  readonly range: TimeRange;
  readonly isInstant: boolean;
  readonly isExplicit: boolean;
  /** The range was cut out by clock times or offsets, not by days or `the last hour`. */
  readonly isClock: boolean;
  /** How exactly an instant was said, in milliseconds. */
  readonly resolution: number;
  readonly understood: string;
  /** The question without its time. */
  readonly rest: string;
}

interface Found {
  readonly start?: number;
  readonly end?: number;
  readonly instant?: number;
  readonly resolution?: number;
  readonly isClock: boolean;
  readonly note?: string;
}

type Reader = (match: RegExpExecArray, asked: AskedAt, day?: DateTime) => Found | undefined;

interface Recogniser {
  readonly pattern: RegExp;
  readonly read: Reader;
}

/** `text` is lower case with plain quotes, as `normaliseText` makes it. */
export function readTimeScope(text: string, asked: AskedAt): TimeScope {
  const days = takeDay(text, asked);
  const times = takeTime(days.rest, asked, days.day);
  const found = times.found ?? days.found;
  const rest = times.rest.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, '');
  return found ? explicitScope(found, asked, days.day, rest) : wholeScope(asked, rest);
}

function wholeScope(asked: AskedAt, rest: string): TimeScope {
  return {
    range: asked.whole,
    isInstant: false,
    isExplicit: false,
    isClock: false,
    resolution: 0,
    understood: describeRange(asked.whole, asked.timeZone),
    rest,
  };
}

const momentMs = 1000;

function explicitScope(found: Found, asked: AskedAt, day: DateTime | undefined, rest: string) {
  const range = rangeOf(found, asked, day);
  const isInstant = found.instant !== undefined;
  const words = isInstant
    ? `at ${formatInstant(found.instant!, asked.timeZone)}`
    : describeRange(range, asked.timeZone);
  return {
    range,
    isInstant,
    isExplicit: true,
    isClock: found.isClock,
    resolution: found.resolution ?? momentMs,
    understood: found.note ? `${words} (${found.note})` : words,
    rest,
  };
}

function rangeOf(found: Found, asked: AskedAt, day: DateTime | undefined): TimeRange {
  if (found.instant !== undefined) {
    return { start: found.instant, end: found.end ?? found.instant + momentMs };
  }
  const dayStart = day?.toMillis();
  const start = found.start ?? dayStart ?? Math.min(asked.whole.start, (found.end ?? Infinity) - 1);
  const dayEnd = day?.plus({ days: 1 }).toMillis();
  const latest = dayEnd === undefined ? asked.whole.end : Math.min(dayEnd, asked.whole.end);
  const end = found.end ?? (latest > start ? latest : (dayEnd ?? start + 60_000));
  return { start, end: Math.max(end, start + 1) };
}

// Days and parts of days.

const partsOfDay: Readonly<Record<string, readonly [number, number]>> = {
  morning: [5, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [22, 30],
};

interface DayTaken {
  readonly rest: string;
  readonly day?: DateTime;
  readonly found?: Found;
}

function takeDay(text: string, asked: AskedAt): DayTaken {
  return takePartOfDay(text, asked) ?? takeWeek(text, asked) ?? takePlainDay(text, asked);
}

function takePartOfDay(text: string, asked: AskedAt): DayTaken | undefined {
  const match =
    /\b(?:in the |during the )?(this|yesterday|today|last|in the) (morning|afternoon|evening|night)\b|\b(tonight)\b/.exec(
      text,
    );
  if (!match) return undefined;
  const part = match[3] ? 'night' : match[2]!;
  const isYesterday = match[1] === 'yesterday' || match[1] === 'last';
  const today = DateTime.fromMillis(asked.anchor, { zone: asked.timeZone }).startOf('day');
  const [from, to] = partsOfDay[part]!;
  const base = isYesterday ? today.minus({ days: 1 }) : today;
  const range = {
    start: base.plus({ hours: from }).toMillis(),
    end: base.plus({ hours: to }).toMillis(),
  };
  const isNow = range.start < asked.whole.end && asked.whole.end < range.end && !isYesterday;
  const found = { start: range.start, end: isNow ? asked.whole.end : range.end, isClock: false };
  return { rest: without(text, match), found: { ...found, note: match[0].trim() } };
}

function takeWeek(text: string, asked: AskedAt): DayTaken | undefined {
  const match = /\b(?:in |during )?(this|last) (week|month)\b/.exec(text);
  if (!match) return undefined;
  const unit = match[2] === 'week' ? 'week' : 'month';
  const current = DateTime.fromMillis(asked.anchor, { zone: asked.timeZone }).startOf(unit);
  const start = match[1] === 'last' ? current.minus({ [`${unit}s`]: 1 }) : current;
  const end = match[1] === 'last' ? current.toMillis() : asked.whole.end;
  const found = { start: start.toMillis(), end, isClock: false, note: match[0].trim() };
  return { rest: without(text, match), found };
}

function takePlainDay(text: string, asked: AskedAt): DayTaken {
  const match = new RegExp(`(?:\\b(?:on|of|for|since) )?\\b(${dayPattern})(?![\\w:])`).exec(text);
  const day = match ? dayOf(match[1]!, asked) : undefined;
  if (!match || !day) return { rest: text };
  const isSince = match[0].startsWith('since ');
  const end = day.plus({ days: 1 }).toMillis();
  const note = /day$/.test(match[1]!) ? match[1]! : undefined;
  const reached =
    isSince || (asked.whole.end > day.toMillis() && asked.whole.end < end) ? asked.whole.end : end;
  const found = { start: day.toMillis(), end: reached, isClock: false, note };
  const goesOn = new RegExp(`^\\s*(?:at )?${clockPattern}`).test(
    text.slice(match.index + match[0].length),
  );
  return { rest: without(text, match, isSince && goesOn ? 'since ' : ''), day, found };
}

const without = (text: string, match: RegExpExecArray, instead = ''): string =>
  `${text.slice(0, match.index)} ${instead}${text.slice(match.index + match[0].length)}`;

// Times.

function takeTime(text: string, asked: AskedAt, day?: DateTime) {
  for (const { pattern, read } of recognisers) {
    const match = pattern.exec(text);
    const found = match ? read(match, asked, day) : undefined;
    if (match && found) return { rest: without(text, match), found };
  }
  return { rest: text, found: undefined };
}

const clock = `(?:at )?(${clockPattern})`;
const amount = `(${numberPattern})[\\s-]?(${unitPattern})`;
const ofRecording =
  '(?: (?:of|in|into) (?:the |this )?(?:recording|video|clip|footage|film|stream|tape|session))?';
const roughly = '(?:about |around |approximately |roughly |exactly |precisely )?';

const anchorNote = (asked: AskedAt): string | undefined =>
  asked.isLive ? undefined : 'counted from the end of the recording';

function instantAt(text: string, asked: AskedAt, day?: DateTime): [number, number] | undefined {
  const time = clockTimeOf(text);
  return time ? [resolveClock(time, asked, day), time.resolution] : undefined;
}

const readIso: Reader = (match, asked) => {
  const text = match[1]!.toUpperCase().replace(' ', 'T');
  const at = DateTime.fromISO(text, { zone: asked.timeZone });
  const resolution = /\d:\d\d:\d\d/.test(text) ? 1000 : 60_000;
  return at.isValid ? { instant: at.toMillis(), resolution, isClock: true } : undefined;
};

const readBetweenClocks: Reader = (match, asked, day) => {
  const last = match[2]!;
  const meridiem = /[ap]\.?m/.exec(last)?.[0];
  const first = /^\d{1,2}$/.test(match[1]!)
    ? `${match[1]}${meridiem ?? ':00'}`
    : meridiem && !/[ap]\.?m/.test(match[1]!) && match[1]!.includes(':')
      ? `${match[1]} ${meridiem}`
      : match[1]!;
  const start = instantAt(first, asked, day);
  const end = instantAt(/^\d{1,2}$/.test(last) ? `${last}:00` : last, asked, day);
  if (!start || !end) return undefined;
  const endAt = end[0] > start[0] ? end[0] : end[0] + 86_400_000;
  return { start: start[0], end: endAt, isClock: true };
};

const readSince: Reader = (match, asked, day) => {
  const at = instantAt(match[1]!, asked, day);
  return at && { start: at[0], isClock: true };
};

const readUntil: Reader = (match, asked, day) => {
  const at = instantAt(match[1]!, asked, day);
  return at && { end: at[0], isClock: true };
};

const readAt: Reader = (match, asked, day) => {
  const at = instantAt(match[1]!, asked, day);
  return at && { instant: at[0], resolution: at[1], isClock: true };
};

const span = (number: string | undefined, unit: string): number =>
  numberOf(number?.trim() || 'one') * unitMs(unit);

const readLast: Reader = (match, asked) => {
  const ms = span(match[1], match[2]!);
  const isOfRecording = / (of|in|into) /.test(match[0].slice(match[0].indexOf(match[2]!)));
  const from = isOfRecording ? asked.whole.end : asked.anchor;
  const note = isOfRecording ? undefined : anchorNote(asked);
  return Number.isNaN(ms)
    ? undefined
    : { start: from - ms, end: Math.max(asked.whole.end, from - ms + 1), isClock: false, note };
};

const readFirst: Reader = (match, asked) => {
  const ms = span(match[1], match[2]!);
  const start = asked.whole.start;
  return { start, end: start + ms, isClock: false };
};

const readAfterFirst: Reader = (match, asked) => ({
  start: asked.whole.start + span(match[1], match[2]!),
  isClock: true,
});

const readAgo: Reader = (match, asked) => {
  const at = asked.anchor - span(match[2], match[3]!);
  const note = anchorNote(asked);
  return match[1]
    ? { start: at, isClock: false, note }
    : { instant: at, resolution: unitMs(match[3]!), isClock: true, note };
};

const readBetweenOffsets: Reader = (match, asked) => {
  const unit = match[4]!;
  const start = span(match[1], match[2] || unit);
  return {
    start: asked.whole.start + start,
    end: asked.whole.start + span(match[3], unit),
    isClock: true,
  };
};

const readAtOffset: Reader = (match, asked) => ({
  instant: asked.whole.start + span(match[1], match[2]!),
  isClock: true,
});

const readAtUnit: Reader = (match, asked) => ({
  instant: asked.whole.start + span(match[2], match[1]!),
  resolution: unitMs(match[1]!),
  isClock: true,
});

const readMinuteOffset: Reader = (match, asked) => ({
  instant: asked.whole.start + Number(match[1]) * 60_000 + Number(match[2]) * 1000,
  isClock: true,
});

const readHalf: Reader = (match, { whole }) => {
  const middle = Math.round((whole.start + whole.end) / 2);
  return match[1] === 'first'
    ? { start: whole.start, end: middle, isClock: false }
    : { start: middle, end: whole.end, isClock: false };
};

const readStart: Reader = (_match, { whole }) => ({
  start: whole.start,
  end: Math.min(whole.end, whole.start + edgeMs),
  instant: whole.start,
  isClock: true,
  note: 'the start of the recording',
});

/** The last second is left out of instants, because a last frame may be cut short. */
const edgeMs = 2000;

const readEnd: Reader = (_match, { whole }) => ({
  instant: Math.max(whole.start, whole.end - momentMs - 500),
  isClock: true,
  note: 'the end of the recording',
});

const readNow: Reader = (_match, { whole, isLive }) => ({
  instant: Math.max(whole.start, whole.end - momentMs),
  isClock: true,
  note: isLive ? 'as far as the video was processed' : 'the end of the recording',
});

const words = (pattern: string): RegExp => new RegExp(`\\b${pattern}(?![\\w:])`);

/** `stayed between 10 and 20 seconds` is a length, not a time. */
const stayVerbs =
  '\\b(?:stay|stays|stayed|remain|remained|wait|waited|linger|lingered|last|lasted)';

const recordingNoun = '(?:recording|video|clip|footage|film|stream|tape|session|day)';

const recognisers: readonly Recogniser[] = [
  {
    pattern:
      /\b(?:at |on )?(\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:\d{2})?)/,
    read: readIso,
  },
  {
    pattern: words(`(?:between |from )?${clock}\\s?(?:and|to|until|till|-)\\s?${clock}(?: hours)?`),
    read: readBetweenClocks,
  },
  {
    pattern: words(`(?:between|from) (\\d{1,2}) ?(?:and|to|until|-) ?(\\d{1,2}\\s?[ap]\\.?m\\.?)`),
    read: readBetweenClocks,
  },
  {
    pattern: words(
      `(?:since|after|from|starting at|starting from|later than) ${roughly}${clock}(?: on| onwards?)?`,
    ),
    read: readSince,
  },
  {
    pattern: words(`(?:before|until|till|by|up to|prior to|earlier than) ${roughly}${clock}`),
    read: readUntil,
  },
  {
    pattern: words(`(?:at )?(\\d{1,3}):(\\d{2}) (?:into|in) (?:the |this )?${recordingNoun}`),
    read: readMinuteOffset,
  },
  { pattern: words(`(?:at |around |about |@ ?)?${roughly}(${clockPattern})`), read: readAt },
  {
    pattern: words(
      `(?:in |during |over |within |for |of )?(?:the )?(?:last|past|previous|final)( ${numberPattern})?[\\s-](${unitPattern})${ofRecording}`,
    ),
    read: readLast,
  },
  {
    pattern: words(
      `(?:in |during |over |within |for )?(?:the )?(?:first|opening|initial)( ${numberPattern})? (${unitPattern})${ofRecording}`,
    ),
    read: readFirst,
  },
  { pattern: words(`(since )?(?:about )?${amount} (?:ago|earlier)`), read: readAgo },
  {
    pattern: words(
      `(?<!${stayVerbs} )(?:between|from) (${numberPattern})\\s?(${unitPattern})?\\s?(?:and|to|until|till|-)\\s?(${numberPattern})\\s?(${unitPattern})${ofRecording}`,
    ),
    read: readBetweenOffsets,
  },
  {
    pattern: words(`(?:in the )?(first|second) half (?:of|in) (?:the |this )?${recordingNoun}`),
    read: readHalf,
  },
  {
    pattern: words(`after ${amount}(?: have passed| had passed)?${ofRecording}`),
    read: readAfterFirst,
  },
  {
    pattern: words(`at ${roughly}${amount}${ofRecording}`),
    read: readAtOffset,
  },
  { pattern: words(`${amount} into (?:the |this )?${recordingNoun}`), read: readAtOffset },
  { pattern: words(`(?:at|in) (second|minute) (\\d+(?:\\.\\d+)?)`), read: readAtUnit },
  {
    pattern: words(
      `(?:(?:at|in) the (?:very )?(?:start|beginning|outset)(?: of (?:the |this )?${recordingNoun})?|initially|to begin with|to start with)`,
    ),
    read: readStart,
  },
  {
    pattern: words(
      `(?:(?:at|in|by) the (?:very )?end(?: of (?:the |this )?${recordingNoun})?|when the (?:recording|video|clip) ends)`,
    ),
    read: readEnd,
  },
  {
    pattern: words(
      '(?:right now|just now|now|currently|at the moment|at present|presently|this very moment)',
    ),
    read: readNow,
  },
];
