/** Playing a clip: from where the evidence starts, to where it ends, and on when the person asks. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TimeRange } from '../../kernel/time.ts';
import { followFrames } from './follow-frames.ts';

export interface Playback {
  /** The instant of the frame that shows. */
  readonly at: number;
  readonly isPlaying: boolean;
  toggle(): void;
  /** From the start of the evidence. */
  playEvidence(): void;
  seek(instant: number): void;
  /** Pauses and moves by milliseconds. */
  step(by: number): void;
  /** For the events of the video element. */
  onMetadata(): void;
  onPlayState(isPlaying: boolean): void;
}

/** Evidence may be a moment; it is shown for at least this long. */
const shortestShowMs = 2_500;
/** So near to its end, a clip is over. */
const endMs = 300;

export function usePlayback(
  video: { readonly current: HTMLVideoElement | null },
  media: TimeRange,
  range: TimeRange,
): Playback {
  const stopAt = useRef(Number.POSITIVE_INFINITY);
  const [at, setAt] = useState(range.start);
  const [isPlaying, setPlaying] = useState(false);

  const seek = (instant: number) => {
    if (!video.current) return;
    const inside = Math.min(media.end - 1, Math.max(media.start, instant));
    video.current.currentTime = (inside - media.start) / 1000;
    setAt(inside);
  };
  // A browser may refuse to play; then the first frame stands, and the button is there.
  const play = () => void video.current?.play().catch(() => {});
  const playEvidence = () => {
    stopAt.current = Math.max(range.end, range.start + shortestShowMs);
    seek(range.start);
    play();
  };

  useEffect(() => {
    if (video.current && video.current.readyState >= 1) playEvidence();
  }, [range.start, range.end]);

  useEffect(() => {
    if (!video.current) return;
    return followFrames(video.current, (seconds) => {
      const instant = media.start + seconds * 1000;
      setAt(instant);
      if (instant < stopAt.current) return;
      stopAt.current = Number.POSITIVE_INFINITY;
      video.current?.pause();
    });
  }, [media.start]);

  return {
    at,
    isPlaying,
    seek,
    playEvidence,
    toggle: () => {
      if (isPlaying) video.current?.pause();
      else if (at >= media.end - endMs) playEvidence();
      else play();
    },
    step: (by) => {
      video.current?.pause();
      seek(at + by);
    },
    onMetadata: () => {
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) seek(range.start);
      else playEvidence();
    },
    onPlayState: setPlaying,
  };
}
