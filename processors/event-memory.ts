/**
 * The hierarchical event memory: short, medium and long windows of a stream, each with exactly one
 * captioned event once it lies wholly behind the watermark, and the rolling synopsis. A pure fold
 * over what the aggregator changed; its memory holds no more than the windows that are still open.
 */
import {
  clipRanges,
  durationOf,
  type Instant,
  mergeRanges,
  subtractRanges,
  type TimeRange,
  totalDuration,
} from '../kernel/time.ts';
import { describeWindow } from './captions/describe-window.ts';
import { emptySynopsis, rememberEvents, synopsisOf, tallyHours } from './captions/synopsis.ts';
import type { Event, EventLevel, Synopsis } from './domain/event.ts';
import type { EventMemory } from './domain/event-memory.ts';
import type { Hole } from './domain/hole.ts';
import type { Trajectory, TrajectoryChanges } from './domain/trajectory.ts';

export interface EventMemoryOptions {
  /** Window lengths in milliseconds; windows begin at UTC multiples of them (DeVi: 15, 35, 65 s). */
  readonly windowMs: Readonly<Record<EventLevel, number>>;
  /** Windows wholly inside a longer time unwatched get no event: coverage tells of the gap. */
  readonly longGapMs: number;
  /** How far back the synopsis tells event by event, how many hours one by one, how many days. */
  readonly recentMs: number;
  readonly hoursKept: number;
  readonly daysKept: number;
  /** State rows kept for open windows, the newest first; a flood must not fill the memory. */
  readonly maxStates: number;
}

export const defaultEventMemoryOptions: EventMemoryOptions = {
  windowMs: { short: 15_000, medium: 35_000, long: 65_000 },
  longGapMs: 3_600_000,
  recentMs: 600_000,
  hoursKept: 24,
  daysKept: 7,
  maxStates: 4_000,
};

/** One step of a stream's time with what the aggregator changed in it. */
export type EventInput = (
  | {
      readonly chunk: {
        readonly streamId: string;
        readonly range: TimeRange;
        /** What was recorded and shows nothing; may begin before the chunk. */
        readonly blind?: readonly TimeRange[];
      };
    }
  | { readonly gap: Hole }
) & {
  readonly changes: TrajectoryChanges;
  /** How far the aggregator has got; default: to the end of this input. */
  readonly foldedUntil?: Instant | undefined;
};

export interface DescribedEvents {
  readonly memory: EventMemory;
  /** Windows that closed in this step, in order of their ends, short before medium before long. */
  readonly events: readonly Event[];
  /** Only when it has changed: a long window closed. */
  readonly synopsis: Synopsis | undefined;
}

const levels: readonly EventLevel[] = ['short', 'medium', 'long'];

/**
 * Moves the watermark to the end of the chunk or gap, or to where the aggregator has got, and
 * describes every window behind it.
 */
export function describeEvents(
  memory: EventMemory | undefined,
  input: EventInput,
  options: Partial<EventMemoryOptions> = {},
): DescribedEvents {
  const all = { ...defaultEventMemoryOptions, ...options };
  const before = memory ?? startAt(input, all);
  const taken = takeIn(before, input, all);
  const passed = { start: before.watermark, end: taken.watermark };
  const holes = subtractRanges(passed, taken.watched).filter(
    (hole) => durationOf(hole) > all.longGapMs,
  );
  const events = levels
    .flatMap((level) => closedWindows(taken, level, holes, all))
    .sort((a, b) => a.range.end - b.range.end || durationOf(a.range) - durationOf(b.range))
    .map((window) => describe(taken, window));
  const long = events.filter(({ level }) => level === 'long');
  const synopsis = rememberEvents(taken.synopsis, long, all);
  const after = forgetClosed({ ...taken, synopsis }, all);
  return {
    memory: after,
    events,
    synopsis: long.length > 0 ? synopsisOf(after.streamId, synopsis, after.watermark) : undefined,
  };
}

interface Window {
  readonly level: EventLevel;
  readonly number: number;
  readonly range: TimeRange;
}

