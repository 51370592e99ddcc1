/** Question files come as a file, a folder, or zipped. */
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadFiles } from '../../../../eval/runner/load-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

describe('loading question files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  it('a folder gives its text files, deep ones too, in one order', async () => {
    await mkdir(join(folder, 'deep'));
    await writeFile(join(folder, 'deep', 'a.json'), 'A');
    await writeFile(join(folder, 'b.csv'), 'B');
    await writeFile(join(folder, 'film.mp4'), 'no text');
    expect(await loadFiles(folder)).toEqual([
      { path: 'b.csv', text: 'B' },
      { path: 'deep/a.json', text: 'A' },
    ]);
  });

  it('a zip gives what is in it', async () => {
    const zip = zipSync({ 'set/a.json': strToU8('A'), 'set/film.mp4': strToU8('no text') });
    await writeFile(join(folder, 'all.zip'), zip);
    expect(await loadFiles(join(folder, 'all.zip'))).toEqual([
      { path: 'all.zip/set/a.json', text: 'A' },
    ]);
  });

  it('names of videos are no questions', async () => {
    for (const name of ['a.json', 'videos.json']) await writeFile(join(folder, name), '{}');
    expect((await loadFiles(folder)).map(({ path }) => path)).toEqual(['a.json']);
  });

  it('a file that is too large to be questions is refused unread', async () => {
    const path = join(folder, 'film.json');
    await writeFile(path, '');
    await truncate(path, 300 * 1024 * 1024);
    await expect(loadFiles(path)).rejects.toThrow(/film\.json is too large/);
  });

  it('a zip that unpacks to more than it may is refused before it does', async () => {
    const path = join(folder, 'bomb.zip');
    const zip = zipSync({ 'a.json': strToU8('a') });
    // What its directory claims of the size: offset 24 of the entry that starts with PK 1 2.
    const view = new DataView(zip.buffer, zip.byteOffset);
    const entry = zip.findIndex((_, at) => view.getUint32(at, false) === 0x504b0102);
    view.setUint32(entry + 24, 0xf000_0000, true);
    await writeFile(path, zip);
    await expect(loadFiles(path)).rejects.toThrow(/bomb\.zip holds is too large/);
  });

  it.each([
    ['nothing', 'none.json', /there is no file/],
    ['a zip that is none', 'bad.zip', /bad\.zip is not a zip file/],
    ['a folder without questions', '.', /holds no/],
  ])('%s is refused with its rule', async (_what, name, rule) => {
    if (name === 'bad.zip') await writeFile(join(folder, name), 'PK?');
    await expect(loadFiles(join(folder, name))).rejects.toThrow(rule);
  });
});
