/** What was computed by other code or with other settings never passes for this. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fingerprint } from '../../../../eval/runner/fingerprint.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function codeOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const files = { 'a.ts': 'one', 'deep/b.ts': 'two' };
const of = async (code: Readonly<Record<string, string>>, settings: unknown = 1) =>
  fingerprint(settings, [await codeOf(code)]);

it('is the same for the same code and settings, wherever the code lies', async () => {
  expect(await of(files)).toBe(await of(files));
});

it.each([
  ['text', { ...files, 'a.ts': 'two' }, 1],
  ['place', { 'a.ts': 'one', 'b.ts': 'two' }, 1],
  ['border between files', { 'a.ts': 'onedeep/b.tstwo' }, 1],
  ['settings', files, 2],
])('another %s gives another', async (_what, code, settings) => {
  expect(await of(code, settings)).not.toBe(await of(files));
});

it('a folder without code is a mistake, not a name that fits everything', async () => {
  await expect(of({ 'readme.md': '' })).rejects.toThrow('no source');
});
