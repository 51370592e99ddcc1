/**
 * A stream over time: a lane for each object, events and alerts above them, and hatched gaps where
 * nothing was seen. The wheel zooms, dragging moves, a click plays the moment.
 */
import { useRef } from 'preact/hooks';
import type { TimeRange } from '../../../kernel/time.ts';
import type { Event } from '../../../processors/domain/event.ts';
import type { CoverageGap } from '../../../query/domain/coverage.ts';
import type { Alert } from '../../../query/domain/standing-question.ts';
import type { TrajectoryHistory } from '../../views.ts';
import { gapParts } from '../coverage-parts.ts';
import { sayGap } from '../say.ts';
import { offsetOf, sayClock, sayRange, sayShortClock } from '../say-time.ts';
import { pan, shareAt, ticks, visiblePart, zoom } from '../time-scale.ts';
import { useDrag, useWheel, useWidth } from '../timeline-gestures.ts';
import { Lanes } from './timeline-lanes.tsx';

export interface TimelineProps {
  readonly view: TimeRange;
  readonly now: number;
  readonly trajectories: readonly TrajectoryHistory[];
  readonly gaps: readonly CoverageGap[];
  readonly events: readonly Event[];
  readonly alerts: readonly Alert[];
  /** The instant that plays. */
  readonly at: number | undefined;
  readonly onView: (view: TimeRange) => void;
  readonly onPick: (at: number) => void;
  readonly onPickObject: (trajectory: TrajectoryHistory) => void;
}

export function Timeline(props: TimelineProps) {
  const { view, now, gaps, at, onView, onPick } = props;
  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(plot);
  useWheel(plot, view, onView);
  const drag = useDrag(view, onView, onPick);
  const playhead = at === undefined ? undefined : shareAt(view, at);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyViews[event.key]?.(view);
    if (!next || event.target !== event.currentTarget) return;
    event.preventDefault();
    onView(next);
  };
  return (
    <section
      class="timeline"
      aria-label={`Timeline, ${sayRange(view, now)}. Arrow keys move, plus and minus zoom.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the timeline.
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <Axis view={view} width={width} />
      <div class="plot" ref={plot} {...drag}>
        {gapParts(view, gaps).map((part) => (
          <i
            key={`${part.range.start}-${part.reason}`}
            class="gap hatched"
            title={`${sayGap(part.reason)}, ${sayRange(part.range, now)}`}
            style={{ left: `${part.left * 100}%`, width: `${part.width * 100}%` }}
          />
        ))}
        <Marks {...props} />
        <Lanes {...props} />
        {playhead !== undefined && playhead >= 0 && playhead <= 1 && (
          <i class="playhead" style={{ left: `${playhead * 100}%` }} />
        )}
      </div>
    </section>
  );
}

const keyViews: Readonly<Record<string, (view: TimeRange) => TimeRange>> = {
  ArrowLeft: (view) => pan(view, -0.2),
  ArrowRight: (view) => pan(view, 0.2),
  '+': (view) => zoom(view, 0.6, 0.5),
  '=': (view) => zoom(view, 0.6, 0.5),
  '-': (view) => zoom(view, 1 / 0.6, 0.5),
};

const pixelsPerTick = 90;

function Axis({ view, width }: { view: TimeRange; width: number }) {
  const found = ticks(view, Math.max(2, Math.floor(width / pixelsPerTick)), offsetOf(view.start));
  const isFine = found.length > 1 && found[1]! - found[0]! < 60_000;
  return (
    <div class="axis" aria-hidden="true">
      {found.map((tick) => (
        <span key={tick} class="tick number" style={{ left: `${shareAt(view, tick) * 100}%` }}>
          {isFine ? sayClock(tick) : sayShortClock(tick)}
        </span>
      ))}
    </div>
  );
}

function Marks({ view, events, alerts, onPick, now }: TimelineProps) {
  const told = events.filter((event) => event.level === 'short' && event.participants.length > 0);
  return (
    <div class="row marks">
      <span class="row-name">Events</span>
      {told.map((event) => {
        const part = visiblePart(view, event.range);
        return (
          part && (
            <button
              key={event.id}
              type="button"
              class="mark"
              tabIndex={-1}
              title={`${sayRange(event.range, now)}: ${event.caption}`}
              aria-label={`Play ${sayClock(event.range.start)}: ${event.caption}`}
              style={{ left: `${part.left * 100}%`, width: `calc(${part.width * 100}% - 2px)` }}
              onClick={() => onPick(event.range.start)}
            />
          )
        );
      })}
      {alerts.map((alert) => {
        const share = shareAt(view, alert.startsAt);
        return (
          share >= 0 &&
          share <= 1 && (
            <button
              key={alert.id}
              type="button"
              class="alert-mark"
              data-state={alert.state}
              title={`Alert: ${alert.question}`}
              aria-label={`Play the alert at ${sayClock(alert.startsAt)}: ${alert.question}`}
              style={{ left: `${share * 100}%` }}
              onClick={() => onPick(alert.startsAt)}
            />
          )
        );
      })}
    </div>
  );
}
