/** A short name for everything that decides a result: settings and the code itself. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** 12 hexadecimal digits, equal for equal settings and equal source files under the folders. */
export async function fingerprint(settings: unknown, folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter((name) => name.endsWith('.ts')).sort()) {
      hash.update(name).update(await readFile(join(folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
