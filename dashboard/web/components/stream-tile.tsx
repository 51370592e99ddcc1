/** One stream on the wall: its newest picture, how it is, and what happened last. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StreamView } from '../../../query/contract.ts';
import { newerPicture } from '../api.ts';
import { live, pictureCame, serverNow } from '../live.ts';
import { streamHref } from '../route.ts';
import { sayFault, sayStreamState } from '../say.ts';
import { sayClock, sayDuration, sayShortClock } from '../say-time.ts';
import { useStore } from '../store.ts';

/** Below this, analysis keeps up: a chunk has to be complete before it is analysed. */
const usualLagMs = 25_000;

export function StreamTile({ stream }: { stream: StreamView }) {
  const event = useStore(live, (state) => state.newestEvents[stream.id]);
  const pictureAt = useStore(live, (state) => state.pictureAt[stream.id]);
  const why = stream.state === 'live' ? sayFaults(stream) : stream.reason;
  const newestAt = Math.max(pictureAt ?? 0, stream.recorded?.end ?? 0);
  return (
    <article class="tile" data-state={stream.state}>
      <div class="tile-picture">
        <a href={streamHref(stream.id)} aria-label={`Open ${stream.name}`}>
          <Preview streamId={stream.id} name={stream.name} />
        </a>
        <span class="badge" data-state={stream.state}>
          <i class="dot" aria-hidden="true" />
          {sayStreamState(stream.state)}
        </span>
        {pictureAt !== undefined && <time class="tile-clock">{sayClock(pictureAt)}</time>}
        {why && <p class="tile-reason">{why}</p>}
      </div>
      <div class="tile-text">
        <h2>{stream.name}</h2>
        <Lag asOf={stream.asOf} newestAt={newestAt} isLive={stream.state === 'live'} />
        <p class="tile-event">
          {event ? (
            <>
              <time>{sayShortClock(event.range.start)}</time> {event.caption}
            </>
          ) : (
            <span class="muted">Nothing has happened yet.</span>
          )}
        </p>
      </div>
    </article>
  );
}

const sayFaults = ({ faults }: StreamView): string =>
  faults.map((fault) => sayFault(fault, serverNow())).join(' · ');

interface LagProps {
  readonly asOf: number | null;
  readonly newestAt: number;
  readonly isLive: boolean;
}

function Lag({ asOf, newestAt, isLive }: LagProps) {
  if (asOf === null) return <span class="lag">not analysed yet</span>;
  const lag = Math.max(0, newestAt - asOf);
  if (!isLive) return <span class="lag">analysed to {sayShortClock(asOf)}</span>;
  return (
    <span
      class="lag"
      data-late={lag > usualLagMs}
      title="How far the analysis is behind the newest picture"
    >
      {sayDuration(lag)} behind
    </span>
  );
}

const previewPauseMs = 700;

/** Stills that follow each other; none is fetched while the tile or the page is out of sight. */
export function Preview({ streamId, name }: { streamId: string; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isOver = false;
    let isSeen = true;
    let at = 0;
    let shown: string | undefined;
    let timer = 0;
    const observer = new IntersectionObserver(([entry]) => {
      isSeen = entry?.isIntersecting ?? true;
    });
    if (frame.current) observer.observe(frame.current);
    const next = async () => {
      const picture =
        isSeen && !document.hidden
          ? await newerPicture(streamId, at).catch(() => undefined)
          : undefined;
      if (isOver) return;
      if (picture) {
        const before = shown;
        at = picture.at;
        shown = URL.createObjectURL(picture.jpeg);
        await decoded(shown);
        if (!isOver) setUrl(shown);
        pictureCame(streamId, at);
        // The old picture is let go only when the new one stands in its place.
        if (before) setTimeout(() => URL.revokeObjectURL(before), previewPauseMs);
      }
      if (!isOver) timer = window.setTimeout(next, previewPauseMs);
    };
    void next();
    return () => {
      isOver = true;
      clearTimeout(timer);
      observer.disconnect();
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [streamId]);
  return (
    <div class="preview" ref={frame}>
      {url && <img src={url} alt={`${name}, now`} />}
    </div>
  );
}

async function decoded(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => {});
}
