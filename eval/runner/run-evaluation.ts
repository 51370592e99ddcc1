/**
 * One benchmark from its files to its result: each video is opened once, each item asked once, each
 * prediction kept at once. A run that was interrupted goes on where it was.
 */
import { AppError, isAbort } from '../../kernel/errors.ts';
import type { Benchmark, ScoreOptions, SourceFile } from '../domain/benchmark.ts';
import type { Item } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { EvaluationResult, Outcome, Problem } from '../domain/result.ts';
import type { Answerer, OpenVideo } from './answerer.ts';
import { askAsTimePasses } from './ask-as-time-passes.ts';
import { askingKey, type PredictionLog } from './prediction-log.ts';
import { failedPrediction } from './prediction-of.ts';

export interface EvaluationRun<Row> {
  readonly benchmark: Benchmark<Row>;
  readonly files: readonly SourceFile[];
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
  readonly progress: { update(done: number, total: number, note?: string): void };
  readonly signal: AbortSignal;
}

/** Throws INPUT_INVALID when none of the videos can be had. */
export async function runEvaluation<Row>(run: EvaluationRun<Row>): Promise<EvaluationResult> {
  const { benchmark, files, system, ranAt, seed, judge } = run;
  const dataset = benchmark.read(files);
  const rows = dataset.rows.slice(0, run.limit);
  const items = benchmark.items(rows);
  const asked = await askAll(items, run);
  const durationOf = (video: string) => asked.opened.get(video)?.durationSeconds;
  const options = { seed, durationOf, ...(judge && { judge }) };
  const scores = await benchmark.score(rows, asked.predictions, options);
  const ask = (item: Item, until: number) =>
    answerOnce(item, asked.opened.get(item.video)!, run, until);
  const timeliness = run.isStreaming
    ? [await askAsTimePasses({ benchmark, rows, items, durationOf, ask, options })]
    : [];
  const skipped = dataset.problems.filter(({ isSkipped }) => isSkipped).length;
  return {
    benchmark: benchmark.name,
    title: benchmark.title,
    ranAt,
    system,
    read: {
      files: files.length,
      rows: dataset.rows.length,
      skipped,
      problems: [...dataset.problems, ...asked.problems],
    },
    ...scores,
    tables: [...scores.tables, ...timeliness],
    outcomes: await withClips(scores.outcomes, asked.opened, run),
  };
}

interface Asked {
  readonly predictions: ReadonlyMap<string, Prediction>;
  /** By the name that items use. */
  readonly opened: ReadonlyMap<string, OpenVideo>;
  /** Videos that could not be had. */
  readonly problems: readonly Problem[];
}

async function askAll<Row>(items: readonly Item[], run: EvaluationRun<Row>): Promise<Asked> {
  const { answerer, signal } = run;
  const predictions = new Map<string, Prediction>();
  const opened = new Map<string, OpenVideo>();
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
      opened.set(video, open);
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
  if (opened.size > 0 || groups.size === 0) return { predictions, opened, problems };
  const missing = problems.slice(0, 3).map(({ file, rule }) => `${file}: ${rule}`);
  throw new AppError('INPUT_INVALID', `none of the videos can be had: ${missing.join('; ')}`);
}

const isMissingVideo = (error: unknown): error is AppError =>
  error instanceof AppError && ['INPUT_INVALID', 'SOURCE_UNAVAILABLE'].includes(error.code);

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
  try {
    const prediction = await open.answer(item, untilSeconds);
    await log.append(key, prediction);
    return prediction;
  } catch (error) {
    if (isAbort(error, signal)) throw error;
    return failedPrediction(item, (error as Error).message);
  }
}

/** Progress over videos and items; opening all videos counts as fifty times asking all items. */
async function planWork<Row>(
  groups: readonly (readonly Item[])[],
  { answerer, progress }: EvaluationRun<Row>,
) {
  const efforts = await Promise.all(groups.map(([item]) => answerer.effortOf(item!.video)));
  const items = groups.reduce((sum, group) => sum + group.length, 0);
  const opening = efforts.reduce((sum, effort) => sum + effort, 0);
  const perItem = Math.max(opening / 50 / Math.max(items, 1), 1);
  const total = opening + perItem * items;
  let done = 0;
  let group = 0;
  return {
    opening: (video: string, share: number) =>
      progress.update(done + efforts[group]! * share, total, video),
    opened: (video: string) => {
      done += efforts[group]!;
      group += 1;
      progress.update(done, total, video);
    },
    answered: (video: string) => {
      done += perItem;
      progress.update(done, total, video);
    },
  };
}

const longestClipSeconds = 120;

/** What was not right can be watched: what was shown as evidence, else where the answer is. */
async function withClips<Row>(
  outcomes: readonly Outcome[],
  opened: ReadonlyMap<string, OpenVideo>,
  { keepClip }: EvaluationRun<Row>,
): Promise<Outcome[]> {
  const withClip = async (outcome: Outcome): Promise<Outcome> => {
    const span = outcome.span ?? outcome.goldSpan;
    const isShort = span && span[1] > span[0] && span[1] - span[0] <= longestClipSeconds;
    if (!keepClip || outcome.mark === 'right' || !isShort) return { ...outcome, clipId: null };
    const path = await opened.get(outcome.video)?.clip(span);
    return { ...outcome, clipId: path ? await keepClip(path) : null };
  };
  const result: Outcome[] = [];
  for (const outcome of outcomes) result.push(await withClip(outcome));
  return result;
}
