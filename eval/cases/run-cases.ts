/**
 * Asks the judged questions again of a candidate: the recordings around them are cut out, taken in
 * by the candidate into a memory of its own, and asked the same. Nothing of the real memory changes.
 */
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { TimeRange } from '../../kernel/time.ts';
import type { Case } from '../../query/domain/judgement.ts';
import type { TakenIn, Video, VideoMemory } from '../runner/video-memory.ts';
import type { Shadow } from './compare-cases.ts';
import { type CaseRun, piecesFor, planRuns, type RunLimits, type Stretch } from './plan-runs.ts';
import { questionFor, shadowOf } from './shadow-answer.ts';

export interface CaseRunDependencies {
  /**
   * A file with the recording of the range, as much as is left of it, to be taken in as the stream
   * was: with its profile. Throws NOT_FOUND when nothing is left.
   */
  readonly cut: (streamId: string, range: TimeRange) => Promise<Video>;
  /** The candidate's. */
  readonly memory: Pick<VideoMemory, 'ingest' | 'ask'>;
  readonly limits?: RunLimits;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** By the id of the case. What stops one case (a recording that is gone) stops no other. */
export async function runCases(
  cases: readonly Case[],
  dependencies: CaseRunDependencies,
): Promise<Map<string, Shadow>> {
  const { limits, onProgress = () => {}, signal } = dependencies;
  const { runs, pieces, notRun } = planRuns(cases, limits);
  const shadows = new Map<string, Shadow>();
  for (const [id, failure] of notRun) shadows.set(id, { failure });
  const taken = new Map<Stretch, TakenIn | string>();
  for (const [index, piece] of pieces.entries()) {
    signal?.throwIfAborted();
    onProgress(index, pieces.length);
    taken.set(piece, await takeIn(piece, dependencies));
  }
  onProgress(pieces.length, pieces.length);
  for (const run of runs) {
    signal?.throwIfAborted();
    shadows.set(run.case.id, await runOne(run, taken, dependencies));
  }
  return shadows;
}

/** Of one piece; everything else is wrong with the candidate, not with the case. */
const pieceCodes = new Set<ErrorCode>(['NOT_FOUND', 'SOURCE_UNAVAILABLE', 'MEDIA_CORRUPT']);

async function takeIn(
  { streamId, range }: Stretch,
  { cut, memory }: CaseRunDependencies,
): Promise<TakenIn | string> {
  try {
    return await memory.ingest(await cut(streamId, range));
  } catch (error) {
    if (error instanceof AppError && pieceCodes.has(error.code)) {
      return error.code === 'NOT_FOUND' ? 'no recording of it is left' : error.message;
    }
    throw error;
  }
}

async function runOne(
  run: CaseRun,
  taken: ReadonlyMap<Stretch, TakenIn | string>,
  { memory }: CaseRunDependencies,
): Promise<Shadow> {
  const streams = new Map<string, string>();
  const held: Stretch[] = [];
  for (const piece of piecesFor(run, [...taken.keys()])) {
    const found = taken.get(piece)!;
    if (typeof found === 'string') return { failure: found };
    streams.set(found.streamId, piece.streamId);
    held.push({ streamId: piece.streamId, range: found.range });
  }
  if (!holdsAll(run, held)) return { failure: 'only a part of its recording is left' };
  const answer = await memory.ask(questionFor(run.case, streams));
  return shadowOf(run, answer, streams);
}

/** A recording starts at a key frame and ends with a whole packet. */
const roundingMs = 2_000;

const holdsAll = (run: CaseRun, held: readonly Stretch[]): boolean =>
  run.needs.every(({ streamId, range }) =>
    held.some(
      (one) =>
        one.streamId === streamId &&
        one.range.start <= range.start + roundingMs &&
        one.range.end >= range.end - roundingMs,
    ),
  );
