/**
 * One benchmark from its files to its result: each video is opened once, each item asked once, each
 * prediction kept at once. A run that was interrupted goes on where it was.
 */
import { AppError, type ErrorCode, isAbort } from '../../kernel/errors.ts';
import type { Benchmark, ScoreOptions, SourceFile } from '../domain/benchmark.ts';
import type { Item } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { EvaluationResult, Problem } from '../domain/result.ts';
import type { Answerer, OpenVideo } from './answerer.ts';
import { askAsTimePasses } from './ask-as-time-passes.ts';
import { withClips } from './keep-clips.ts';
import { planWork, type WorkOptions } from './plan-work.ts';
import { askingKey, type PredictionLog } from './prediction-log.ts';
import { failedPrediction } from './prediction-of.ts';
import { rememberedJudge } from './remembered-judge.ts';

export interface EvaluationRun<Row> {
  readonly benchmark: Benchmark<Row>;
  readonly files: readonly SourceFile[];
  /** What is wrong with files that the answerer reads. */
  readonly problems?: readonly Problem[];
  readonly answerer: Answerer;
  readonly log: PredictionLog;
  readonly system: EvaluationResult['system'];
  readonly ranAt: number;
  /** Only the first rows; undefined: all. */
  readonly limit?: number;
  readonly seed: number;
  readonly judge?: ScoreOptions['judge'];
  /** Asks again as time passes, too. */
  readonly isStreaming?: boolean;
  /** Keeps a clip of what was not right and gives it a name; undefined: no clips are kept. */
  readonly keepClip?: (path: string) => Promise<string>;
  readonly progress: WorkOptions['progress'];
  readonly signal: AbortSignal;
}

/** Throws INPUT_INVALID when none of the videos can be had; INTERNAL when nothing can be asked. */
export async function runEvaluation<Row>(run: EvaluationRun<Row>): Promise<EvaluationResult> {
  const { benchmark, files, system, ranAt, seed, keepClip, signal } = run;
  const judge = run.judge && rememberedJudge(run.judge);
  const dataset = benchmark.read(files);
  const rows = dataset.rows.slice(0, run.limit);
  const items = benchmark.items(rows);
  const asked = await askAll(items, run);
  const options = { seed, durationOf: asked.durationOf, ...(judge && { judge }) };
  const scores = await benchmark.score(rows, asked.predictions, options);
  const ask = (item: Item, until: number) => {
    signal.throwIfAborted();
    return answerOnce(item, asked.openedFor.get(item.id)!, run, until);
  };
  const onAsked = (done: number, total: number) => run.progress.update(done, total, 'streaming');
  const timeliness = run.isStreaming
    ? [await askAsTimePasses({ ...asked, benchmark, rows, items, ask, onAsked, options })]
    : [];
  const openedFor = ({ itemId }: { readonly itemId: string }) => asked.openedFor.get(itemId);
  const known = [...dataset.problems, ...(run.problems ?? [])];
  return {
    benchmark: benchmark.name,
    title: benchmark.title,
    ranAt,
    system,
    read: {
      files: files.length,
      rows: dataset.rows.length,
      skipped: known.filter(({ isSkipped }) => isSkipped).length,
      problems: [...known, ...limitCaveat(rows.length, dataset.rows.length), ...asked.problems],
    },
    ...scores,
    tables: [...scores.tables, ...timeliness],
    outcomes: keepClip
      ? await withClips(scores.outcomes, { openedFor, keep: keepClip, signal })
      : scores.outcomes.map((outcome) => ({ ...outcome, clipId: null })),
  };
}

/** A part of the questions must not pass for all of them. */
const limitCaveat = (asked: number, all: number): Problem[] =>
  asked < all
    ? [
        {
          file: '--limit',
          index: null,
          rule: `only the first ${asked} of ${all} rows were asked`,
          isSkipped: false,
        },
      ]
    : [];

interface Asked {
  readonly predictions: ReadonlyMap<string, Prediction>;
  /** By the id of the item: one video may begin at several times of day. */
  readonly openedFor: ReadonlyMap<string, OpenVideo>;
  /** By the name that items use. */
  readonly durationOf: ScoreOptions['durationOf'];
  /** Videos that could not be had. */
  readonly problems: readonly Problem[];
}

async function askAll<Row>(items: readonly Item[], run: EvaluationRun<Row>): Promise<Asked> {
  const { answerer, signal } = run;
  const predictions = new Map<string, Prediction>();
  const openedFor = new Map<string, OpenVideo>();
  const durations = new Map<string, number>();
  const problems: Problem[] = [];
  const groups = Map.groupBy(items, ({ video, startAt }) => `${startAt ?? ''} ${video}`);
  const work = await planWork([...groups.values()], run);
  for (const group of groups.values()) {
    const { video, startAt } = group[0]!;
    signal.throwIfAborted();
    try {
      const open = await answerer.open(video, startAt, (done, total) => {
        work.opening(video, total > 0 ? done / total : 0);
      });
      work.opened(video);
      durations.set(video, open.durationSeconds);
      for (const { id } of group) openedFor.set(id, open);
      for (const item of group) {
        signal.throwIfAborted();
        predictions.set(item.id, await answerOnce(item, open, run));
        work.answered(video);
      }
    } catch (error) {
      if (isAbort(error, signal) || !isMissingVideo(error)) throw error;
      work.opened(video);
      problems.push({ file: video, index: null, rule: error.message, isSkipped: true });
    }
  }
  requireSomeAsked([...predictions.values()]);
  const durationOf = (video: string) => durations.get(video);
  if (openedFor.size > 0 || groups.size === 0) {
    return { predictions, openedFor, durationOf, problems };
  }
  const missing = problems.slice(0, 3).map(({ file, rule }) => `${file}: ${rule}`);
  throw new AppError('INPUT_INVALID', `none of the videos can be had: ${missing.join('; ')}`);
}

const isMissingVideo = (error: unknown): error is AppError =>
  error instanceof AppError && ['INPUT_INVALID', 'SOURCE_UNAVAILABLE'].includes(error.code);

/** One that fails is told beside the others; where all do, there is nothing to score. */
function requireSomeAsked(predictions: readonly Prediction[]): void {
  const [first] = predictions;
  if (!first || predictions.some(({ failure }) => failure === undefined)) return;
  throw new AppError('INTERNAL', `no question could be asked: ${first.failure}`);
}

/** These are wrong with the run, not with a question: they would fail every other one, too. */
const runCodes = new Set<ErrorCode>([
  'CONFIG_INVALID',
  'INVALID_STATE',
  'MODEL_UNAVAILABLE',
  'MODEL_INVALID',
  'STORE_UNAVAILABLE',
]);

/** What was answered before is not asked again; what failed is not kept. */
async function answerOnce<Row>(
  item: Item,
  open: OpenVideo,
  { log, signal }: EvaluationRun<Row>,
  untilSeconds?: number,
): Promise<Prediction> {
  const key = askingKey(item, open.id, untilSeconds);
  const known = log.find(key);
  if (known) return known;
  let prediction: Prediction;
  try {
    prediction = await open.answer(item, untilSeconds);
  } catch (error) {
    const stops = error instanceof AppError && runCodes.has(error.code);
    if (stops || isAbort(error, signal)) throw error;
    return failedPrediction(item, (error as Error).message);
  }
  await log.append(key, prediction);
  return prediction;
}
