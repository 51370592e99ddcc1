/** The clip of a moment of a stream, with the boxes of the objects in it. */
import { useEffect, useState } from 'preact/hooks';
import { rangesOverlap, type TimeRange } from '../../kernel/time.ts';
import type { PathPoint } from '../../processors/domain/observation.ts';
import type { Clip } from '../../query/domain/clip.ts';
import type { TrajectoryHistory } from '../views.ts';
import { get, sayProblem } from './api.ts';
import type { TimedBox } from './box-at.ts';

export interface Moment {
  readonly range: TimeRange;
  /** Whose boxes to draw; undefined: everybody's who is there. */
  readonly trajectoryIds: readonly string[] | undefined;
}

export interface MomentMedia {
  readonly clipId: string | undefined;
  readonly boxes: readonly TimedBox[];
  readonly problem: string | undefined;
}

/** Boxes of more objects than this would hide the picture. */
const mostObjects = 12;

/** The clip holds `aroundMs` more on both sides. */
export function useMoment(
  streamId: string,
  moment: Moment,
  objects: readonly TrajectoryHistory[],
  aroundMs: number,
): MomentMedia {
  const { start, end } = moment.range;
  const [clipId, setClipId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    setClipId(undefined);
    setProblem(undefined);
    const range = { start: start - aroundMs, end: end + aroundMs };
    get<Clip>('/api/clips', { stream: streamId, ...range }).then(
      ({ id }) => isCurrent && setClipId(id),
      (error: unknown) => isCurrent && setProblem(sayProblem(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [streamId, start, end, aroundMs]);
  const boxes = useBoxes(moment, objects);
  return { clipId, boxes, problem };
}

function useBoxes(moment: Moment, objects: readonly TrajectoryHistory[]): readonly TimedBox[] {
  const [boxes, setBoxes] = useState<readonly TimedBox[]>([]);
  const { start, end } = moment.range;
  const ids =
    moment.trajectoryIds ??
    objects
      .filter(({ firstAt, lastAt }) => rangesOverlap({ start: firstAt, end: lastAt }, moment.range))
      .map(({ id }) => id);
  const key = ids.slice(0, mostObjects).join('\n');
  useEffect(() => {
    let isCurrent = true;
    setBoxes([]);
    if (key === '') return;
    // The picture is right without boxes, so a failure here is not worth a message.
    Promise.all(key.split('\n').map((id) => pathOf(id, { start, end }))).then(
      (paths) => isCurrent && setBoxes(paths.flat()),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [key, start, end]);
  return boxes;
}

async function pathOf(trajectoryId: string, range: TimeRange): Promise<TimedBox[]> {
  const path = `/api/trajectories/${encodeURIComponent(trajectoryId)}/path`;
  const points = await get<PathPoint[]>(path, { ...range });
  return points.map(({ at, box }) => ({ trajectoryId, at, box }));
}
