/** Runs a command of the system to its end and keeps what it said. Not for long-running children. */
import { spawn } from 'node:child_process';

export interface RunCommandOptions {
  readonly cwd: string;
  readonly signal?: AbortSignal;
}

export interface CommandResult {
  /** 0 is success; `missing` when there is no such command in PATH. */
  readonly code: number | 'killed' | 'missing';
  readonly output: string;
  readonly errors: string;
}

/** Rejects only when aborted or when the system refuses to start a process at all. */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd, signal }: RunCommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    // On Windows, npm is a script, which only a shell can start.
    const shell = process.platform === 'win32';
    const child = spawn(command, args, { cwd, shell, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.once('error', (error) => {
      const missing = 'code' in error && error.code === 'ENOENT';
      if (missing) resolve({ code: 'missing', output, errors: `there is no ${command} in PATH` });
      else reject(error);
    });
    child.once('close', (code) => resolve({ code: code ?? 'killed', output, errors }));
  });
}

/** The last things a failed command said, on one line. */
export const lastWords = (errors: string): string =>
  errors
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('complete log of this run'))
    .slice(-3)
    .join('; ') || 'no reason given';