/** The first window of each level is the one that the stream begins in. */
function startAt(input: EventInput, { windowMs }: EventMemoryOptions): EventMemory {
  const { start } = rangeOf(input);
  const windowAt = (level: EventLevel) => Math.floor(start / windowMs[level]);
  return {
    streamId: streamOf(input),
    watermark: start,
    next: { short: windowAt('short'), medium: windowAt('medium'), long: windowAt('long') },
    watched: [],
    states: [],
    trajectories: [],
    synopsis: emptySynopsis,
  };
}

function takeIn(memory: EventMemory, input: EventInput, options: EventMemoryOptions): EventMemory {
  const range = rangeOf(input);
  const watermark = Math.max(memory.watermark, input.foldedUntil ?? range.end);
  const recorded = 'chunk' in input ? mergeRanges([...memory.watched, range]) : memory.watched;
  const blind = 'chunk' in input ? (input.chunk.blind ?? []) : [];
  const watched = recorded.flatMap((part) => subtractRanges(part, blind));
  const arrivals = input.changes.trajectories.filter(({ firstAt }) => firstAt >= memory.watermark);
  const passed = { start: memory.watermark, end: watermark };
  return {
    ...memory,
    watermark,
    watched,
    states: replaceById(memory.states, input.changes.states),
    trajectories: replaceById(memory.trajectories, input.changes.trajectories),
    synopsis: tallyHours(memory.synopsis, passed, watched, arrivals, options),
  };
}

/** Windows inside holes are leapt over, not looked at: the clock of a camera may jump by decades. */
function closedWindows(
  memory: EventMemory,
  level: EventLevel,
  holes: readonly TimeRange[],
  { windowMs }: EventMemoryOptions,
): Window[] {
  const length = windowMs[level];
  const windows: Window[] = [];
  let number = memory.next[level];
  while ((number + 1) * length <= memory.watermark) {
    const range = { start: number * length, end: (number + 1) * length };
    const hole = holes.find(({ start, end }) => start <= range.start && range.end <= end);
    if (!hole) windows.push({ level, number, range });
    number = hole ? Math.floor(hole.end / length) : number + 1;
  }
  return windows;
}

function describe(memory: EventMemory, { level, number, range }: Window): Event {
  const watched = totalDuration(clipRanges(memory.watched, range)) / durationOf(range);
  const { states, trajectories } = memory;
  const described = describeWindow({ range, watched, states, trajectories });
  const { streamId } = memory;
  return { id: `${streamId}/${level}/${number}`, streamId, level, range, watched, ...described };
}

/** Keeps what reaches into an open window. */
function forgetClosed(
  memory: EventMemory,
  { windowMs, maxStates }: EventMemoryOptions,
): EventMemory {
  const nextOf = (level: EventLevel) =>
    Math.max(memory.next[level], Math.floor(memory.watermark / windowMs[level]));
  const next = { short: nextOf('short'), medium: nextOf('medium'), long: nextOf('long') };
  const oldest = Math.min(...levels.map((level) => next[level] * windowMs[level]));
  const states = memory.states
    .filter(({ range }) => range.end >= oldest)
    .sort((a, b) => a.range.start - b.range.start || (a.id < b.id ? -1 : 1))
    .slice(-maxStates);
  const told = new Set(states.map(({ trajectoryId }) => trajectoryId));
  const isOpen = (range: TimeRange) => range.end > oldest;
  return {
    ...memory,
    next,
    states,
    watched: memory.watched.filter(isOpen).map((range) => clampStart(range, oldest)),
    trajectories: memory.trajectories.filter(({ id }: Trajectory) => told.has(id)),
  };
}

const rangeOf = (input: EventInput): TimeRange =>
  'gap' in input ? { start: input.gap.start, end: input.gap.end } : input.chunk.range;

const streamOf = (input: EventInput): string =>
  'gap' in input ? input.gap.streamId : input.chunk.streamId;

const clampStart = (range: TimeRange, start: Instant): TimeRange => ({
  start: Math.max(range.start, start),
  end: range.end,
});

function replaceById<T extends { readonly id: string }>(
  before: readonly T[],
  added: readonly T[],
): T[] {
  return [...new Map([...before, ...added].map((row) => [row.id, row])).values()];
}
