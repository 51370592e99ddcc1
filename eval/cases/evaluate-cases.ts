/** `eval cases`: everything that operators judged, asked again of a candidate configuration. */
import { AppError } from '../../kernel/errors.ts';
import type { Instant, TimeRange } from '../../kernel/time.ts';
import type { QueryApi } from '../../query/contract.ts';
import { clipIdOf } from '../../query/domain/clip.ts';
import type { EvaluationResult, Problem } from '../domain/result.ts';
import type { Video, VideoMemory } from '../runner/video-memory.ts';
import { caseResult } from './case-result.ts';
import { type CaseReport, type CompareOptions, compareCases } from './compare-cases.ts';
import { runCases } from './run-cases.ts';

export interface CaseEvaluation extends Omit<CompareOptions, 'seed'> {
  /** Where the cases and recordings are; nothing is changed there. */
  readonly query: Pick<QueryApi, 'cases' | 'clip' | 'streams'>;
  /** The candidate's; opened when there is something to ask. */
  readonly openMemory: () => Promise<Pick<VideoMemory, 'ingest' | 'ask'>>;
  readonly system: EvaluationResult['system'];
  readonly ranAt: Instant;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

const maxCases = 1000;

const tooMany: Problem = {
  file: 'cases',
  index: null,
  rule: `only the newest ${maxCases} are run again: what older ones would say is not known`,
  isSkipped: false,
};

/** Of the bootstrap, so that a trial can be repeated. */
const seed = 20_260_101;

/** Throws NOT_FOUND when nothing was judged yet. The report says whether to refuse the candidate. */
export async function evaluateCases(
  evaluation: CaseEvaluation,
): Promise<{ report: CaseReport; result: EvaluationResult }> {
  const { query, openMemory, system, ranAt } = evaluation;
  const cases = await query.cases({ limit: maxCases });
  if (cases.length === 0) {
    throw new AppError('NOT_FOUND', 'nothing was judged yet: say right or wrong on the page first');
  }
  const streams = new Map((await query.streams()).map((stream) => [stream.id, stream]));
  const cut = async (streamId: string, range: TimeRange): Promise<Video> => {
    const { clip, path } = await query.clip(clipIdOf(streamId, range));
    const profile = streams.get(streamId)?.profile;
    return { path, startAt: clip.mediaRange.start, ...(profile && { profile }) };
  };
  const shadows = await runCases(cases, { ...evaluation, cut, memory: await openMemory() });
  const report = compareCases(cases, shadows, { ...evaluation, seed });
  const result = caseResult(report, { ranAt, system });
  const problems = cases.length < maxCases ? [] : [tooMany];
  return { report, result: { ...result, read: { ...result.read, problems } } };
}
