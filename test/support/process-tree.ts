/** What other users of the machine can read of a process and of all that it started (Linux). */
import { readdir, readFile } from 'node:fs/promises';

/** Arguments and environment of the process and its descendants. */
export async function shownByProcesses(pid: number): Promise<string> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = tasks.map((task) => read(`/proc/${pid}/task/${task}/children`));
  const children = (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).map(Number);
  const own = [await read(`/proc/${pid}/cmdline`), await read(`/proc/${pid}/environ`)];
  return [...own, ...(await Promise.all(children.map(shownByProcesses)))].join('\n');
}

/** Empty for a process that is gone. */
const read = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '');
