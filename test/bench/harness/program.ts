/** The strandline program as a process beside the bench, started as users start it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { findServer } from '../../../cli/running-server.ts';
import { testModelsDir } from '../../support/models.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type Spent, spentByCommand } from './spent.ts';

const run = resolve(import.meta.dirname, '../../../run');

export interface RunningProgram {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Runs one command to its end. */
export const spentByProgram = async (args: readonly string[]): Promise<Spent> =>
  spentByCommand(run, args, await environment());

/** `strandline up ...`, as soon as its page answers; what it says goes to the open file `errors`. */
export async function startProgram(
  dataDir: string,
  args: readonly string[],
  errors: number | 'ignore' = 'ignore',
): Promise<RunningProgram> {
  const child = spawn(run, ['up', ...args, '--data', dataDir, '--port', '0'], {
    env: await environment(),
    stdio: ['ignore', 'ignore', errors],
  });
  const gone = once(child, 'exit');
  const url = await waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
      return findServer(dataDir);
    },
    { timeoutMs: 120_000, everyMs: 20 },
  );
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await gone;
  };
  return { url, pid: child.pid!, end };
}

/** Without settings of its own, and with models that are obtained before anything is measured. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STRANDLINE_'));
  const models = await testModelsDir('ssdlite-mobilenet-v2');
  return { ...Object.fromEntries(own), STRANDLINE_DETECTOR_MODELS_DIR: models };
}
