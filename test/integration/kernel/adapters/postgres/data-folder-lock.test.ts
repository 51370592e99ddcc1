/** The lock of a data folder, where two starters meet one that nobody owns any more. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  lockDataFolder,
  removeStale,
} from '../../../../../kernel/adapters/postgres/data-folder-lock.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

/** Signature of a process that has ended: there is no such pid. */
const ended = '4194999 1';

it('a lock that nobody owns is taken over, and nothing of it is left', async () => {
  const dir = await temporaryFolder();
  await writeFile(join(dir, 'lock'), ended);
  const unlock = await lockDataFolder(dir);
  expect(await readFile(join(dir, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  expect(await readdir(dir)).toEqual(['lock']);
  await unlock();
  expect(await readdir(dir)).toEqual([]);
});

it('the lock that another starter has put in the place of a stale one stays', async () => {
  const dir = await temporaryFolder();
  const file = join(dir, 'lock');
  await writeFile(file, '17 4711');
  await removeStale(file, ended);
  expect(await readFile(file, 'utf8')).toBe('17 4711');
  await removeStale(file, '17 4711');
  await removeStale(file, '17 4711');
  expect(await readdir(dir)).toEqual([]);
});
