/** Processor time and wall time, in seconds, of work in this process or of a command. */
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

export interface Spent {
  readonly cpu: number;
  readonly wall: number;
}

/** Linux counts the processor time of other processes in hundredths of a second. */
const ticksPerSecond = 100;

/** Of this process and of all its children that have ended by then. */
export async function spentOn(work: () => unknown): Promise<Spent> {
  const [cpuBefore, wallBefore] = [await cpuSoFar(), performance.now()];
  await work();
  const wall = (performance.now() - wallBefore) / 1000;
  return { cpu: (await cpuSoFar()) - cpuBefore, wall };
}

/**
 * Of the command and of all its children, as the shell gets it from the kernel. Rejects when the
 * command fails, with what it said last.
 */
export async function spentByCommand(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Spent> {
  const script = 'TIMEFORMAT="spent %3U %3S %3R"; time "$0" "$@"';
  const child = spawn('bash', ['-c', script, command, ...args], {
    // The shell writes numbers as the language says.
    env: { ...env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data) => {
    said = (said + data).slice(-10_000);
  });
  const code = await new Promise((done) => child.once('close', done));
  const found = /^spent ([\d.]+) ([\d.]+) ([\d.]+)$/m.exec(said);
  if (code !== 0 || !found) throw new Error(`${command} ended with ${code}: ${said}`);
  const [user, system, wall] = found.slice(1).map(Number) as [number, number, number];
  return { cpu: user + system, wall };
}

/** Processor seconds so far of a running process and of its children, running or ended. */
export async function cpuOfProcess(pid: number): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  let ticks = 0;
  for (const id of ids) {
    const fields = await statOf(id);
    if (Number(id) === pid) ticks += sumOf(fields.slice(11, 15));
    else if (Number(fields[1]) === pid) ticks += sumOf(fields.slice(11, 13));
  }
  return ticks / ticksPerSecond;
}

async function cpuSoFar(): Promise<number> {
  const childTicks = sumOf((await statOf('self')).slice(13, 15));
  const { user, system } = process.cpuUsage();
  return childTicks / ticksPerSecond + (user + system) / 1e6;
}

/** From the state of the process on: see proc(5). */
async function statOf(id: string): Promise<string[]> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const sumOf = (fields: readonly string[]): number =>
  fields.reduce((sum, field) => sum + Number(field), 0);
