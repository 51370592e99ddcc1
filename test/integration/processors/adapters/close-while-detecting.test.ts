/** What native code does when it is stopped takes the whole process along: it is tried in one of its own. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testModelsDir } from '../../../support/models.ts';

const script = resolve(import.meta.dirname, '../../../support/close-while-detecting.ts');

it('a detector that is closed while it computes takes nothing along', async () => {
  const modelsDir = await testModelsDir('ssdlite-mobilenet-v2');
  const { stdout } = await promisify(execFile)(process.execPath, [script, modelsDir]);
  expect(stdout).toBe('closed\n');
});
