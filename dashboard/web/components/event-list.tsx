/** What happened on a stream, in words; a click plays it. */
import type { Event, EventLevel } from '../../../processors/domain/event.ts';
import { sayInstant } from '../say-time.ts';

export interface EventListProps {
  readonly events: readonly Event[];
  readonly now: number;
  readonly level: EventLevel;
  readonly about: string;
  readonly onLevel: (level: EventLevel) => void;
  readonly onAbout: (about: string) => void;
  readonly onPick: (event: Event) => void;
}

const levels: readonly { level: EventLevel; label: string }[] = [
  { level: 'short', label: 'Short' },
  { level: 'medium', label: 'Medium' },
  { level: 'long', label: 'Long' },
];

export function EventList(props: EventListProps) {
  const { events, now, level, about, onLevel, onAbout, onPick } = props;
  return (
    <section class="panel" aria-labelledby="events-title">
      <header>
        <h2 id="events-title">What happened</h2>
        <fieldset class="segments">
          <legend class="hidden">Length of the events</legend>
          {levels.map((one) => (
            <button
              key={one.level}
              type="button"
              class="chip"
              aria-pressed={one.level === level}
              onClick={() => onLevel(one.level)}
            >
              {one.label}
            </button>
          ))}
        </fieldset>
      </header>
      <input
        type="search"
        class="search"
        aria-label="Search what happened"
        placeholder="Search what happened…"
        value={about}
        onInput={(event) => onAbout(event.currentTarget.value)}
      />
      <ul class="events">
        {events.map((event) => (
          <li key={event.id}>
            <button type="button" class="event" onClick={() => onPick(event)}>
              <time class="number">{sayInstant(event.range.start, now)}</time>
              <span>{event.caption}</span>
            </button>
          </li>
        ))}
      </ul>
      {events.length === 0 && (
        <p class="empty">
          {about === '' ? 'Nothing yet in this time.' : `Nothing found for “${about}”.`}
        </p>
      )}
    </section>
  );
}
