/** A preset is that of the video it names, and of no other. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPresets } from '../../../../eval/runner/read-presets.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function presetOf(presets: object) {
  const path = join(await temporaryFolder(), 'presets.json');
  await writeFile(path, JSON.stringify(presets));
  return readPresets(path);
}

it('names a video as questions do, or by the end of its path', async () => {
  const of = await presetOf({ hall: 'indoor', 'yard/1.mp4': 'road' });
  expect([of('hall', '/films/hall.mp4'), of('one', '/films/yard/1.mp4')]).toEqual([
    'indoor',
    'road',
  ]);
});

it('is not taken for that of a file whose name ends alike', async () => {
  const of = await presetOf({ '1.mp4': 'road' });
  expect([of('b', '/films/11.mp4'), of('a', '/films/1.mp4')]).toEqual([undefined, 'road']);
});

it.each([
  ['no preset', { hall: 'moon' }],
  ['a list', []],
])('%s is refused with its rule', async (_what, presets) => {
  await expect(presetOf(presets)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});
