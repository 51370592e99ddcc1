/**
 * What of the recordings must be taken in again for which cases: the whole time of a case where it
 * is short, else the time around its evidence; time that cases share only once. Pure.
 */
import { durationOf, intersectRanges, rangesOverlap, type TimeRange } from '../../kernel/time.ts';
import type { Case } from '../../query/domain/judgement.ts';

export interface RunLimits {
  /** Before what is asked about, so that the scene is known when it begins. */
  readonly leadMs: number;
  readonly tailMs: number;
  /** A case takes in no more than this of all its streams together, lead and tail aside. */
  readonly maxMs: number;
  /** A piece that several cases share is no longer than this. */
  readonly maxPieceMs: number;
}

export const usualLimits: RunLimits = {
  leadMs: 60_000,
  tailMs: 15_000,
  maxMs: 8 * 60_000,
  maxPieceMs: 10 * 60_000,
};

export interface Stretch {
  readonly streamId: string;
  readonly range: TimeRange;
}

export interface CaseRun {
  readonly case: Case;
  /** What must be recorded for the answer to count. */
  readonly needs: readonly Stretch[];
  /** Only the time around the evidence: what lies elsewhere is not known. */
  readonly isPart: boolean;
}

export interface RunPlan {
  readonly runs: readonly CaseRun[];
  /** What to cut and take in, in order of stream and time; each need lies in one of them. */
  readonly pieces: readonly Stretch[];
  /** By the id of the case. */
  readonly notRun: ReadonlyMap<string, string>;
}

export function planRuns(cases: readonly Case[], limits: RunLimits = usualLimits): RunPlan {
  const runs: CaseRun[] = [];
  const notRun = new Map<string, string>();
  for (const one of cases) {
    const run = runOf(one, limits);
    if (typeof run === 'string') notRun.set(one.id, run);
    else runs.push(run);
  }
  return { runs, pieces: piecesOf(runs, limits), notRun };
}

/** The reason, for people, when it cannot be run. */
function runOf(one: Case, { maxMs }: RunLimits): CaseRun | string {
  const whole = wholeOf(one);
  if (whole.length === 0) return 'it is not known which recorded time it was about';
  if (lengthOf(whole) <= maxMs) return { case: one, needs: whole, isPart: false };
  const evidence = one.said.evidence.filter(({ range }) => durationOf(range) > 0);
  const needs = firstOf(evidence, maxMs);
  const minutes = Math.round(maxMs / 60_000);
  if (needs.length === 0) return `it is about more than ${minutes} min and names no evidence`;
  // One moment is enough for a yes; a value rests on all of them.
  const isEnough = one.said.verdict === 'yes' || needs.length === evidence.length;
  return isEnough
    ? { case: one, needs, isPart: true }
    : `its evidence is spread over more than ${minutes} min`;
}

function wholeOf({ question, range, said }: Case): Stretch[] {
  const streamIds = question.streamIds ?? said.evidence.map(({ streamId }) => streamId);
  const recorded = question.standpoint?.recorded ?? range;
  const watched = intersectRanges(range, recorded);
  if (!watched) return [];
  return [...new Set(streamIds)].map((streamId) => ({ streamId, range: watched }));
}

const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { range }) => sum + durationOf(range), 0);

/** As many as fit, from the first on. */
function firstOf(stretches: readonly Stretch[], maxMs: number): Stretch[] {
  const fitting = stretches.findIndex(
    (_, index) => lengthOf(stretches.slice(0, index + 1)) > maxMs,
  );
  return fitting < 0 ? [...stretches] : stretches.slice(0, fitting);
}

function piecesOf(runs: readonly CaseRun[], limits: RunLimits): Stretch[] {
  const needs = runs.flatMap((run) => run.needs);
  const byStream = Map.groupBy(needs, ({ streamId }) => streamId);
  return [...byStream.keys()].toSorted().flatMap((streamId) => {
    const ranges = byStream.get(streamId)!.map(({ range }) => range);
    return joined(ranges, limits).map((range) => ({ streamId, range }));
  });
}

/** With lead and tail; those that overlap become one, as long as that is not too long. */
function joined(
  ranges: readonly TimeRange[],
  { leadMs, tailMs, maxPieceMs }: RunLimits,
): TimeRange[] {
  const pieces: TimeRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const piece = { start: range.start - leadMs, end: range.end + tailMs };
    const last = pieces.at(-1);
    const both = last && { start: last.start, end: Math.max(last.end, piece.end) };
    if (both && rangesOverlap(last, piece) && durationOf(both) <= maxPieceMs) {
      pieces[pieces.length - 1] = both;
    } else pieces.push(piece);
  }
  return pieces;
}

/** The pieces that a run must ask: for each of its needs one that holds it. */
export function piecesFor({ needs }: CaseRun, pieces: readonly Stretch[]): Stretch[] {
  const holding = needs.flatMap(
    ({ streamId, range }) =>
      pieces.find(
        (piece) =>
          piece.streamId === streamId &&
          piece.range.start <= range.start &&
          piece.range.end >= range.end,
      ) ?? [],
  );
  return [...new Set(holding)];
}
