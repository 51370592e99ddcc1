/** Results are kept as files, and come back whole or with the name of the one that cannot. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resultStore } from '../../../../eval/runner/result-store.ts';
import { aResult } from '../../../support/evaluation-things.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

it('gives back the newest of each benchmark and method', async () => {
  const store = resultStore(join(await temporaryFolder(), 'results'));
  await store.save(aResult({ ranAt: 1 }));
  await store.save(aResult({ ranAt: 2 }));
  await store.save(aResult({ benchmark: 'plain' }));
  const all = await store.all();
  expect(all.map(({ benchmark }) => benchmark)).toEqual(['plain', 'strand']);
  expect(all[1]!.ranAt).toBe(2);
});

it('the first questions alone do not replace the result of all', async () => {
  const store = resultStore(join(await temporaryFolder(), 'results'));
  await store.save(aResult({ ranAt: 1 }));
  await store.save(aResult({ ranAt: 2 }), 10);
  expect((await store.all()).map(({ ranAt }) => ranAt).sort()).toEqual([1, 2]);
});

it('before anything was measured says what to do', async () => {
  const store = resultStore(join(await temporaryFolder(), 'results'));
  await expect(store.all()).rejects.toThrow('run `strandline eval` first');
});

it.each([
  ['no JSON', '{'],
  ['the result of another version', '{"benchmark": "plain"}'],
])('%s is named, with what to do', async (_what, text) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'old.json'), text);
  await expect(resultStore(folder).all()).rejects.toThrow(/old\.json .*measure again/);
});
