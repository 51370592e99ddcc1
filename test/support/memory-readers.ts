/** The readers of query over plain arrays, for tests and benchmarks. */
import { clipRanges, rangesOverlap, subtractRanges, type TimeRange } from '../../kernel/time.ts';
import type { PathPoint } from '../../processors/domain/observation.ts';
import type { IdentityLink } from '../../processors/domain/trajectory.ts';
import type { AnswerDeps } from '../../query/answer-question.ts';
import type { CoverageGap, StreamCoverage } from '../../query/domain/coverage.ts';
import type { TrajectoryFilter, TrajectoryHistory } from '../../query/ports.ts';
import { ManualClock } from './manual-clock.ts';

export interface MemoryStream {
  readonly id: string;
  readonly name: string;
  readonly watched: readonly TimeRange[];
}

export interface MemoryWorld {
  readonly streams: readonly MemoryStream[];
  readonly trajectories: readonly TrajectoryHistory[];
  readonly links?: readonly IdentityLink[];
  readonly zones?: readonly string[];
  readonly lines?: readonly string[];
  /** The clock; default an hour after the last recording. */
  readonly now?: number;
  /** Streams have playable recordings; default true. */
  readonly isRecorded?: boolean;
}

export function memoryReaders(world: MemoryWorld): AnswerDeps {
  const extent = extentOf(world.streams);
  const now = world.now ?? (extent?.end ?? 0) + 3_600_000;
  return {
    trajectories: {
      find: async (filter) => findTrajectories(world.trajectories, filter),
      path: async (id, range) => pathOf(world.trajectories, id, range),
      links: async () => [...(world.links ?? [])],
    },
    coverage: {
      coverage: async (streamIds, range) =>
        world.streams
          .filter(({ id }) => streamIds.includes(id))
          .map((stream) => coverageOf(stream, range)),
      extent: async (streamIds) =>
        extentOf(world.streams.filter(({ id }) => streamIds.includes(id))),
    },
    streams: {
      streams: async () =>
        world.streams.map(({ id, name }) => ({
          id,
          name,
          url: 'file',
          enabledAt: 0,
          profile: null,
        })),
    },
    segments: {
      find: async (streamId, range) =>
        world.isRecorded === false ? [] : [segmentOf(streamId, range)],
    },
    clock: new ManualClock(now),
    zones: world.zones ?? [],
    lines: world.lines ?? [],
  };
}

function findTrajectories(all: readonly TrajectoryHistory[], filter: TrajectoryFilter) {
  return all
    .filter(
      (one) =>
        (!filter.streamIds || filter.streamIds.includes(one.streamId)) &&
        (!filter.kinds || filter.kinds.includes(one.kind)) &&
        rangesOverlap({ start: one.firstAt, end: one.lastAt }, filter.range),
    )
    .map((one) => cutTo(one, filter.range))
    .sort((a, b) => a.firstAt - b.firstAt)
    .slice(-(filter.limit ?? Infinity));
}

function cutTo(one: TrajectoryHistory, range: TimeRange): TrajectoryHistory {
  if (one.firstAt >= range.start && one.lastAt <= range.end) return one;
  return { ...one, states: one.states.filter((state) => rangesOverlap(state.range, range)) };
}

function pathOf(all: readonly TrajectoryHistory[], id: string, range: TimeRange): PathPoint[] {
  const one = all.find((trajectory) => trajectory.id === id);
  const start = Math.max(range.start, one?.firstAt ?? range.end);
  const end = Math.min(range.end, one?.lastAt ?? range.start);
  const count = Math.max(0, Math.ceil((end - start) / 250));
  return Array.from({ length: Math.min(count, 1000) }, (_, n) => ({
    at: start + n * 250,
    box: one!.typicalBox,
  }));
}

function coverageOf({ id, watched }: MemoryStream, range: TimeRange): StreamCoverage {
  const parts = clipRanges(watched, range);
  const first = watched[0]?.start ?? Number.POSITIVE_INFINITY;
  const last = watched.at(-1)?.end ?? Number.NEGATIVE_INFINITY;
  const gaps = subtractRanges(range, watched).map(
    (gap): CoverageGap => ({ streamId: id, ...gap, reason: reasonOf(gap, first, last) }),
  );
  return { streamId: id, watched: parts, gaps, asOf: watched.at(-1)?.end };
}

function reasonOf(gap: TimeRange, first: number, last: number): string {
  if (gap.end <= first) return 'before-first-recording';
  return gap.start >= last ? 'not-yet-recorded' : 'connection-lost';
}

function extentOf(streams: readonly MemoryStream[]): TimeRange | undefined {
  const ranges = streams.flatMap(({ watched }) => watched);
  if (ranges.length === 0) return undefined;
  return {
    start: Math.min(...ranges.map(({ start }) => start)),
    end: Math.max(...ranges.map(({ end }) => end)),
  };
}

const segmentOf = (streamId: string, range: TimeRange) => ({
  ...range,
  id: `${streamId}-segment`,
  streamId,
  epoch: 1,
  key: 'segment.mp4',
  bytes: 1,
  codec: 'h264',
  width: 640,
  height: 360,
});
