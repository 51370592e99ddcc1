/** Objects over time in lanes by kind; where an object was not seen its lane is dotted. */
import type { TimeRange } from '../../../kernel/time.ts';
import type { TrajectoryHistory } from '../../views.ts';
import { packLanes } from '../pack-lanes.ts';
import { sayObject } from '../say.ts';
import { sayClock, sayDuration, sayRange } from '../say-time.ts';
import { visiblePart } from '../time-scale.ts';
import { mostTrajectories } from '../use-stream-history.ts';

const laneHeight = 26;
/** A label needs room, so objects closer than this share of the view get lanes of their own. */
const laneGapShare = 0.012;

/** More objects than this would neither be read nor drawn in time. */
const mostObjects = 400;

export interface LanesProps {
  readonly view: TimeRange;
  readonly now: number;
  readonly trajectories: readonly TrajectoryHistory[];
  readonly onPickObject: (trajectory: TrajectoryHistory) => void;
}

export function Lanes({ view, trajectories: all, onPickObject, now }: LanesProps) {
  const trajectories = longest(all, mostObjects);
  const kinds = [...new Set(trajectories.map(({ kind }) => kind))].sort();
  return (
    <>
      {kinds.map((kind) => {
        const objects = trajectories.filter((one) => one.kind === kind);
        const spans = objects.map(({ firstAt, lastAt }) => ({ start: firstAt, end: lastAt }));
        const lanes = packLanes(spans, (view.end - view.start) * laneGapShare);
        const count = Math.max(...lanes) + 1;
        return (
          <div key={kind} class="row" style={{ height: `${count * laneHeight + 22}px` }}>
            <span class="row-name">
              {kind} <span class="muted">{objects.length}</span>
            </span>
            {objects.map((object, index) => (
              <ObjectSpan
                key={object.id}
                object={object}
                view={view}
                now={now}
                top={20 + lanes[index]! * laneHeight}
                onPick={() => onPickObject(object)}
              />
            ))}
          </div>
        );
      })}
      {trajectories.length < all.length && (
        <p class="empty">
          The {trajectories.length} longest of {all.length < mostTrajectories ? '' : 'the newest '}
          {all.length} objects. Zoom in to see all.
        </p>
      )}
      {kinds.length === 0 && <p class="empty">Nothing was seen in this time.</p>}
    </>
  );
}

function longest(objects: readonly TrajectoryHistory[], most: number) {
  if (objects.length <= most) return objects;
  const byLength = [...objects].sort((a, b) => b.lastAt - b.firstAt - (a.lastAt - a.firstAt));
  return byLength.slice(0, most);
}

interface ObjectSpanProps {
  readonly object: TrajectoryHistory;
  readonly view: TimeRange;
  readonly now: number;
  readonly top: number;
  readonly onPick: () => void;
}

function ObjectSpan({ object, view, now, top, onPick }: ObjectSpanProps) {
  const whole = { start: object.firstAt, end: object.lastAt };
  const part = visiblePart(view, whole);
  if (!part) return null;
  const name = sayObject(object);
  const seen = object.states
    .filter(({ predicate }) => predicate === 'present')
    .flatMap(({ id, range }) => {
      const inside = visiblePart(view, range);
      return inside ? [{ id, ...inside }] : [];
    });
  return (
    <button
      type="button"
      class="object"
      data-assumed={object.kindAssumed}
      title={`${name}, ${sayRange(whole, now)} (${sayDuration(whole.end - whole.start)})`}
      aria-label={`Play ${name}, ${sayClock(whole.start)}`}
      style={{
        left: `${part.left * 100}%`,
        width: `max(6px, ${part.width * 100}%)`,
        top: `${top}px`,
      }}
      onClick={onPick}
    >
      {seen.map(({ id, left, width }) => (
        <i
          key={id}
          class="seen"
          style={{
            left: `${((left - part.left) / part.width) * 100}%`,
            width: `${(width / part.width) * 100}%`,
          }}
        />
      ))}
      <span class="object-name">
        {object.attributes[0] && <i class="colour" data-colour={object.attributes[0].value} />}
        <span>{name}</span>
      </span>
    </button>
  );
}
