/**
 * Tiles a range of one stream: what was watched, and gaps with their reasons for all the rest.
 * Pure; it takes what the tables hold and knows nothing of them.
 */
import {
  clipRanges,
  durationOf,
  intersectRanges,
  mergeRanges,
  subtractRanges,
  type TimeRange,
} from '../../../kernel/time.ts';
import type { CoverageGap, StreamCoverage } from '../../domain/coverage.ts';

export interface StreamRecord {
  readonly streamId: string;
  /** Union of the processed chunks. */
  readonly watched: readonly TimeRange[];
  /** Recorded gaps, and chunks that were not processed, each with its reason. */
  readonly missing: readonly (TimeRange & { readonly reason: string })[];
  /** First and last recorded instant, chunk or gap; undefined when nothing was recorded. */
  readonly recorded: TimeRange | undefined;
  /** End of the newest processed chunk. */
  readonly asOf: number | undefined;
}

/** A hole this small is the pace of the frames. */
const frameToleranceMs = 600;

export function tileCoverage(record: StreamRecord, asked: TimeRange): StreamCoverage {
  const missing = record.missing.filter((gap) => durationOf(gap) > frameToleranceMs);
  const watched = watchedWithout(record.watched, missing, asked);
  return {
    streamId: record.streamId,
    watched,
    gaps: tileGaps(record, missing, subtractRanges(asked, watched)),
    asOf: record.asOf,
  };
}

/** The union has bridged short holes; a recorded gap inside one stays a gap. */
function watchedWithout(
  spans: readonly TimeRange[],
  missing: readonly TimeRange[],
  asked: TimeRange,
): TimeRange[] {
  const bridged = mergeRanges(spans, frameToleranceMs);
  return clipRanges(bridged, asked).flatMap((span) => subtractRanges(span, missing));
}

function tileGaps(
  record: StreamRecord,
  missing: StreamRecord['missing'],
  unwatched: readonly TimeRange[],
): CoverageGap[] {
  const gaps: CoverageGap[] = [];
  let rest = unwatched;
  for (const { reason, ...range } of [...missing, ...outsideOf(record.recorded)]) {
    const pieces = rest.flatMap((whole) => intersectRanges(whole, range) ?? []);
    gaps.push(...pieces.map((piece) => ({ streamId: record.streamId, ...piece, reason })));
    rest = rest.flatMap((whole) => subtractRanges(whole, [range]));
  }
  const unexplained = rest.map((piece) => ({
    streamId: record.streamId,
    ...piece,
    reason: durationOf(piece) > frameToleranceMs ? 'no-frames' : asBefore,
  }));
  return joinGaps([...gaps, ...unexplained].sort((a, b) => a.start - b.start));
}

/** Stands for the reason of the gap in front. */
const asBefore = '';

function outsideOf(recorded: TimeRange | undefined): (TimeRange & { reason: string })[] {
  const never = { start: -Infinity, end: Infinity, reason: 'not-yet-recorded' };
  if (!recorded) return [never];
  return [
    { start: -Infinity, end: recorded.start, reason: 'before-first-recording' },
    { ...never, start: recorded.end },
  ];
}

/** One gap where neighbours say the same; a hole between chunks goes with the gap beside it. */
function joinGaps(pieces: readonly CoverageGap[]): CoverageGap[] {
  const joined: CoverageGap[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const touches = last?.end === piece.start;
    if (touches && (last.reason === piece.reason || piece.reason === asBefore)) {
      joined[joined.length - 1] = { ...last, end: piece.end };
    } else if (touches && last.reason === asBefore) {
      joined[joined.length - 1] = { ...piece, start: last.start };
    } else {
      joined.push(piece);
    }
  }
  return joined.map((gap) => (gap.reason === asBefore ? { ...gap, reason: 'no-frames' } : gap));
}
