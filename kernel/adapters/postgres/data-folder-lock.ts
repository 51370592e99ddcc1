/**
 * One process at a time uses a data folder: the file `lock` in it names the owner. The lock of a
 * process that is gone is taken over. It guards against a second start on the same machine, not
 * against two containers that share a volume.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../errors.ts';

/** Folders locked by this process: after a restart in a container the old pid is ours again. */
const held = new Set<string>();

/** Creates the folder if needed. Throws INVALID_STATE naming the pid when it is in use. */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const dir = resolve(folder);
  const file = join(dir, 'lock');
  if (held.has(dir)) throw inUse(dir, process.pid);
  held.add(dir);
  try {
    await mkdir(dir, { recursive: true });
    await takeLock(dir, file);
  } catch (error) {
    held.delete(dir);
    throw error;
  }
  return async () => {
    if (held.delete(dir)) await rm(file, { force: true });
  };
}

async function takeLock(dir: string, file: string): Promise<void> {
  const mine = await signatureOf(process.pid);
  while (!(await createExclusively(file, mine))) {
    const found = await readLock(file);
    const pid = Number.parseInt(found, 10);
    if (pid !== process.pid && (await isOwnedBy(pid, found))) throw inUse(dir, pid);
    await removeStale(file, found);
  }
}

/**
 * Removes the lock if it still is what was found. Two starters may find the same stale lock, and
 * the first of them has its own in place before the second removes anything: that one is put back.
 */
export async function removeStale(file: string, found: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== found) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

/** Somebody who has just made the lock may not have written into it yet: that is no lock of nobody. */
async function readLock(file: string): Promise<string> {
  for (let looks = 0; looks < 5; looks += 1) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return text;
    await setTimeout(20);
  }
  return '';
}

async function createExclusively(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isOwnedBy(pid: number, signature: string): Promise<boolean> {
  return isAlive(pid) && (await signatureOf(pid)) === signature;
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Pid and start time: a pid alone may long belong to another process. */
async function signatureOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; only its parent has not noticed.
  const startTime = state === 'Z' ? 'ended' : (fields[18] ?? '');
  return `${pid} ${startTime}`;
}

const inUse = (dir: string, pid: number | undefined): AppError =>
  new AppError(
    'INVALID_STATE',
    `data folder '${dir}' is in use by process ${pid ?? 'unknown'}: one process at a time`,
    { details: { dir, pid } },
  );
