/** One stream: the live picture or a moment of the recording, and everything over time. */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { TimeRange } from '../../../kernel/time.ts';
import type { EventLevel } from '../../../processors/domain/event.ts';
import type { StreamView } from '../../../query/contract.ts';
import type { TrajectoryHistory } from '../../views.ts';
import { asking, setScope } from '../ask.ts';
import { EventList } from '../components/event-list.tsx';
import { MomentPlayer } from '../components/moment-player.tsx';
import { StreamHead } from '../components/stream-head.tsx';
import { Preview } from '../components/stream-tile.tsx';
import { TimeButtons } from '../components/time-buttons.tsx';
import { Timeline } from '../components/timeline.tsx';
import { live, serverNow } from '../live.ts';
import { sayRange } from '../say-time.ts';
import { useStore } from '../store.ts';
import { useKeys } from '../use-keys.ts';
import type { Moment } from '../use-moment.ts';
import { useEvents, useStreamHistory, useSynopsis } from '../use-stream-history.ts';

export function StreamPage({ id, at }: { id: string; at: number | undefined }) {
  const streams = useStore(live, (state) => state.streams);
  const stream = streams?.find((one) => one.id === id);
  if (!streams) return <main class="page" aria-busy />;
  if (!stream) {
    return (
      <main class="page narrow">
        <div class="panel">
          <h1>There is no stream “{id}”</h1>
          <p>
            <a href="#/">Back to the streams</a>
          </p>
        </div>
      </main>
    );
  }
  return <StreamDetails stream={stream} at={at} />;
}

/** How much of the time shows at first. */
const firstViewMs = 5 * 60_000;
const momentMs = 10_000;
const longestMomentMs = 60_000;

function firstView({ recorded, asOf }: StreamView, at: number | undefined): TimeRange {
  const edge = Math.max(recorded?.end ?? 0, asOf ?? 0) || serverNow();
  if (at !== undefined) return { start: at - firstViewMs / 2, end: at + firstViewMs / 2 };
  const start = Math.max(edge - firstViewMs, (recorded?.start ?? 0) - 15_000);
  return { start: Math.min(start, edge - 60_000), end: edge + 5_000 };
}

function StreamDetails({ stream, at }: { stream: StreamView; at: number | undefined }) {
  // Undefined: the timeline follows the newest picture.
  const [chosenView, setView] = useState(() =>
    at === undefined ? undefined : firstView(stream, at),
  );
  const view = chosenView ?? firstView(stream, undefined);
  const [level, setLevel] = useState<EventLevel>('short');
  const [about, setAbout] = useState('');
  const [moment, setMoment] = useState<Moment | undefined>(() =>
    at === undefined ? undefined : momentAround(at),
  );
  const history = useStreamHistory(stream, view);
  const events = useEvents(stream, view, level, about);
  const alerts = useStore(live, (state) => state.alerts);
  const own = useMemo(
    () => alerts.filter(({ streamId }) => streamId === stream.id),
    [alerts, stream.id],
  );
  const now = serverNow();
  const pickObject = useCallback((object: TrajectoryHistory) => {
    const end = Math.min(object.lastAt, object.firstAt + longestMomentMs);
    setMoment({ range: { start: object.firstAt, end }, trajectoryIds: [object.id] });
  }, []);
  useScopeOf(stream.id);
  const step = (by: 1 | -1) => {
    const next = nextObject(history.trajectories, moment?.range.start ?? view.end, by);
    if (next) pickObject(next);
  };
  useKeys({ '[': () => step(-1), ']': () => step(1), k: () => step(-1), j: () => step(1) });
  return (
    <main class="page stream">
      <StreamHead stream={stream} />
      <div class="stream-player">
        {moment ? (
          <>
            <MomentPlayer stream={stream} moment={moment} objects={history.trajectories} />
            <p class="moment">
              <span class="number">{sayRange(moment.range, now)}</span>
              <button type="button" class="link" onClick={() => setMoment(undefined)}>
                Back to the newest picture
              </button>
            </p>
          </>
        ) : (
          <NewestPicture stream={stream} />
        )}
      </div>
      <div class="stream-side">
        <Synopsis stream={stream} />
        <EventList
          events={events}
          now={now}
          level={level}
          about={about}
          onLevel={setLevel}
          onAbout={setAbout}
          onPick={(event) =>
            setMoment({ range: event.range, trajectoryIds: [...event.participants] })
          }
        />
      </div>
      <div class="stream-time">
        <TimeButtons view={view} onView={setView} isFollowing={chosenView === undefined} />
        {history.problem && (
          <p class="problem" role="alert">
            {history.problem}
          </p>
        )}
        <Timeline
          view={view}
          now={now}
          trajectories={history.trajectories}
          gaps={history.gaps}
          events={history.events}
          alerts={own}
          at={moment?.range.start}
          onView={setView}
          onPick={(instant) => setMoment(momentAround(instant))}
          onPickObject={pickObject}
        />
      </div>
    </main>
  );
}

/** Questions asked on this page are about this stream, unless the person chose others. */
function useScopeOf(streamId: string): void {
  useEffect(() => {
    const { scope } = asking.get();
    if (scope.streamIds.length === 0) setScope({ ...scope, streamIds: [streamId] });
    return () => setScope({ ...asking.get().scope, streamIds: [] });
  }, [streamId]);
}

const NewestPicture = ({ stream }: { stream: StreamView }) => (
  <>
    <div class="live-picture">
      <Preview streamId={stream.id} name={stream.name} />
    </div>
    <p class="moment muted">The newest picture. Click the timeline to play a moment.</p>
  </>
);

const momentAround = (at: number): Moment => ({
  range: { start: at, end: at + momentMs },
  trajectoryIds: undefined,
});

function nextObject(
  objects: readonly TrajectoryHistory[],
  from: number,
  by: 1 | -1,
): TrajectoryHistory | undefined {
  return by > 0
    ? objects.find(({ firstAt }) => firstAt > from)
    : objects.findLast(({ firstAt }) => firstAt < from);
}

function Synopsis({ stream }: { stream: StreamView }) {
  const synopsis = useSynopsis(stream);
  if (!synopsis) return null;
  return (
    <section class="panel synopsis" aria-label="The story so far">
      <h2>The story so far</h2>
      <p>{synopsis.text}</p>
    </section>
  );
}
