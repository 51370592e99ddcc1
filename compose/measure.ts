/** `eval`: the same memory, pipeline and questions as everywhere, measured. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CaseTrialOptions, EvaluateOptions, ReportOptions } from '../cli/command-line.ts';
import { parseCount } from '../cli/parse-arguments.ts';
import { createProgress } from '../cli/progress.ts';
import { findServer } from '../cli/running-server.ts';
import type { Config } from '../config.ts';
import { httpQueryApi } from '../dashboard/http/client.ts';
import { createLanguageModelJudge } from '../eval/adapters/language-model-judge.ts';
import { evaluateCases } from '../eval/cases/evaluate-cases.ts';
import { evaluate } from '../eval/evaluate.ts';
import { resultText } from '../eval/report/result-text.ts';
import { writeReport } from '../eval/report/write-report.ts';
import { fingerprint } from '../eval/runner/fingerprint.ts';
import { resultStore } from '../eval/runner/result-store.ts';
import { createVideoMemory, type TakeIn } from '../eval/runner/video-memory.ts';
import type { TrackingSystem } from '../eval/tracking/evaluate-tracking.ts';
import { AppError } from '../kernel/errors.ts';
import { systemClock as clock } from '../kernel/time.ts';
import { profileFrom } from '../processors/domain/stream-profile.ts';
import { trackDetections } from '../processors/track-detections.ts';
import { captionGrounder } from '../query/ground-in-captions.ts';
import { openMemory } from './open-memory.ts';
import { openPipeline } from './open-pipeline.ts';
import { type Run, version } from './run.ts';
import { aggregationOf, evaluationDirOf } from './settings.ts';
import { takeIn } from './take-in.ts';

const root = join(import.meta.dirname, '..');

const sourcesUnder = (...names: readonly string[]): string[] =>
  names.map((name) => join(root, name));

/** Where `eval` takes videos in: a memory per configuration, apart from what is watched. */
async function videoMemoryOf(run: Run) {
  const { config } = run;
  const { aggregation, ingest } = config;
  const { modelsDir: _, ...detector } = config.detector;
  const packages = await readFile(join(root, 'package-lock.json'), 'utf8');
  const key = await fingerprint(
    { detector, aggregation, ingest, packages },
    sourcesUnder('kernel', 'ingest', 'processors'),
  );
  const data = join(evaluationDirOf(config), 'memories', key);
  const memory = once(() => openMemory({ ...run, config: { ...config, data } }, false));
  const pipeline = once(async () => openPipeline(run, await memory()));
  const takeInVideo: TakeIn = async (id, { path, startAt, profile }, onProgress) => {
    const { ingest } = await pipeline();
    const source = { url: path, pace: 'fast', startAt } as const;
    const stream = { id, name: id, source, profile: profile ?? profileFrom({}) };
    const progress = { update: onProgress, stop: () => {} };
    const view = await takeIn(stream, progress, {
      memory: await memory(),
      ingest,
      signal: run.signal,
    });
    return { streamId: id, range: view.recorded! };
  };
  const open = async () =>
    createVideoMemory({
      takeIn: takeInVideo,
      query: (await memory()).query,
      ledgerPath: join(data, 'videos.json'),
    });
  return { key, memory, open };
}

/** `eval BENCHMARK`. */
export async function runBenchmark(
  run: Run,
  name: string,
  options: EvaluateOptions,
): Promise<void> {
  const { config, signal } = run;
  const folder = evaluationDirOf(config);
  const videos = await videoMemoryOf(run);
  const progress = createProgress(`eval ${name}`);
  const words = { ...options, limit: countOf('--limit', options.limit) };
  const results = resultStore(join(folder, 'results'));
  const result = await evaluate(name, words, {
    predictionsDir: join(
      folder,
      'predictions',
      await fingerprint(videos.key, sourcesUnder('query')),
    ),
    openMemory: videos.open,
    ground: captionGrounder(async (texts) => (await videos.memory()).embedder.embed(texts)),
    trackers: trackersOf(config),
    keepClip: results.keepClip,
    ...(config.judge && { judge: createLanguageModelJudge({ ...config.judge, signal }) }),
    version,
    clock,
    progress,
    signal,
  });
  progress.stop();
  await results.save(result, words.limit);
  if (typeof options.json === 'string') await writeFile(options.json, JSON.stringify(result));
  run.output.show(result, () => resultText(result));
}

/** `eval cases`: the configuration is a candidate; refused, it ends the command with 1. */
export async function runCases(run: Run, options: CaseTrialOptions): Promise<void> {
  const { config, output } = run;
  const server = await findServer(resolve(config.data));
  const query = server ? httpQueryApi(server) : (await openMemory(run, false)).query;
  const videos = await videoMemoryOf(run);
  const progress = createProgress('eval cases');
  const { report, result } = await evaluateCases({
    query,
    openMemory: videos.open,
    mayLose: options.mayLose,
    system: { method: 'symbolic', extractor: 'builtin', preset: 'of each stream', version },
    ranAt: clock.now(),
    onProgress: (done, total) => progress.update(done, total),
    signal: run.signal,
  });
  progress.stop();
  await resultStore(join(evaluationDirOf(config), 'results')).save(result);
  output.show(result, () => resultText(result));
  const { refusal } = report;
  if (refusal !== null) throw new AppError('INVALID_STATE', `refused: ${refusal}`);
}

/** The same tracker with either way of joining observations. */
const trackersOf = (config: Config): TrackingSystem[] =>
  (['optimal', 'greedy'] as const).map((assignment) => ({
    name: assignment === 'optimal' ? 'Strandline' : 'Strandline, greedy',
    role: assignment === 'optimal' ? 'ours' : 'baseline',
    track: (frames, { fps }) =>
      trackDetections(frames, { fps, aggregation: { ...aggregationOf(config), assignment } }),
  }));

/** `eval report`: every result kept so far on one page. */
export async function reportEvaluation(
  { config, output }: Run,
  options: ReportOptions,
): Promise<void> {
  const folder = evaluationDirOf(config);
  const path = options.output ?? join(folder, 'report.html');
  const { all, clipsDir } = resultStore(join(folder, 'results'));
  const results = await all();
  await writeReport(results, { path, clipsDir, now: clock.now() });
  output.show({ path }, () => `${results.length} results are on ${path}`);
}

/** The work is done at the first call; everyone gets its result. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

const countOf = (option: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseCount(option, text);
