/** A file system of a few megabytes, in memory; needs the right to mount (root, on Linux). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Why small disks cannot be made here; undefined where they can. */
export const noSmallDisk: string | undefined = whyNot();

/** Absolute path of an empty disk for one test. */
export function smallDisk(megabytes: number): string {
  const folder = mount(megabytes);
  onTestFinished(() => unmount(folder));
  return folder;
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Writes a file of other people's so that so much is left; returns its path. */
export async function fillDisk(folder: string, leaveBytes: number): Promise<string> {
  const path = join(folder, 'not-ours');
  const length = Math.max(0, (await freeBytesOf(folder)) - leaveBytes);
  // Somebody else may write at the same time: as much as there is space for is enough.
  await writeFile(path, Buffer.alloc(length)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
  });
  return path;
}

function mount(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'strandline-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
  execFileSync('mount', options, { stdio: 'pipe' });
  return folder;
}

function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder]);
  rmdirSync(folder);
}

function whyNot(): string | undefined {
  try {
    unmount(mount(1));
    return undefined;
  } catch (error) {
    const said = error instanceof Error ? error.message.trim().split('\n').at(-1) : '';
    return `a small disk cannot be mounted here: ${said}`;
  }
}
