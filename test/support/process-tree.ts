/** What can be seen of a process and of all that it started (Linux). */
import { readdir, readFile, readlink } from 'node:fs/promises';

/** Pids of all that the process started and that still run, children before their children. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = tasks.map((task) => read(`/proc/${pid}/task/${task}/children`));
  const children = (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).map(Number);
  const theirs = await Promise.all(children.map(descendantsOf));
  return [...children, ...theirs.flat()];
}

/** Arguments and environment of the process and its descendants: what other users can read. */
export async function shownByProcesses(pid: number): Promise<string> {
  const pids = [pid, ...(await descendantsOf(pid))];
  const shown = pids.flatMap((one) => [read(`/proc/${one}/cmdline`), read(`/proc/${one}/environ`)]);
  return (await Promise.all(shown)).join('\n');
}

/** What each file descriptor of the process leads to: a path, `socket:[4711]` and the like. */
export async function openFilesOf(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
}

/** Megabytes of memory that the process holds; 0 for one that is gone. */
export async function residentMegabytes(pid: number): Promise<number> {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(await read(`/proc/${pid}/status`));
  return (Number(found?.[1] ?? 0) * 1024) / 1e6;
}

/** Whether it runs; a zombie does not. */
export async function isRunning(pid: number): Promise<boolean> {
  const state = /^State:\s+(\w)/m.exec(await read(`/proc/${pid}/status`))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Which of the processes have a TCP connection to the port of this machine. */
export async function connectedTo(pids: readonly number[], port: number): Promise<number[]> {
  const established = '01';
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = (await read('/proc/net/tcp')).split('\n').map((line) => line.trim().split(/\s+/));
  const inodes = new Set(
    rows
      .filter(([, , to, state]) => to?.endsWith(remote) && state === established)
      .map((row) => `socket:[${row[9]}]`),
  );
  const isConnected = await Promise.all(
    pids.map(async (pid) => (await openFilesOf(pid)).some((link) => inodes.has(link))),
  );
  return pids.filter((_, i) => isConnected[i]);
}

/** Empty for a process that is gone. */
const read = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '');
