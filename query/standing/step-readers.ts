/**
 * What the standing questions of one stream need for one step, loaded once for all of them: the
 * readers of a question answer from memory as long as it asks for the window that was loaded, and
 * go to the store for anything else.
 */
import { clipRanges, intersectRanges, rangesOverlap, type TimeRange } from '../../kernel/time.ts';
import type { StreamCoverage } from '../domain/coverage.ts';
import type { TrajectoryFilter, TrajectoryHistory } from '../ports.ts';
import type { TruthReaders } from './evaluate-standing.ts';

/** Who asks looks this far around the range it asks about. */
const marginMs = 15_000;

/** Three round trips, whatever the number of questions. */
export async function loadStepReaders(
  streamId: string,
  range: TimeRange,
  store: TruthReaders,
): Promise<TruthReaders> {
  const window = { start: range.start - marginMs, end: range.end + marginMs };
  const [trajectories, links, coverages] = await Promise.all([
    store.trajectories.find({ streamIds: [streamId], range: window }),
    store.trajectories.links([streamId], window),
    store.coverage.coverage([streamId], window),
  ]);
  const isLoaded = (streamIds: readonly string[] | undefined, asked: TimeRange) =>
    streamIds?.length === 1 &&
    streamIds[0] === streamId &&
    asked.start >= window.start &&
    asked.end <= window.end;
  const wereThere = (asked: TimeRange) =>
    new Set(trajectories.filter((one) => matches(one, { range: asked })).map(({ id }) => id));
  return {
    trajectories: {
      find: async (filter) =>
        isLoaded(filter.streamIds, filter.range)
          ? trajectories
              .filter((one) => matches(one, filter))
              .flatMap(within(filter))
              .slice(-(filter.limit ?? Infinity))
          : store.trajectories.find(filter),
      path: (id, asked) => store.trajectories.path(id, asked),
      async links(streamIds, asked) {
        if (!isLoaded(streamIds, asked)) return store.trajectories.links(streamIds, asked);
        if (links.length === 0) return [];
        const ids = wereThere(asked);
        return links.filter((link) => ids.has(link.from) || ids.has(link.to));
      },
    },
    coverage: {
      coverage: async (streamIds, asked) =>
        isLoaded(streamIds, asked)
          ? coverages.map((coverage) => clipCoverage(coverage, asked))
          : store.coverage.coverage(streamIds, asked),
      extent: (streamIds) => store.coverage.extent(streamIds),
    },
    scenes: new Map(),
  };
}

const matches = (trajectory: TrajectoryHistory, filter: TrajectoryFilter): boolean =>
  (!filter.kinds || filter.kinds.includes(trajectory.kind)) &&
  (!filter.ids || filter.ids.includes(trajectory.id)) &&
  trajectory.firstAt < filter.range.end &&
  trajectory.lastAt > filter.range.start;

/** With the states of the range; none that was not present in it. */
const within =
  ({ range }: TrajectoryFilter) =>
  (trajectory: TrajectoryHistory): TrajectoryHistory[] => {
    const states = trajectory.states.filter((state) => rangesOverlap(state.range, range));
    const wasThere = states.some((state) => state.predicate === 'present');
    return wasThere ? [{ ...trajectory, states }] : [];
  };

const clipCoverage = (coverage: StreamCoverage, range: TimeRange): StreamCoverage => ({
  ...coverage,
  watched: clipRanges(coverage.watched, range),
  gaps: coverage.gaps.flatMap((gap) => {
    const common = intersectRanges(gap, range);
    return common ? [{ ...gap, ...common }] : [];
  }),
});
