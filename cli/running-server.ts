/**
 * Where the strandline that runs on a data folder can be reached: a small file that it writes when
 * its page is up. A data folder has one owner, so other commands ask that one.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const runningServerSchema = z.object({ url: z.url(), pid: z.int() });

/** A page that is up answers at once; one that hangs must not hang every command. */
const answersWithinMs = 3_000;

const fileIn = (dataDir: string): string => join(dataDir, 'server.json');

export async function announceServer(dataDir: string, url: string): Promise<() => Promise<void>> {
  await writeFile(fileIn(dataDir), JSON.stringify({ url, pid: process.pid }));
  return () => rm(fileIn(dataDir), { force: true });
}

/** URL of the server that runs on the folder; undefined when none does, or none that answers. */
export async function findServer(
  dataDir: string,
  withinMs = answersWithinMs,
): Promise<string | undefined> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const parsed = runningServerSchema.safeParse(parseJson(text));
  if (!parsed.success || !isAlive(parsed.data.pid)) return undefined;
  const { url } = parsed.data;
  const signal = AbortSignal.timeout(withinMs);
  const reply = await fetch(new URL('/api/health', url), { signal }).catch(() => undefined);
  return reply?.ok ? url : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
