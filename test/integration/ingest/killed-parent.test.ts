/** The real program pieces in a process of their own, which is killed as by a power cut (Linux). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeClip } from '../../support/media.ts';
import { startRig } from '../../support/recording-rig.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const program = join(import.meta.dirname, '../../support/record-forever.ts');

it('a killed program leaves no child behind, and its next start no half-written files', async () => {
  const folder = await temporaryFolder();
  const clip = await makeClip({ seconds: 60 });
  const parent = spawn(process.execPath, [program, clip, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const child = output.toString().trim();
  const writing = join(folder, 'segments', '.writing', 'cam');
  await waitFor(() => readdirSync(writing).length > 0);
  expect(child).toMatch(/^\d+$/);
  expect(existsSync(`/proc/${child}`)).toBe(true);

  parent.kill('SIGKILL');
  await waitFor(() => !existsSync(`/proc/${child}`));
  expect(readdirSync(writing)).not.toEqual([]);
  await startRig({ folder });
  expect(existsSync(writing)).toBe(false);
});
