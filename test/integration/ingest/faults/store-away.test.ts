/** A real camera and a real capture child; the database is away for long. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AwayStore } from '../../../support/away-store.ts';
import { capturePids } from '../../../support/capture-pids.ts';
import { patient, startCamera, watchSource } from '../../../support/fault-rig.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { waitFor } from '../../../support/wait-for.ts';

it('a store that is away for long costs a camera some time, but nothing that was recorded', async () => {
  const camera = await startCamera();
  const store = new AwayStore();
  store.isAway = false;
  const folder = await temporaryFolder();
  const rig = await watchSource(camera.url, { store, folder, capacity: 20 });
  await waitFor(() => store.segments.length > 0, patient);
  store.isAway = true;
  await waitFor(() => capturePids().length === 0, patient);
  store.isAway = false;
  await rig.toldOf('reconnecting', /could not keep up/);
  await rig.newFrame();
  await rig.settle();
  expect(rig.reasons).toEqual(['not-connected', 'worker-recycled']);
  const named = await namesIn(join(folder, 'segments/cam'));
  expect(named.length).toBe(store.segments.length);
});

/** Names of the files below the folder. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
