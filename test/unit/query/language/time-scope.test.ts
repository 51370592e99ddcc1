import { describe, expect, it } from 'vitest';
import type { AskedAt } from '../../../../query/language/clock-words.ts';
import { readTimeScope } from '../../../../query/language/time-scope.ts';

const iso = (text: string): number => Date.parse(text);

/** Recorded from 08:00 on 2 March 2026, a Monday, and still running at 14:30:10. */
const live: AskedAt = {
  anchor: iso('2026-03-02T14:30:10Z'),
  isLive: true,
  whole: { start: iso('2026-03-02T08:00:00Z'), end: iso('2026-03-02T14:30:00Z') },
  timeZone: 'UTC',
};

/** Two minutes of a file, looked at much later. */
const file: AskedAt = {
  anchor: iso('2026-01-01T12:02:00Z'),
  isLive: false,
  whole: { start: iso('2026-01-01T12:00:00Z'), end: iso('2026-01-01T12:02:00Z') },
  timeZone: 'UTC',
};

type Row = readonly [text: string, start: string, end: string, rest: string];

const liveRows: readonly Row[] = [
  ['did anyone come', '2026-03-02T08:00:00', '2026-03-02T14:30:00', 'did anyone come'],
  [
    'in the last 10 minutes, did anyone come',
    '2026-03-02T14:20:10',
    '2026-03-02T14:30:00',
    'did anyone come',
  ],
  [
    'did anyone come in the past hour',
    '2026-03-02T13:30:10',
    '2026-03-02T14:30:00',
    'did anyone come',
  ],
  [
    'did anyone come during the last half hour',
    '2026-03-02T14:00:10',
    '2026-03-02T14:30:00',
    'did anyone come',
  ],
  ['did anyone come since 13:30', '2026-03-02T13:30:00', '2026-03-02T14:30:00', 'did anyone come'],
  ['did anyone come since noon', '2026-03-02T12:00:00', '2026-03-02T14:30:00', 'did anyone come'],
  ['did anyone come before noon', '2026-03-02T08:00:00', '2026-03-02T12:00:00', 'did anyone come'],
  ['did anyone come until 9 am', '2026-03-02T08:00:00', '2026-03-02T09:00:00', 'did anyone come'],
  [
    'did anyone come between 9 and 10 am',
    '2026-03-02T09:00:00',
    '2026-03-02T10:00:00',
    'did anyone come',
  ],
  [
    'did anyone come from 09:15 to 09:45',
    '2026-03-02T09:15:00',
    '2026-03-02T09:45:00',
    'did anyone come',
  ],
  ['did anyone come today', '2026-03-02T00:00:00', '2026-03-02T14:30:00', 'did anyone come'],
  ['did anyone come yesterday', '2026-03-01T00:00:00', '2026-03-02T00:00:00', 'did anyone come'],
  [
    'did anyone come yesterday between 9 and 10 am',
    '2026-03-01T09:00:00',
    '2026-03-01T10:00:00',
    'did anyone come',
  ],
  ['did anyone come this morning', '2026-03-02T05:00:00', '2026-03-02T12:00:00', 'did anyone come'],
  [
    'did anyone come this afternoon',
    '2026-03-02T12:00:00',
    '2026-03-02T14:30:00',
    'did anyone come',
  ],
  ['did anyone come last night', '2026-03-01T22:00:00', '2026-03-02T06:00:00', 'did anyone come'],
  ['did anyone come on sunday', '2026-03-01T00:00:00', '2026-03-02T00:00:00', 'did anyone come'],
  [
    'did anyone come on 28 february 2026',
    '2026-02-28T00:00:00',
    '2026-03-01T00:00:00',
    'did anyone come',
  ],
  ['was anyone there at 3 pm', '2026-03-02T15:00:00', '2026-03-02T15:00:01', 'was anyone there'],
  [
    'was anyone there at half past nine',
    '2026-03-02T09:30:00',
    '2026-03-02T09:30:01',
    'was anyone there',
  ],
  [
    'was anyone there 5 minutes ago',
    '2026-03-02T14:25:10',
    '2026-03-02T14:25:11',
    'was anyone there',
  ],
  ['is anyone there right now', '2026-03-02T14:29:59', '2026-03-02T14:30:00', 'is anyone there'],
];

