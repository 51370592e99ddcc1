/** Results as files: the newest of each benchmark and method, and the clips that they show. */
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { type EvaluationResult, resultSchema } from '../domain/result.ts';

export interface ResultStore {
  readonly clipsDir: string;
  /** `limit`: of the first rows only, which does not replace the result of all. */
  save(result: EvaluationResult, limit?: number): Promise<void>;
  /** In the order of their names. Throws NOT_FOUND when there is none. */
  all(): Promise<EvaluationResult[]>;
  /** Keeps a copy of the clip; the result is its name in `clipsDir`. */
  keepClip(path: string): Promise<string>;
}

export function resultStore(folder: string): ResultStore {
  const clipsDir = join(folder, 'clips');
  return {
    clipsDir,
    save: async (result, limit) => {
      await mkdir(folder, { recursive: true });
      const part = limit === undefined ? '' : ` first ${limit}`;
      const name = `${result.benchmark} ${result.system.method}${part}`.toLowerCase();
      const path = join(folder, `${name.replace(/[^a-z0-9]+/g, '-')}.json`);
      // Old or new, never half.
      await writeFile(`${path}.new`, JSON.stringify(result, null, 1));
      await rename(`${path}.new`, path);
    },
    all: async () => {
      const names = await readdir(folder).catch(() => []);
      const results = names.filter((name) => name.endsWith('.json')).sort();
      if (results.length === 0) {
        throw new AppError('NOT_FOUND', 'nothing was measured yet: run `strandline eval` first');
      }
      return Promise.all(results.map((name) => readResult(join(folder, name))));
    },
    keepClip: async (path) => {
      await mkdir(clipsDir, { recursive: true });
      await copyFile(path, join(clipsDir, basename(path)));
      return basename(path);
    },
  };
}

async function readResult(path: string): Promise<EvaluationResult> {
  const text = await readFile(path, 'utf8');
  try {
    return resultSchema.parse(JSON.parse(text));
  } catch (cause) {
    const rule = 'measure again, or remove it';
    throw new AppError('INPUT_INVALID', `${path} is no result of this version: ${rule}`, { cause });
  }
}
