/** A short name for everything that decides a result: settings and the code itself. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../kernel/errors.ts';

/** 12 hexadecimal digits, equal for equal settings and equal source files under the folders. */
export async function fingerprint(settings: unknown, folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const folder of folders) {
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.ts$/.test(name));
    if (names.length === 0) throw new AppError('INTERNAL', `there is no source in ${folder}`);
    for (const name of names.sort()) {
      const text = await readFile(join(folder, name));
      hash.update(JSON.stringify([name, text.length])).update(text);
    }
  }
  return hash.digest('hex').slice(0, 12);
}
