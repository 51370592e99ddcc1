/** Question files come as a file, a folder, or zipped. */
import { mkdir, writeFile } from 'node:fs/promises';
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

  it.each([
    ['nothing', 'none.json', /there is no file/],
    ['a zip that is none', 'bad.zip', /bad\.zip is not a zip file/],
    ['a folder without questions', '.', /holds no/],
  ])('%s is refused with its rule', async (_what, name, rule) => {
    if (name === 'bad.zip') await writeFile(join(folder, name), 'PK?');
    await expect(loadFiles(join(folder, name))).rejects.toThrow(rule);
  });
});
