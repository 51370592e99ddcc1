/** Nothing of what is watched, and nothing of how, is told to anybody. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeClip } from '../support/media.ts';
import { dataFolder, strandline } from '../support/program.ts';

it('no library keeps or sends a record of its use', async () => {
  const [home, data] = [await dataFolder(), await dataFolder()];
  const clip = await makeClip({ seconds: 5 });
  const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache'), TMPDIR: home };
  const { code } = await strandline(['ingest', clip, '--fast', '--data', data], { env });
  expect(code).toBe(0);
  const left = await readdir(home, { recursive: true });
  expect(left.filter((name) => /microsoft|onnxruntime|telemetry|mat-debug/i.test(name))).toEqual(
    [],
  );
});
