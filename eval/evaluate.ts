/** `eval BENCHMARK`: what the words of the command line mean, and where everything is kept. */
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../kernel/errors.ts';
import type { Clock } from '../kernel/time.ts';
import { presets } from '../processors/domain/kind.ts';
import { benchmarkNamed } from './benchmarks/all.ts';
import type { ScoreOptions } from './domain/benchmark.ts';
import { type EvaluationResult, resultSchema } from './domain/result.ts';
import { type Answerer, memoryAnswerer } from './runner/answerer.ts';
import { videoFinder } from './runner/find-videos.ts';
import { loadFiles } from './runner/load-files.ts';
import { openPredictionLog } from './runner/prediction-log.ts';
import { type EvaluationRun, runEvaluation } from './runner/run-evaluation.ts';
import type { VideoMemory } from './runner/video-memory.ts';

export interface EvaluationWords {
  readonly questions: string;
  readonly videos?: string;
  readonly captions?: string;
  readonly method: string;
  readonly extractor: string;
  readonly preset?: string;
  readonly limit?: number;
}

export interface EvaluationDependencies {
  /** Holds `results`, their clips, and the predictions of each configuration. */
  readonly folder: string;
  /** Names what decides an answer: settings, extraction, planning. */
  readonly answersKey: string;
  /** Opened when a video is asked about, and not before. */
  readonly openMemory: () => Promise<VideoMemory>;
  /** One unit vector per text. */
  readonly embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  readonly judge?: ScoreOptions['judge'];
  readonly version: string;
  readonly clock: Clock;
  readonly progress: EvaluationRun<unknown>['progress'];
  readonly signal: AbortSignal;
}

/** Everything drawn by chance is drawn from it, so that a run can be repeated. */
const seed = 20_260_101;

/** Runs, keeps the result under `results/<benchmark>.json`, and gives it back. */
export async function evaluate(
  name: string,
  words: EvaluationWords,
  dependencies: EvaluationDependencies,
): Promise<EvaluationResult> {
  const { folder, answersKey, clock, version } = dependencies;
  const benchmark = benchmarkNamed(name);
  const method = words.captions === undefined ? words.method : 'captions';
  const log = [benchmark.name, method, words.preset && basename(words.preset)].filter(Boolean);
  const results = join(folder, 'results');
  await mkdir(join(results, 'clips'), { recursive: true });
  const result = await runEvaluation({
    ...dependencies,
    benchmark,
    seed,
    files: await loadFiles(words.questions),
    answerer: await answererFor(words, dependencies),
    log: await openPredictionLog(join(folder, 'predictions', answersKey, `${log.join('-')}.jsonl`)),
    system: { method, extractor: words.extractor, preset: words.preset ?? 'any', version },
    ranAt: clock.now(),
    keepClip: async (path) => {
      await copyFile(path, join(results, 'clips', basename(path)));
      return basename(path);
    },
  });
  const path = join(results, `${benchmark.name}.json`);
  await writeFile(`${path}.new`, JSON.stringify(result, null, 1));
  await rename(`${path}.new`, path);
  return result;
}

/** Every result kept so far, by the name of its benchmark. Throws NOT_FOUND when there is none. */
export async function keptResults(folder: string): Promise<EvaluationResult[]> {
  const results = join(folder, 'results');
  const names = (await readdir(results).catch(() => [])).filter((name) => name.endsWith('.json'));
  if (names.length === 0) {
    throw new AppError('NOT_FOUND', 'nothing was measured yet: run `strandline eval` first');
  }
  const texts = await Promise.all(
    names.sort().map((name) => readFile(join(results, name), 'utf8')),
  );
  return texts.map((text) => resultSchema.parse(JSON.parse(text)));
}

async function answererFor(
  words: EvaluationWords,
  { openMemory }: EvaluationDependencies,
): Promise<Answerer> {
  requireOneOf('--method', words.method, ['symbolic']);
  requireOneOf('--extractor', words.extractor, ['builtin']);
  if ((words.videos === undefined) === (words.captions === undefined)) {
    throw new AppError('INPUT_INVALID', 'either --videos or --captions says what to answer from');
  }
  const find = await videoFinder(words.videos!, words.questions);
  const presetOf = await readPresets(words.preset);
  return memoryAnswerer({ memory: await openMemory(), find, presetOf });
}

function requireOneOf(option: string, value: string, allowed: readonly string[]): void {
  if (allowed.includes(value)) return;
  const rule = `must be one of ${allowed.join(', ')}, got '${value}'`;
  throw new AppError('INPUT_INVALID', `${option}: ${rule}`);
}

const presetNames = Object.keys(presets) as [string, ...string[]];
const presetsSchema = z.record(z.string(), z.enum(presetNames));

/** One preset for all videos, or a file that names one per video, by its name or its path. */
async function readPresets(
  preset: string | undefined,
): Promise<(video: string, path: string) => string | undefined> {
  if (preset === undefined || presetNames.includes(preset)) return () => preset;
  const text = await readFile(preset, 'utf8').catch(() => {
    const known = presetNames.join(', ');
    throw new AppError('INPUT_INVALID', `--preset: must be one of ${known}, or a JSON file`);
  });
  const parsed = presetsSchema.safeParse(jsonOf(text));
  if (!parsed.success) {
    const rules = z.prettifyError(parsed.error);
    throw new AppError(
      'INPUT_INVALID',
      `--preset: ${preset} must name a preset per video: ${rules}`,
    );
  }
  const named = Object.entries(parsed.data);
  return (video, path) => named.find(([name]) => name === video || path.endsWith(name))?.[1];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
