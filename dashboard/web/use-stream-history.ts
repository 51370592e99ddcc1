/** What is known of a stream in a time range; read again when the range or the stream moves on. */
import { useEffect, useState } from 'preact/hooks';
import type { TimeRange } from '../../kernel/time.ts';
import type { Event, EventLevel, Synopsis } from '../../processors/domain/event.ts';
import type { StreamView } from '../../query/contract.ts';
import type { CoverageGap } from '../../query/domain/coverage.ts';
import type { StreamCoverageView, TrajectoryHistory } from '../views.ts';
import { get, sayProblem } from './api.ts';

export interface StreamHistory {
  readonly trajectories: readonly TrajectoryHistory[];
  readonly gaps: readonly CoverageGap[];
  /** Short ones, for the timeline. */
  readonly events: readonly Event[];
  readonly problem: string | undefined;
}

const nothing: StreamHistory = { trajectories: [], gaps: [], events: [], problem: undefined };

/** Panning and typing read once they pause. */
const pauseMs = 150;
const mostEvents = 200;
/** Of a view; those that came last. */
export const mostTrajectories = 1_000;

export function useStreamHistory(stream: StreamView, view: TimeRange): StreamHistory {
  const [history, setHistory] = useState(nothing);
  useReading(
    () => readHistory(stream.id, view),
    setHistory,
    (problem) => setHistory((known) => ({ ...known, problem })),
    [stream.id, stream.asOf, view.start, view.end],
  );
  return history;
}

async function readHistory(stream: string, view: TimeRange): Promise<StreamHistory> {
  const asked = { stream, ...view };
  const [trajectories, [coverage], events] = await Promise.all([
    get<TrajectoryHistory[]>('/api/trajectories', { ...asked, limit: mostTrajectories }),
    get<StreamCoverageView[]>('/api/coverage', asked),
    get<Event[]>('/api/events', { ...asked, level: 'short', limit: mostEvents }),
  ]);
  return { trajectories, gaps: coverage?.gaps ?? [], events, problem: undefined };
}

/** Newest first; with words, the nearest in meaning first, of all time. */
export function useEvents(
  stream: StreamView,
  view: TimeRange,
  level: EventLevel,
  about: string,
): readonly Event[] {
  const [events, setEvents] = useState<readonly Event[]>([]);
  const words = about.trim();
  useReading(
    () => readEvents(stream.id, view, level, words),
    setEvents,
    () => {},
    [stream.id, stream.asOf, view.start, view.end, level, words],
  );
  return events;
}

async function readEvents(
  stream: string,
  view: TimeRange,
  level: EventLevel,
  words: string,
): Promise<Event[]> {
  if (words !== '') return get<Event[]>('/api/events', { stream, level, about: words, limit: 30 });
  const events = await get<Event[]>('/api/events', { stream, ...view, level, limit: mostEvents });
  return events.sort((a, b) => b.range.start - a.range.start);
}

export function useSynopsis(stream: StreamView): Synopsis | undefined {
  const [synopsis, setSynopsis] = useState<Synopsis | null>(null);
  useReading(
    () => get<Synopsis | null>(`/api/synopsis/${encodeURIComponent(stream.id)}`),
    setSynopsis,
    () => {},
    [stream.id, stream.asOf],
  );
  return synopsis ?? undefined;
}

function useReading<T>(
  read: () => Promise<T>,
  onRead: (value: T) => void,
  onProblem: (problem: string) => void,
  inputs: readonly unknown[],
): void {
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      read().then(
        (value) => isCurrent && onRead(value),
        (error: unknown) => isCurrent && onProblem(sayProblem(error)),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, inputs);
}
