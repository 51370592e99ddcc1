/** Puts a command of our own before the system's in PATH, for the rest of the test. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** `script` is for /bin/sh; it finds the rest of PATH as it was. */
export async function fakeCommand(name: string, script: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strandline-command-'));
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH}`);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });
}
