/** `eval BENCHMARK`: what the words of the command line mean, carried out. */
import { join } from 'node:path';
import { AppError } from '../kernel/errors.ts';
import type { Clock } from '../kernel/time.ts';
import type { GroundInCaptions } from '../query/domain/caption-grounding.ts';
import { answerFromCaptions } from './answerers/answer-from-captions.ts';
import { benchmarkNamed } from './benchmarks/all.ts';
import { readVideoCaptions } from './datasets/video-captions.ts';
import type { ScoreOptions } from './domain/benchmark.ts';
import type { EvaluationResult, Problem } from './domain/result.ts';
import { type Answerer, memoryAnswerer } from './runner/answerer.ts';
import { captionAnswerer } from './runner/caption-answerer.ts';
import { videoFinder } from './runner/find-videos.ts';
import { fingerprint } from './runner/fingerprint.ts';
import { loadFiles } from './runner/load-files.ts';
import { openPredictionLog } from './runner/prediction-log.ts';
import { readPresets } from './runner/read-presets.ts';
import { type EvaluationRun, runEvaluation } from './runner/run-evaluation.ts';
import type { VideoMemory } from './runner/video-memory.ts';
import { evaluateTracking, type TrackingSystem } from './tracking/evaluate-tracking.ts';

export interface EvaluationWords {
  readonly questions: string;
  readonly videos?: string;
  readonly captions?: string;
  readonly method: string;
  readonly extractor: string;
  readonly preset?: string;
  readonly streaming?: boolean;
  readonly limit?: number;
}

export interface EvaluationDependencies {
  readonly predictionsDir: string;
  /** Opened when a video is asked about, and not before. */
  readonly openMemory: () => Promise<VideoMemory>;
  /** Finds answers in captions alone. */
  readonly ground: GroundInCaptions;
  readonly judge?: ScoreOptions['judge'];
  /** Measured by `eval tracking`, the product's own first. */
  readonly trackers: readonly TrackingSystem[];
  readonly keepClip: (path: string) => Promise<string>;
  readonly version: string;
  readonly clock: Clock;
  readonly progress: EvaluationRun<unknown>['progress'];
  readonly signal: AbortSignal;
}

/** Everything drawn by chance is drawn from it, so that a run can be repeated. */
const seed = 20_260_101;

export async function evaluate(
  name: string,
  words: EvaluationWords,
  dependencies: EvaluationDependencies,
): Promise<EvaluationResult> {
  if (name === 'tracking') return trackingResult(words, dependencies);
  const { predictionsDir, clock, version } = dependencies;
  const benchmark = benchmarkNamed(name);
  const method = words.captions === undefined ? words.method : 'captions';
  const files = await loadFiles(words.questions);
  const { answerer, problems } = await answererFor(words, dependencies);
  return runEvaluation({
    ...dependencies,
    benchmark,
    seed,
    files,
    answerer,
    problems,
    log: await openPredictionLog(await logPath(predictionsDir, `${benchmark.name}-${method}`)),
    system: {
      method,
      extractor: words.captions === undefined ? words.extractor : 'none',
      preset: words.preset ?? 'any',
      version,
    },
    ranAt: clock.now(),
    ...(words.limit && { limit: words.limit }),
    isStreaming: words.streaming ?? false,
  });
}

/** How items are asked, and what is kept of answers, decides predictions as well. */
async function logPath(folder: string, name: string): Promise<string> {
  const asking = ['answerers', 'parse', 'runner'].map((part) => join(import.meta.dirname, part));
  return join(folder, `${name}-${await fingerprint(null, asking)}.jsonl`);
}

async function trackingResult(
  { questions }: EvaluationWords,
  { trackers, clock, version }: EvaluationDependencies,
): Promise<EvaluationResult> {
  const result = evaluateTracking(await loadFiles(questions), trackers);
  const system = {
    method: trackers[0]!.name,
    extractor: 'given detections',
    preset: 'any',
    version,
  };
  return { ...result, system, ranAt: clock.now() };
}

async function answererFor(
  words: EvaluationWords,
  { openMemory, ground }: EvaluationDependencies,
): Promise<{ answerer: Answerer; problems: readonly Problem[] }> {
  requireOneOf('--method', words.method, ['symbolic']);
  requireOneOf('--extractor', words.extractor, ['builtin']);
  if ((words.videos === undefined) === (words.captions === undefined)) {
    throw new AppError('INPUT_INVALID', 'either --videos or --captions says what to answer from');
  }
  if (words.captions !== undefined) {
    const files = await loadFiles(words.captions, '--captions');
    const { captions, problems } = readVideoCaptions(files);
    return { answerer: captionAnswerer(captions, answerFromCaptions(ground)), problems };
  }
  const find = await videoFinder(words.videos!, words.questions);
  const presetOf = await readPresets(words.preset);
  const answerer = memoryAnswerer({ memory: await openMemory(), find, presetOf });
  return { answerer, problems: [] };
}

function requireOneOf(option: string, value: string, allowed: readonly string[]): void {
  if (allowed.includes(value)) return;
  const rule = `must be one of ${allowed.join(', ')}, got '${value}'`;
  throw new AppError('INPUT_INVALID', `${option}: ${rule}`);
}
