/**
 * The rolling synopsis of a stream: the last minutes event by event, the hours before in counts, then
 * days, then one line for all that is older. Bounded in length whatever the age of the stream, so
 * hours of video fold into minutes of text.
 */
import {
  clipRanges,
  containsInstant,
  type Instant,
  intersectRanges,
  type TimeRange,
  totalDuration,
} from '../../kernel/time.ts';
import type { Event, Synopsis } from '../domain/event.ts';
import type { SynopsisMemory, Tally } from '../domain/event-memory.ts';
import type { Trajectory } from '../domain/trajectory.ts';
import { countOf, listOf } from './words.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const maxCaption = 400;
const maxKinds = 12;

export interface SynopsisOptions {
  /** Long events that are told singly. */
  readonly recentMs: number;
  /** Hours told in one sentence each; older ones are told by day. */
  readonly hoursKept: number;
  readonly daysKept: number;
}

export const emptySynopsis: SynopsisMemory = { recent: [], hours: [], days: [], before: undefined };

/** Counts what was watched and who came, hour by hour; the work does not grow with the range. */
export function tallyHours(
  memory: SynopsisMemory,
  range: TimeRange,
  watched: readonly TimeRange[],
  arrivals: readonly Trajectory[],
  options: SynopsisOptions,
): SynopsisMemory {
  let hours = memory.hours;
  for (const hour of hoursToTally(range, watched, arrivals, options)) {
    const part = intersectRanges(hour, range);
    if (!part) continue;
    const came = arrivals.filter(({ firstAt }) => containsInstant(part, firstAt));
    const watchedMs = totalDuration(clipRanges(watched, part));
    hours = addToSlot(hours, hour, { range: part, arrivals: countKinds(came), watchedMs });
  }
  return condense({ ...memory, hours }, options);
}

/** Adds the newest long events. */
export function rememberEvents(
  memory: SynopsisMemory,
  events: readonly Event[],
  options: SynopsisOptions,
): SynopsisMemory {
  const all = [...memory.recent, ...events.map(({ range, caption }) => ({ range, caption }))];
  const newest = all.at(-1)?.range.end ?? 0;
  return { ...memory, recent: all.filter(({ range }) => range.end > newest - options.recentMs) };
}

/** The synopsis as text, oldest first. Times are UTC. */
export function synopsisOf(
  streamId: string,
  memory: SynopsisMemory,
  until: Instant,
): Synopsis | undefined {
  const first = memory.before ?? memory.days[0] ?? memory.hours[0];
  if (!first) return undefined;
  const lines = [
    ...(memory.before
      ? [tallySentence(`Until ${dateOf(memory.before.range.end)}`, memory.before)]
      : []),
    ...memory.days.map((day) => tallySentence(`On ${dateOf(day.range.start)}`, day)),
    ...memory.hours.map((hour) => tallySentence(hourPhrase(hour.range), hour)),
    ...memory.recent.map(({ range, caption }) => `${timeOf(range.start)} ${clip(caption)}`),
  ];
  return { streamId, range: { start: first.range.start, end: until }, text: lines.join('\n') };
}

/** Older hours become days, older days one tally of everything before. */
function condense(memory: SynopsisMemory, options: SynopsisOptions): SynopsisMemory {
  const surplus = Math.max(0, memory.hours.length - options.hoursKept);
  let days = memory.days;
  for (const hour of memory.hours.slice(0, surplus)) {
    const day = alignedRange(hour.range.start, dayMs);
    days = addToSlot(days, day, hour);
  }
  const oldDays = days.slice(0, Math.max(0, days.length - options.daysKept));
  const before = oldDays.reduce<Tally | undefined>(joinTallies, memory.before);
  return {
    ...memory,
    hours: memory.hours.slice(surplus),
    days: days.slice(oldDays.length),
    before,
  };
}

/** Joins the tally to the last one if that lies in the same slot, else appends it. */
function addToSlot(tallies: readonly Tally[], slot: TimeRange, added: Tally): Tally[] {
  const index = tallies.findIndex(
    ({ range }) => range.start >= slot.start && range.start < slot.end,
  );
  if (index < 0) return [...tallies, added].sort((a, b) => a.range.start - b.range.start);
  return tallies.with(index, joinTallies(tallies[index], added));
}

function joinTallies(a: Tally | undefined, b: Tally): Tally {
  if (!a) return b;
  const arrivals: Record<string, number> = { ...a.arrivals };
  for (const [kind, count] of Object.entries(b.arrivals)) {
    arrivals[kind] = (arrivals[kind] ?? 0) + count;
  }
  const start = Math.min(a.range.start, b.range.start);
  const end = Math.max(a.range.end, b.range.end);
  return {
    range: { start, end },
    arrivals: mostFrequent(arrivals),
    watchedMs: a.watchedMs + b.watchedMs,
  };
}

/**
 * The hours that are told singly or by day, and of those before, which are told in one line, the
 * first and those that have something to count: the rest adds nothing to that line.
 */
function hoursToTally(
  range: TimeRange,
  watched: readonly TimeRange[],
  arrivals: readonly Trajectory[],
  { hoursKept, daysKept }: SynopsisOptions,
): TimeRange[] {
  const toldMs = hoursKept * hourMs + (daysKept + 1) * dayMs;
  const told = { start: Math.max(range.start, range.end - toldMs), end: range.end };
  const starts = [
    ...hourStarts({ start: range.start, end: Math.min(range.start + 1, range.end) }),
    ...clipRanges([...watched, told], range).flatMap(hourStarts),
    ...arrivals.map(({ firstAt }) => alignedRange(firstAt, hourMs).start),
  ];
  const inOrder = [...new Set(starts)].sort((a, b) => a - b);
  return inOrder.map((start) => ({ start, end: start + hourMs }));
}

function hourStarts(range: TimeRange): Instant[] {
  const starts: Instant[] = [];
  for (let { start } = alignedRange(range.start, hourMs); start < range.end; start += hourMs) {
    starts.push(start);
  }
  return starts;
}

const alignedRange = (at: Instant, length: number): TimeRange => {
  const start = Math.floor(at / length) * length;
  return { start, end: start + length };
};

function countKinds(arrivals: readonly Trajectory[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of arrivals) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Bounded, and in an order that does not depend on arrival. */
function mostFrequent(arrivals: Readonly<Record<string, number>>): Record<string, number> {
  const sorted = Object.entries(arrivals).sort(
    ([kindA, a], [kindB, b]) => b - a || (kindA < kindB ? -1 : 1),
  );
  return Object.fromEntries(sorted.slice(0, maxKinds));
}

/** `13:00 to 14:00: twelve people and three cars came; 80% watched.` */
function tallySentence(when: string, { range, arrivals, watchedMs }: Tally): string {
  const share = Math.round((100 * watchedMs) / (range.end - range.start));
  if (watchedMs === 0) return `${when}: not watched.`;
  const counts = Object.entries(mostFrequent(arrivals)).map(([kind, n]) => countOf(n, kind));
  const came = counts.length > 0 ? `${listOf(counts)} came` : 'nobody came';
  return `${when}: ${came}; ${share}% watched.`;
}

const hourPhrase = ({ start, end }: TimeRange): string =>
  `${dateOf(start)} ${timeOf(start).slice(0, 5)} to ${timeOf(end).slice(0, 5)}`;

const dateOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

const timeOf = (at: Instant): string => new Date(at).toISOString().slice(11, 19);

const clip = (caption: string): string =>
  caption.length <= maxCaption ? caption : `${caption.slice(0, maxCaption - 1)}…`;
