/** The hands on a timeline: its width, the wheel that zooms, the drag that moves, the click. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TimeRange } from '../../kernel/time.ts';
import { instantAt, pan, zoom } from './time-scale.ts';

export function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 800));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return width;
}

export function useWheel(
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

export function useDrag(
  view: TimeRange,
  onView: (view: TimeRange) => void,
  onPick: (at: number) => void,
) {
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
