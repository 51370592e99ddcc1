/**
 * A stream over time: a lane for each object, events and alerts above them, and hatched gaps where
 * nothing was seen. The wheel zooms, dragging moves, a click plays the moment.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TimeRange } from '../../../kernel/time.ts';
import type { Event } from '../../../processors/domain/event.ts';
import type { CoverageGap } from '../../../query/domain/coverage.ts';
import type { Alert } from '../../../query/domain/standing-question.ts';
import type { TrajectoryHistory } from '../../views.ts';
import { gapParts } from '../coverage-parts.ts';
import { packLanes } from '../pack-lanes.ts';
import { sayGap, sayObject } from '../say.ts';
import { offsetOf, sayClock, sayDuration, sayRange, sayShortClock } from '../say-time.ts';
import { instantAt, pan, shareAt, ticks, visiblePart, zoom } from '../time-scale.ts';

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

const laneHeight = 26;
/** A label needs room, so objects closer than this share of the view get lanes of their own. */
const laneGapShare = 0.012;

/** More objects than this would neither be read nor drawn in time. */
const mostObjects = 400;

function Lanes({ view, trajectories: all, onPickObject, now }: TimelineProps) {
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
          The {trajectories.length} longest of {all.length} objects. Zoom in to see all.
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

function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 800));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width;
}

function useWheel(
  element: { current: HTMLElement | null },
  view: TimeRange,
  onView: (view: TimeRange) => void,
): void {
  useEffect(() => {
    const plot = element.current;
    const onWheel = (event: WheelEvent) => {
      const bounds = plot!.getBoundingClientRect();
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      event.preventDefault();
      const share = (event.clientX - bounds.left) / bounds.width;
      const move = (event.deltaX || event.deltaY) / bounds.width;
      onView(isSideways ? pan(view, move) : zoom(view, Math.exp(event.deltaY / 400), share));
    };
    // Preact would register it as passive, and the page would scroll along.
    plot?.addEventListener('wheel', onWheel, { passive: false });
    return () => plot?.removeEventListener('wheel', onWheel);
  }, [view, onView]);
}

/** Moves smaller than this are clicks. */
const dragFromPixels = 4;

function useDrag(view: TimeRange, onView: (view: TimeRange) => void, onPick: (at: number) => void) {
  const drag = useRef<{ x: number; view: TimeRange; hasMoved: boolean } | undefined>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      drag.current = { x: event.clientX, view, hasMoved: false };
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const held = drag.current;
      if (!held) return;
      const pixels = event.clientX - held.x;
      held.hasMoved ||= Math.abs(pixels) > dragFromPixels;
      const { width } = (event.currentTarget as Element).getBoundingClientRect();
      if (held.hasMoved) onView(pan(held.view, -pixels / width));
    },
    onPointerUp: (event: PointerEvent) => {
      const held = drag.current;
      drag.current = undefined;
      if (!held || held.hasMoved) return;
      const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
      onPick(instantAt(view, (event.clientX - left) / width));
    },
    onPointerCancel: () => {
      drag.current = undefined;
    },
  };
}
