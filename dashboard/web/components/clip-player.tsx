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
import { followFrames } from '../follow-frames.ts';
import { serverNow } from '../live.ts';
import { sayClock, sayRange } from '../say-time.ts';
import { visiblePart } from '../time-scale.ts';
import { useKeys } from '../use-keys.ts';
import { AgainIcon, PauseIcon, PlayIcon } from './icons.tsx';

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

const speeds = [0.25, 0.5, 1, 2, 4];
/** Evidence may be a moment; it is shown for at least this long. */
const shortestShowMs = 2_500;
const frameStepMs = 100;

function Player({ clip, range, boxes, nameOf }: ClipPlayerProps & { clip: Clip }) {
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stopAt = useRef(Number.POSITIVE_INFINITY);
  const [at, setAt] = useState(range.start);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [showsBoxes, setShowsBoxes] = useState(true);
  const [ratio, setRatio] = useState(16 / 9);
  const [isBroken, setBroken] = useState(false);
  const media = clip.mediaRange;

  const seek = (instant: number) => {
    if (!video.current) return;
    const inside = Math.min(media.end - 1, Math.max(media.start, instant));
    video.current.currentTime = (inside - media.start) / 1000;
    setAt(inside);
  };
  const playEvidence = () => {
    stopAt.current = Math.max(range.end, range.start + shortestShowMs);
    seek(range.start);
    void video.current?.play().catch(() => {});
  };
  const toggle = () => {
    if (!video.current) return;
    if (!video.current.paused) video.current.pause();
    else if (at >= media.end - 300) playEvidence();
    else void video.current.play().catch(() => {});
  };
  const step = (by: number) => {
    video.current?.pause();
    seek(at + by);
  };

  useEffect(() => {
    if (video.current && video.current.readyState >= 1) playEvidence();
  }, [range.start, range.end]);

  useEffect(() => {
    if (video.current) video.current.playbackRate = speed;
  }, [speed]);

  useEffect(() => {
    if (!video.current) return;
    return followFrames(video.current, (seconds) => {
      const instant = media.start + seconds * 1000;
      setAt(instant);
      if (instant >= stopAt.current) {
        stopAt.current = Number.POSITIVE_INFINITY;
        video.current?.pause();
      }
    });
  }, [media.start]);

  useEffect(() => {
    if (!canvas.current) return;
    const shown = showsBoxes ? boxesAt(boxes, at) : [];
    const ids = [...new Set(boxes.map(({ trajectoryId }) => trajectoryId))];
    drawBoxes(
      canvas.current,
      shown.map(({ trajectoryId, box }) => ({
        box,
        name: nameOf(trajectoryId),
        colour: ids.indexOf(trajectoryId),
      })),
    );
  }, [at, boxes, showsBoxes, ratio, nameOf]);

  useKeys({ ' ': toggle, ',': () => step(-frameStepMs), '.': () => step(frameStepMs) });

  const onMetadata = () => {
    const { videoWidth, videoHeight } = video.current!;
    if (videoWidth > 0 && videoHeight > 0) setRatio(videoWidth / videoHeight);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) seek(range.start);
    else playEvidence();
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
            onPlay={() => setPlaying(true)}
            onPause={() => setPlaying(false)}
            onError={() => setBroken(true)}
            onClick={toggle}
          />
          <canvas ref={canvas} role="img" aria-label="Boxes around the objects" />
          {isBroken && (
            <p class="player-problem" role="alert">
              This browser cannot play the clip.{' '}
              <a href={clipVideoUrl(clip.id)} download={`${clip.id}.mp4`}>
                Download it
              </a>
            </p>
          )}
        </div>
      </div>
      <Scrubber media={media} range={range} at={at} onSeek={seek} />
      <figcaption class="player-controls">
        <button
          type="button"
          class="round"
          aria-label={isPlaying ? 'Pause' : 'Play'}
          onClick={toggle}
        >
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </button>
        <button
          type="button"
          class="round"
          aria-label="Play the evidence again"
          onClick={playEvidence}
        >
          <AgainIcon />
        </button>
        <output class="clock" aria-label="Time in the picture">
          {sayClock(at)}
        </output>
        <span class="spacer" />
        <button
          type="button"
          class="chip"
          aria-pressed={showsBoxes}
          onClick={() => setShowsBoxes(!showsBoxes)}
        >
          Boxes
        </button>
        <label class="speed">
          <span class="hidden">Speed</span>
          <select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
            {speeds.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </select>
        </label>
      </figcaption>
    </figure>
  );
}

interface ScrubberProps {
  readonly media: TimeRange;
  readonly range: TimeRange;
  readonly at: number;
  readonly onSeek: (instant: number) => void;
}

function Scrubber({ media, range, at, onSeek }: ScrubberProps) {
  const evidence = visiblePart(media, range);
  return (
    <div class="scrubber">
      <div class="scrubber-track" aria-hidden="true">
        {evidence && (
          <i
            class="scrubber-evidence"
            style={{ left: `${evidence.left * 100}%`, width: `${evidence.width * 100}%` }}
          />
        )}
      </div>
      <input
        type="range"
        aria-label="Position in the clip"
        aria-valuetext={sayClock(at)}
        min={media.start}
        max={media.end}
        step={40}
        value={at}
        onInput={(event) => onSeek(Number(event.currentTarget.value))}
      />
    </div>
  );
}
