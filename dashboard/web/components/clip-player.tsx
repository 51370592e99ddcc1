/**
 * Plays a clip from where the evidence starts, with the boxes of its objects over the picture. The
 * clip holds more than the evidence; the bright part of the bar is the evidence.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TimeRange } from '../../../kernel/time.ts';
import type { Clip } from '../../../query/domain/clip.ts';
import { clipVideoUrl, get, sayProblem } from '../api.ts';
import { boxesAt, type TimedBox } from '../box-at.ts';
import { drawBoxes } from '../draw-boxes.ts';
import { serverNow } from '../live.ts';
import { sayRange } from '../say-time.ts';
import { useKeys } from '../use-keys.ts';
import { usePlayback } from '../use-playback.ts';
import { PlayerControls } from './player-controls.tsx';
import { Scrubber } from './scrubber.tsx';

export interface ClipPlayerProps {
  readonly clipId: string;
  /** What is to be seen. */
  readonly range: TimeRange;
  readonly boxes: readonly TimedBox[];
  readonly nameOf: (trajectoryId: string) => string;
}

export function ClipPlayer(props: ClipPlayerProps) {
  const [clip, problem] = useClip(props.clipId);
  if (problem) {
    return (
      <div class="player-empty" role="alert">
        <p>{problem}</p>
      </div>
    );
  }
  if (!clip) return <div class="player-empty" aria-busy="true" />;
  return <Player key={clip.id} {...props} clip={clip} />;
}

function useClip(id: string): [Clip | undefined, string | undefined] {
  const [clip, setClip] = useState<Clip>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    setClip(undefined);
    setProblem(undefined);
    get<Clip>(`/api/clips/${encodeURIComponent(id)}`).then(
      (found) => isCurrent && setClip(found),
      (error: unknown) => isCurrent && setProblem(sayProblem(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return [clip, problem];
}

const frameStepMs = 100;

function Player({ clip, range, boxes, nameOf }: ClipPlayerProps & { clip: Clip }) {
  const video = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(video, clip.mediaRange, range);
  const [speed, setSpeed] = useState(1);
  const [showsBoxes, setShowsBoxes] = useState(true);
  const [ratio, setRatio] = useState(16 / 9);
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed;
  }, [speed]);
  useKeys({
    ' ': playback.toggle,
    ',': () => playback.step(-frameStepMs),
    '.': () => playback.step(frameStepMs),
  });
  const onMetadata = ({ currentTarget: { videoWidth, videoHeight } }: VideoEvent) => {
    if (videoWidth > 0 && videoHeight > 0) setRatio(videoWidth / videoHeight);
    playback.onMetadata();
  };
  return (
    <figure class="player">
      <div class="player-stage">
        <div class="player-picture" style={{ '--ratio': ratio }}>
          <video
            ref={video}
            src={clipVideoUrl(clip.id)}
            muted
            playsInline
            preload="auto"
            aria-label={`Clip of ${clip.streamId}, ${sayRange(range, serverNow())}`}
            onLoadedMetadata={onMetadata}
            onPlay={() => playback.onPlayState(true)}
            onPause={() => playback.onPlayState(false)}
            onClick={playback.toggle}
          />
          <Boxes boxes={showsBoxes ? boxes : none} at={playback.at} ratio={ratio} nameOf={nameOf} />
          <CannotPlay video={video} clipId={clip.id} />
        </div>
      </div>
      <Scrubber media={clip.mediaRange} range={range} at={playback.at} onSeek={playback.seek} />
      <PlayerControls
        playback={playback}
        showsBoxes={showsBoxes}
        speed={speed}
        onBoxes={setShowsBoxes}
        onSpeed={setSpeed}
      />
    </figure>
  );
}

type VideoEvent = Event & { readonly currentTarget: HTMLVideoElement };

const none: readonly TimedBox[] = [];

interface BoxesProps {
  readonly boxes: readonly TimedBox[];
  readonly at: number;
  /** A picture of another shape is another size. */
  readonly ratio: number;
  readonly nameOf: (trajectoryId: string) => string;
}

function Boxes({ boxes, at, ratio, nameOf }: BoxesProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const ids = [...new Set(boxes.map(({ trajectoryId }) => trajectoryId))];
    const named = boxesAt(boxes, at).map(({ trajectoryId, box }) => ({
      box,
      name: nameOf(trajectoryId),
      colour: ids.indexOf(trajectoryId),
    }));
    drawBoxes(canvas.current, named);
  }, [at, boxes, ratio, nameOf]);
  return <canvas ref={canvas} role="img" aria-label="Boxes around the objects" />;
}

interface CannotPlayProps {
  readonly video: { readonly current: HTMLVideoElement | null };
  readonly clipId: string;
}

/** Clips keep the codec of the camera, and no browser knows all of them. */
function CannotPlay({ video, clipId }: CannotPlayProps) {
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const element = video.current;
    const fail = () => setBroken(true);
    element?.addEventListener('error', fail);
    return () => element?.removeEventListener('error', fail);
  }, []);
  if (!isBroken) return null;
  return (
    <p class="player-problem" role="alert">
      This browser cannot play the clip.{' '}
      <a href={clipVideoUrl(clipId)} download={`${clipId}.mp4`}>
        Download it
      </a>
    </p>
  );
}
