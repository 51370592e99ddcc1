/** A moment of the recording, with the boxes of who was there. */
import { useCallback } from 'preact/hooks';
import type { StreamView } from '../../../query/contract.ts';
import type { TrajectoryHistory } from '../../views.ts';
import { sayObject } from '../say.ts';
import { type Moment, useMoment } from '../use-moment.ts';
import { ClipPlayer } from './clip-player.tsx';

/** So much more is cut on both sides. */
const aroundMs = 2_000;

export interface MomentPlayerProps {
  readonly stream: StreamView;
  readonly moment: Moment;
  readonly objects: readonly TrajectoryHistory[];
}

export function MomentPlayer({ stream, moment, objects }: MomentPlayerProps) {
  const { clipId, boxes, problem } = useMoment(stream.id, moment, objects, aroundMs);
  const nameOf = useCallback(
    (id: string) => {
      const object = objects.find((one) => one.id === id);
      return object ? sayObject(object) : '';
    },
    [objects],
  );
  if (problem) {
    return (
      <div class="player-empty hatched" role="alert">
        <p>{problem}</p>
      </div>
    );
  }
  if (!clipId) return <div class="player-empty" aria-busy="true" />;
  return <ClipPlayer clipId={clipId} range={moment.range} boxes={boxes} nameOf={nameOf} />;
}
