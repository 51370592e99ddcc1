/** A folder for one test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Absolute path; removed with all that is in it when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strandline-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
