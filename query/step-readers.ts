/**
 * What the standing questions of one stream need for one step, loaded once for all of them: the
 * readers of a question answer from memory as long as it asks for the window that was loaded, and
 * go to the store for anything else.
 */
import { clipRanges, intersectRanges, rangesOverlap, type TimeRange } from '../kernel/time.ts';
import type { StreamCoverage } from './domain/coverage.ts';
import type { TruthReaders } from './evaluate-standing.ts';
import type { TrajectoryFilter, TrajectoryHistory } from './ports.ts';

/** Two round trips, whatever the number of questions. */
export async function loadStepReaders(
  streamId: string,
  window: TimeRange,
  store: TruthReaders,
): Promise<TruthReaders> {
  const [trajectories, coverages] = await Promise.all([
    store.trajectories.find({ streamIds: [streamId], range: window }),
    store.coverage.coverage([streamId], window),
  ]);
  const isLoaded = (streamIds: readonly string[] | undefined, range: TimeRange) =>
    streamIds?.length === 1 &&
    streamIds[0] === streamId &&
    range.start >= window.start &&
    range.end <= window.end;
  return {
    trajectories: {
      find: async (filter) =>
        isLoaded(filter.streamIds, filter.range)
          ? trajectories.filter((head) => matches(head, filter)).flatMap(within(filter))
          : store.trajectories.find(filter),
      path: (id, range) => store.trajectories.path(id, range),
      links: (streamIds, range) => store.trajectories.links(streamIds, range),
    },
    coverage: {
      coverage: async (streamIds, range) =>
        isLoaded(streamIds, range)
          ? coverages.map((coverage) => clipCoverage(coverage, range))
          : store.coverage.coverage(streamIds, range),
      extent: (streamIds) => store.coverage.extent(streamIds),
    },
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
