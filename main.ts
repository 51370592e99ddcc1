#!/usr/bin/env node
/**
 * The `strandline` command: what each of its words does. How things are put together is in
 * `compose/`; only here are signals listened to and the process ended.
 */
import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { CommanderError } from 'commander';
import { ask, watch } from './cli/ask.ts';
import { type CommonOptions, createCommandLine } from './cli/command-line.ts';
import { listCases } from './cli/list-cases.ts';
import { listAlerts, listEvents, listStreams, listTrajectories, saveClip } from './cli/look-up.ts';
import { createOutput, flushed, type Output } from './cli/output.ts';
import { findServer } from './cli/running-server.ts';
import { reportEvaluation, runBenchmark, runCases } from './compose/measure.ts';
import { obtainModelsOnce } from './compose/obtain-once.ts';
import { openMemory } from './compose/open-memory.ts';
import { type Run, version } from './compose/run.ts';
import { modelsDirOf } from './compose/settings.ts';
import { ingestSource } from './compose/take-in.ts';
import { up } from './compose/up.ts';
import { loadConfig } from './config.ts';
import { httpQueryApi } from './dashboard/http/client.ts';
import { benchmarkNames } from './eval/benchmarks/all.ts';
import { redactUrls } from './ingest/domain/redact-url.ts';
import { classify, isAbort, isUserError } from './kernel/errors.ts';
import { CleanupStack } from './kernel/lifecycle.ts';
import { createLogger } from './kernel/logger.ts';
import type { QueryApi } from './query/contract.ts';

const stopping = new AbortController();

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
    const output = createOutput(options);
    await work({ config, logger, cleanup, output, signal: stopping.signal });
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
      withRun({ log: 'warn', ...options }, {}, async (run) => {
        await obtainModelsOnce(run);
        const dir = modelsDirOf(run.config);
        run.output.show({ dir }, () => `models are in ${dir}`);
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

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => (stopping.signal.aborted ? process.exit(130) : stopping.abort()));
}
// The terminal was closed, which kernel and shell may both tell. Who started us with `nohup` is to
// hear nothing of it: Node.js forgets that, but `nohup` also took the terminal from standard input.
const hasTerminal = isatty(0);
process.on('SIGHUP', () => hasTerminal && stopping.abort());
process.stdout.on('error', () => stopping.signal.aborted || process.exit(0));
// Nobody reads any more what goes wrong, which is no reason to stop half-way.
process.stderr.on('error', () => {});
try {
  await commandLine.parseAsync(process.argv);
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
// Native threads and sockets of libraries must not keep a finished command alive.
process.exit();

/** 0: done. 1: it did not work. 2: the user's mistake. 130: stopped before its end. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isAbort(error, stopping.signal)) {
    process.stderr.write('strandline: stopped before the end\n');
    return 130;
  }
  process.stderr.write(`strandline: ${classify(error).message}\n`);
  return isUserError(error) ? 2 : 1;
}
