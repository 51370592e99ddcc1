/** What of the video a question is about: which streams, and from when to when. Pure. */
import type { Question } from '../../query/domain/question.ts';

export type ScopeTime = 'all' | 'quarter' | 'hour' | 'today' | 'custom';

export interface Scope {
  /** Empty: all streams. */
  readonly streamIds: readonly string[];
  readonly time: ScopeTime;
  /** For `custom`, as `datetime-local` gives them: local time without a zone; empty is open. */
  readonly from: string;
  readonly to: string;
}

export const wholeScope: Scope = { streamIds: [], time: 'all', from: '', to: '' };

export const scopeTimes: readonly { time: ScopeTime; label: string }[] = [
  { time: 'all', label: 'All time' },
  { time: 'quarter', label: 'Last 15 min' },
  { time: 'hour', label: 'Last hour' },
  { time: 'today', label: 'Today' },
  { time: 'custom', label: 'From – to' },
];

/** The question as it is sent; times are read in the zone of the browser. */
export function questionOf(text: string, scope: Scope, now: number, timeZone: string): Question {
  const { from, to } = instantsOf(scope, now);
  return {
    text,
    timeZone,
    ...(scope.streamIds.length > 0 ? { streamIds: [...scope.streamIds] } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function instantsOf(scope: Scope, now: number): { from?: number; to?: number } {
  switch (scope.time) {
    case 'all':
      return {};
    case 'quarter':
      return { from: now - 15 * 60_000 };
    case 'hour':
      return { from: now - 60 * 60_000 };
    case 'today':
      return { from: new Date(now).setHours(0, 0, 0, 0) };
    case 'custom':
      return { ...instantOf('from', scope.from), ...instantOf('to', scope.to) };
  }
}

function instantOf(name: 'from' | 'to', local: string): { from?: number; to?: number } {
  const at = new Date(local).getTime();
  return Number.isFinite(at) ? { [name]: at } : {};
}
