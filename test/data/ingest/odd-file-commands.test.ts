/** Odd files given to the program as people give them: what it says, and its exit code. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { strandline } from '../../support/program.ts';
import { hasSharedData, sharedData } from '../../support/shared-data.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

if (!hasSharedData) console.warn('SKIPPED: odd files, for the shared clips are not here');

const refused = [
  ['text_renamed.mp4', /cannot be opened/],
  ['audio_only.mp4', /holds no video/],
] as const;

async function ingest(file: string) {
  const data = join(await temporaryFolder(), 'data');
  const clip = sharedData('clips/robustness_gen', file);
  const done = await strandline(['ingest', clip, '--fast', '--data', data]);
  const writing = join(data, 'segments', '.writing');
  const left = await readdir(writing, { recursive: true }).catch(() => []);
  return { ...done, left: left.filter((name) => /\.(mp4|mkv)/.test(name)) };
}

describe.skipIf(!hasSharedData)('`ingest` of an odd file', () => {
  it.each(refused)('%s is refused with a reason', async (file, reason) => {
    const { code, stdout, stderr, left } = await ingest(file);
    expect(code).not.toBe(0);
    expect(`${stdout}${stderr}`).toMatch(reason);
    expect(`${stdout}${stderr}`).not.toMatch(/^\s+at .*\.ts:/m);
    expect(left).toEqual([]);
  });

  it.each(['ts_resolution_change.ts'])('%s is taken in', async (file) => {
    const { code, stdout, left } = await ingest(file);
    expect(code).toBe(0);
    expect(stdout).toMatch(/ended/);
    expect(left).toEqual([]);
  });
});
