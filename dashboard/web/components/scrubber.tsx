/** The position in a clip; the bright part is the evidence. */
import type { TimeRange } from '../../../kernel/time.ts';
import { sayClock } from '../say-time.ts';
import { visiblePart } from '../time-scale.ts';

export interface ScrubberProps {
  readonly media: TimeRange;
  readonly range: TimeRange;
  readonly at: number;
  readonly onSeek: (instant: number) => void;
}

export function Scrubber({ media, range, at, onSeek }: ScrubberProps) {
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
