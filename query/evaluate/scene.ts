/** What a query is evaluated on: the things of the asked streams and what was watched of them. */
import {
  clipRanges,
  mergeRanges,
  subtractRanges,
  type TimeRange,
  totalDuration,
} from '../../kernel/time.ts';
import { type Kind, unnamedKind } from '../../processors/domain/kind.ts';
import type { CoverageGap, StreamCoverage } from '../domain/coverage.ts';
import type { Query, Selection } from '../domain/plan.ts';
import { kindsUnder } from '../domain/wider-kinds.ts';
import type { CoverageReader, TrajectoryReader } from '../ports.ts';
import { type Entity, entitiesOf } from './entity.ts';

export interface Scene {
  readonly entities: readonly Entity[];
  /** Over the loaded range. */
  readonly coverage: ReadonlyMap<string, StreamCoverage>;
  /** What is asked about. */
  readonly range: TimeRange;
  /** In which ordinals and places are counted. */
  readonly base: TimeRange;
  /** What definite descriptions are taken to mean, by `descriptionKey`: ids of entities. */
  readonly meant?: ReadonlyMap<string, string>;
}

export interface SceneRequest {
  readonly streamIds: readonly string[];
  readonly range: TimeRange;
  readonly base: TimeRange;
  /** Only the kinds it is about are loaded; without it everything is. */
  readonly query?: Query;
}

export interface SceneReaders {
  readonly trajectories: TrajectoryReader;
  readonly coverage: CoverageReader;
}

/** States just outside the range tell whether something came in it or was there before. */
const marginMs = 15_000;

export async function loadScene(request: SceneRequest, readers: SceneReaders): Promise<Scene> {
  const { streamIds, query } = request;
  const range = {
    start: Math.min(request.range.start, request.base.start) - marginMs,
    end: Math.max(request.range.end, request.base.end) + marginMs,
  };
  const kinds = query && kindsOf(query);
  const [trajectories, links, coverage] = await Promise.all([
    readers.trajectories.find({ streamIds, range, ...(kinds && { kinds }) }),
    readers.trajectories.links(streamIds, range),
    readers.coverage.coverage(streamIds, range),
  ]);
  return {
    entities: entitiesOf(trajectories, links),
    coverage: new Map(coverage.map((one) => [one.streamId, one])),
    range: request.range,
    base: request.base,
  };
}

/** Concrete kinds the query is about, with what was never named; undefined when it is anything. */
function kindsOf(query: Query): Kind[] | undefined {
  const words = new Set<string>();
  collectKinds(query, words);
  if (words.has(unnamedKind)) return undefined;
  return [...words].flatMap(kindsUnder).concat(unnamedKind);
}

/** Selections sit at every depth of a query; each carries its kind under the same key. */
function collectKinds(node: unknown, words: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) collectKinds(item, words);
  } else if (typeof node === 'object' && node !== null) {
    const { kind } = node as Partial<Selection>;
    if (typeof kind === 'string') words.add(kind);
    for (const value of Object.values(node)) collectKinds(value, words);
  }
}

export const watchedOf = (scene: Scene, streamId: string): readonly TimeRange[] =>
  scene.coverage.get(streamId)?.watched ?? [];

/** Between two frames nothing is watched; over a day that adds up to nothing missed. */
const frameMs = 250;
/** Unwatched time up to this much in all is no reason for doubt. */
const coverageToleranceMs = 500;

/** What is not known of the asked range, per stream; tiny holes are left out. */
export function blindSpots(scene: Scene): CoverageGap[] {
  return [...scene.coverage.values()].flatMap((coverage) => blindSpotsOf(scene, coverage));
}

function blindSpotsOf({ range }: Scene, { watched, gaps }: StreamCoverage): CoverageGap[] {
  const seen = mergeRanges(watched, frameMs);
  const missing = range.end - range.start - totalDuration(clipRanges(seen, range));
  if (missing <= Math.min(coverageToleranceMs, (range.end - range.start) / 2)) return [];
  return gaps.flatMap((gap) => {
    const [part] = clipRanges([gap], range);
    const isMissing = part && subtractRanges(part, seen).length > 0;
    return isMissing && !isTail(gap, range) ? [{ ...gap, ...part }] : [];
  });
}

/** Processing is always a little behind: the newest seconds are `as of`, not a gap. */
const tailMs = 60_000;

function isTail(gap: CoverageGap, range: TimeRange): boolean {
  const isPending = gap.reason === 'not-yet-analysed' || gap.reason === 'not-yet-recorded';
  return (
    isPending && gap.end >= range.end && gap.start > range.start && range.end - gap.start <= tailMs
  );
}

export const isCovered = (scene: Scene): boolean => blindSpots(scene).length === 0;

/** Some of the asked range was watched, on some stream. */
export const sceneIsWatched = (scene: Scene): boolean =>
  [...scene.coverage.keys()].some(
    (streamId) => clipRanges(watchedOf(scene, streamId), scene.range).length > 0,
  );