const fileRows: readonly Row[] = [
  [
    'was anyone there at 12:00:30',
    '2026-01-01T12:00:30',
    '2026-01-01T12:00:31',
    'was anyone there',
  ],
  ['was anyone there at 12:10', '2026-01-01T12:10:00', '2026-01-01T12:10:01', 'was anyone there'],
  [
    'did anyone come between 12:00:46 and 12:00:49',
    '2026-01-01T12:00:46',
    '2026-01-01T12:00:49',
    'did anyone come',
  ],
  ['who came after 12:01:00', '2026-01-01T12:01:00', '2026-01-01T12:02:00', 'who came'],
  ['who came in the first minute', '2026-01-01T12:00:00', '2026-01-01T12:01:00', 'who came'],
  ['who came in the last 30 seconds', '2026-01-01T12:01:30', '2026-01-01T12:02:00', 'who came'],
  ['who was there at 46 seconds', '2026-01-01T12:00:46', '2026-01-01T12:00:47', 'who was there'],
  ['who was there at second 46', '2026-01-01T12:00:46', '2026-01-01T12:00:47', 'who was there'],
  [
    'who was there from 46 s to 50 s',
    '2026-01-01T12:00:46',
    '2026-01-01T12:00:50',
    'who was there',
  ],
  [
    'who was there between 15.9 and 17.7 seconds',
    '2026-01-01T12:00:15.900',
    '2026-01-01T12:00:17.700',
    'who was there',
  ],
  [
    'who was there at 1:30 into the recording',
    '2026-01-01T12:01:30',
    '2026-01-01T12:01:31',
    'who was there',
  ],
  ['who was there at the start', '2026-01-01T12:00:00', '2026-01-01T12:00:02', 'who was there'],
  [
    'who was there in the second half of the video',
    '2026-01-01T12:01:00',
    '2026-01-01T12:02:00',
    'who was there',
  ],
  ['who came yesterday', '2025-12-31T00:00:00', '2026-01-01T00:00:00', 'who came'],
  [
    'who was there at 2026-01-01T12:00:30Z',
    '2026-01-01T12:00:30',
    '2026-01-01T12:00:31',
    'who was there',
  ],
];

const noTimes: readonly string[] = [
  'did anyone stay for more than 30 seconds',
  'did the second person leave before the third one came',
  'did anyone stay longer than a minute',
  'when did the last person leave',
  'how many people stayed between 10 and 20 seconds',
];

describe('readTimeScope()', () => {
  it.each(liveRows)('live: %s', (text, start, end, rest) => {
    const scope = readTimeScope(text.toLowerCase(), live);
    expect(scope.rest).toBe(rest);
    expect(rangeOf(scope)).toEqual([start, end]);
  });

  it.each(fileRows)('recorded: %s', (text, start, end, rest) => {
    const scope = readTimeScope(text.toLowerCase(), file);
    expect(scope.rest).toBe(rest);
    expect(rangeOf(scope)).toEqual([start, end]);
  });

  it.each(noTimes)('names no time: %s', (text) => {
    const scope = readTimeScope(text, file);
    expect(scope.isExplicit).toBe(false);
    expect(scope.rest).toBe(text);
  });

  it('reads clock times in the zone of the asker', () => {
    const scope = readTimeScope('who was there at 21:00:30', { ...file, timeZone: 'Asia/Tokyo' });
    expect(rangeOf(scope)[0]).toBe('2026-01-01T12:00:30');
  });

  it('says what the last minutes are counted from', () => {
    const old = readTimeScope('who came in the last 30 seconds', file);
    expect(old.understood).toContain('counted from the end of the recording');
    const now = readTimeScope('who came in the last 30 seconds', live);
    expect(now.understood).not.toContain('counted from');
  });

  it('of several recorded days a bare clock time means the newest that has it', () => {
    const days: AskedAt = {
      ...live,
      whole: { start: iso('2026-02-27T00:00:00Z'), end: live.whole.end },
    };
    expect(rangeOf(readTimeScope('who was there at 16:00', days))[0]).toBe('2026-03-01T16:00:00');
    expect(rangeOf(readTimeScope('who was there at 12:00', days))[0]).toBe('2026-03-02T12:00:00');
  });
});

const rangeOf = ({ range }: { range: { start: number; end: number } }): string[] =>
  [range.start, range.end].map((at) => new Date(at).toISOString().replace(/(\.000)?Z$/, ''));
