/** The range a timeline shows, and the buttons that change it. */
import type { TimeRange } from '../../../kernel/time.ts';
import { serverNow } from '../live.ts';
import { sayRange } from '../say-time.ts';
import { pan, zoom } from '../time-scale.ts';

export interface TimeButtonsProps {
  readonly view: TimeRange;
  /** Undefined: follow the newest picture. */
  readonly onView: (view: TimeRange | undefined) => void;
  readonly isFollowing: boolean;
}

export function TimeButtons({ view, onView, isFollowing }: TimeButtonsProps) {
  return (
    <div class="time-buttons">
      <h2 class="number">{sayRange(view, serverNow())}</h2>
      <span class="spacer" />
      <button
        type="button"
        class="chip"
        aria-label="Earlier"
        onClick={() => onView(pan(view, -0.5))}
      >
        ←
      </button>
      <button type="button" class="chip" aria-label="Later" onClick={() => onView(pan(view, 0.5))}>
        →
      </button>
      <button
        type="button"
        class="chip"
        aria-label="Zoom out"
        onClick={() => onView(zoom(view, 2, 0.5))}
      >
        −
      </button>
      <button
        type="button"
        class="chip"
        aria-label="Zoom in"
        onClick={() => onView(zoom(view, 0.5, 0.5))}
      >
        +
      </button>
      <button
        type="button"
        class="chip"
        aria-pressed={isFollowing}
        onClick={() => onView(undefined)}
      >
        Newest
      </button>
    </div>
  );
}
