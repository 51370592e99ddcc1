/** A coverage bar as parts of its width: watched, and gaps by their reason. Pure. */
import { clipRanges, type TimeRange } from '../../kernel/time.ts';
import { visiblePart } from './time-scale.ts';

export interface GapPart {
  readonly left: number;
  readonly width: number;
  readonly reason: string;
  readonly range: TimeRange;
  readonly streamId: string;
}

interface CoverageGap extends TimeRange {
  readonly streamId: string;
  readonly reason: string;
}

/** The gaps that show in the range, as shares of its width, in order. */
export const gapParts = (range: TimeRange, gaps: readonly CoverageGap[]): GapPart[] =>
  gaps
    .flatMap(({ streamId, reason, ...gap }) => {
      const part = visiblePart(range, gap);
      const [shown] = clipRanges([gap], range);
      return part && shown ? [{ ...part, reason, streamId, range: shown }] : [];
    })
    .sort((a, b) => a.left - b.left);
