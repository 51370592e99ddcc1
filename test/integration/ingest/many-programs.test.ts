/** Transport streams of many programs, through a real capture child. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manyPrograms } from '../../support/many-programs.ts';
import { makeClip } from '../../support/media.ts';
import { PeakMemory } from '../../support/peak-memory.ts';
import { startRig } from '../../support/recording-rig.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const framesPerSecond = 25;

/** What becomes of a file of so many programs, and the most memory that its child ever held. */
async function trial(programs: number) {
  const clip = await makeClip({ seconds: 4, framesPerSecond, extension: 'ts' });
  const url = join(await temporaryFolder(), 'many.ts');
  await writeFile(url, manyPrograms(await readFile(clip), programs));
  const rig = await startRig({ openTimeoutMs: 30_000 });
  await rig.ingest.add({ id: 'cam', name: 'Camera', source: { url, pace: 'fast' } });
  const peak = new PeakMemory();
  const status = () => rig.ingest.statuses()[0]!;
  const isOver = () => {
    peak.look();
    return /ended|failed/.test(status().state);
  };
  await waitFor(isOver, { timeoutMs: 60_000 });
  const counts = rig.store.chunks('cam').map(({ statistics }) => statistics.framesDecoded);
  return { status: status(), peak, pictures: counts.reduce((sum, each) => sum + each, 0) };
}

it("a satellite's whole multiplex is recorded", async () => {
  const { status, pictures } = await trial(150);
  expect(status).toMatchObject({ state: 'ended', reason: undefined });
  expect(pictures).toBe(4 * framesPerSecond);
});

it('more programs than anybody broadcasts are refused before they fill memory', async () => {
  const { status, peak } = await trial(1_000);
  expect(status).toMatchObject({ state: 'failed', reason: 'the source has 200 tracks or more' });
  expect(peak.bytes).toBeLessThan(600e6);
});
