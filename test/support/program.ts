/** The strandline program as a person starts it: a process with arguments, output and an exit code. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { findServer } from '../../cli/running-server.ts';
import { testModelsDir } from './models.ts';
import { waitFor } from './wait-for.ts';

const run = resolve(import.meta.dirname, '../../run');

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Only what a test says is set; the models are obtained once for all tests. */
async function cleanEnv(): Promise<NodeJS.ProcessEnv> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STRANDLINE_'));
  const modelsDir = await testModelsDir('ssdlite-mobilenet-v2');
  return { ...Object.fromEntries(own), TZ: 'UTC', STRANDLINE_DETECTOR_MODELS_DIR: modelsDir };
}

/** Runs one command to its end. */
export async function strandline(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  const env = { ...(await cleanEnv()), ...options.env };
  return new Promise((done) => {
    const settings = { cwd: options.cwd ?? tmpdir(), env, maxBuffer: 1 << 26 };
    const child = execFile(run, args, settings, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? 1, stdout, stderr }),
    );
  });
}

/** What starts the program with these arguments, for tests that end it in their own way. */
export const programCommand = async (args: readonly string[]) => ({
  file: run,
  argv: args,
  env: await cleanEnv(),
});

/** Runs one command with `--json` and parses what it prints; throws when it fails. */
export async function strandlineJson<T>(args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await strandline([...args, '--json']);
  if (code !== 0) throw new Error(`strandline ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

export interface RunningProgram {
  readonly url: string;
  readonly pid: number;
  /** As Ctrl-C; resolves with the exit code. */
  stop(): Promise<number>;
  /** As a power cut. */
  kill(): Promise<void>;
  stderr(): string;
}

/** Starts `strandline up ...` and waits until its page answers. */
export async function startStrandline(
  dataDir: string,
  args: readonly string[] = [],
  options: { cwd?: string } = {},
): Promise<RunningProgram> {
  const child = spawn(run, ['up', ...args, '--data', dataDir, '--port', '0'], {
    cwd: options.cwd ?? tmpdir(),
    env: await cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const exited = new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)));
  const url = await waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`strandline ended: ${stderr}`);
      return findServer(dataDir);
    },
    { timeoutMs: 120_000, everyMs: 100 },
  );
  onTestFinished(() => end(child, 'SIGKILL', exited).then(() => {}));
  return {
    url,
    pid: child.pid!,
    stop: () => end(child, 'SIGTERM', exited),
    kill: () => end(child, 'SIGKILL', exited).then(() => {}),
    stderr: () => stderr,
  };
}

function end(
  child: ChildProcess,
  signal: NodeJS.Signals,
  exited: Promise<number>,
): Promise<number> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  return exited;
}

/** An empty data folder, gone after the test. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'strandline-data-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
