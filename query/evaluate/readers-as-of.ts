/**
 * Readers that know nothing of what lies after an instant: for asking again as it was then. Kind,
 * colours and place of a thing seen before are as they are known today.
 */
import {
  clipRanges,
  type Instant,
  intersectRanges,
  rangesOverlap,
  type TimeRange,
} from '../../kernel/time.ts';
import type { StreamCoverage } from '../domain/coverage.ts';
import type { CoverageReader, TrajectoryHistory, TrajectoryReader } from '../ports.ts';

interface Readers {
  readonly trajectories: TrajectoryReader;
  readonly coverage: CoverageReader;
}

export const readersAsOf = <Some extends Readers>(readers: Some, asOf: Instant): Some => ({
  ...readers,
  trajectories: trajectoriesAsOf(readers.trajectories, asOf),
  coverage: coverageAsOf(readers.coverage, asOf),
});

const until = (range: TimeRange, asOf: Instant): TimeRange => ({
  start: Math.min(range.start, asOf),
  end: Math.min(range.end, asOf),
});

const trajectoriesAsOf = (reader: TrajectoryReader, asOf: Instant): TrajectoryReader => ({
  find: async (filter) => {
    const found = await reader.find({ ...filter, range: until(filter.range, asOf) });
    return found.filter(({ firstAt }) => firstAt < asOf).map((one) => historyAsOf(one, asOf));
  },
  path: async (id, range) => (await reader.path(id, range)).filter(({ at }) => at < asOf),
  links: async (streamIds, range) =>
    (await reader.links(streamIds, range)).filter(({ madeAt }) => madeAt <= asOf),
});

function historyAsOf(history: TrajectoryHistory, asOf: Instant): TrajectoryHistory {
  const states = history.states
    .filter(({ range }) => range.start < asOf)
    .map((state) => ({ ...state, range: until(state.range, asOf) }));
  return { ...history, states, lastAt: Math.min(history.lastAt, asOf) };
}

const coverageAsOf = (reader: CoverageReader, asOf: Instant): CoverageReader => ({
  coverage: async (streamIds, range) =>
    (await reader.coverage(streamIds, range)).map((one) => coveredUntil(one, range, asOf)),
  extent: async (streamIds) => {
    const extent = await reader.extent(streamIds);
    return extent && extent.start < asOf ? until(extent, asOf) : undefined;
  },
});

function coveredUntil(one: StreamCoverage, range: TimeRange, asOf: Instant): StreamCoverage {
  const past = { start: Math.min(range.start, asOf), end: asOf };
  const after = intersectRanges(range, { start: asOf, end: Math.max(asOf, range.end) });
  const ahead = after && { streamId: one.streamId, ...after, reason: 'not-yet-recorded' };
  const gaps = one.gaps.flatMap((gap) =>
    rangesOverlap(gap, past) ? { ...gap, ...until(gap, asOf) } : [],
  );
  return {
    ...one,
    watched: clipRanges(one.watched, past),
    gaps: ahead ? [...gaps, ahead] : gaps,
    asOf: one.asOf === undefined ? undefined : Math.min(one.asOf, asOf),
  };
}
