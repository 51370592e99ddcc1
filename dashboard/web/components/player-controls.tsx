/** Play, again, the time in the picture, boxes and speed. */
import { sayClock } from '../say-time.ts';
import type { Playback } from '../use-playback.ts';
import { AgainIcon, PauseIcon, PlayIcon } from './icons.tsx';

export interface PlayerControlsProps {
  readonly playback: Playback;
  readonly showsBoxes: boolean;
  readonly speed: number;
  readonly onBoxes: (showsBoxes: boolean) => void;
  readonly onSpeed: (speed: number) => void;
}

const speeds = [0.25, 0.5, 1, 2, 4];

export function PlayerControls(props: PlayerControlsProps) {
  const { playback, showsBoxes, speed, onBoxes, onSpeed } = props;
  const { isPlaying, toggle, playEvidence, at } = playback;
  return (
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
        onClick={() => onBoxes(!showsBoxes)}
      >
        Boxes
      </button>
      <label class="speed">
        <span class="hidden">Speed</span>
        <select value={speed} onChange={(event) => onSpeed(Number(event.currentTarget.value))}>
          {speeds.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
      </label>
    </figcaption>
  );
}
