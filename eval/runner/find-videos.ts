/** Finds the files of videos by the names that questions use. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';

/** Name -> path of its file; undefined where there is none, or two that are equally near. */
export type FindVideo = (name: string) => string | undefined;

/** `videos.json`: names that questions use, and the files they mean, relative to the videos. */
const aliasesSchema = z.record(
  z.string(),
  z.union([z.string(), z.looseObject({ file: z.string() })]),
);

/**
 * Looks under `dir` for the name as a path, with any extension, as a file name, as a file name
 * without extension, in this order. A `videos.json` in `dir`, in the folder of the questions or in
 * the one above it says what names mean that are not file names.
 */
export async function videoFinder(dir: string, questions: string): Promise<FindVideo> {
  const paths = await filesUnder(dir);
  const aliases = await readAliases([dir, questions, dirname(questions)]);
  const stem = (path: string) => path.slice(0, path.length - extname(path).length);
  const rules: ((path: string, name: string) => boolean)[] = [
    (path, name) => path === name,
    (path, name) => stem(path) === name,
    (path, name) => basename(path) === basename(name),
    (path, name) => stem(basename(path)) === basename(name),
  ];
  return (asked) => {
    const name = aliases.get(asked) ?? asked;
    for (const matches of rules) {
      const found = paths.filter((path) => matches(path, name));
      if (found.length > 0) return found.length === 1 ? join(dir, found[0]!) : undefined;
    }
    return undefined;
  };
}

async function filesUnder(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => {
    throw new AppError('INPUT_INVALID', `--videos: there is no folder ${dir}`);
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)));
}

async function readAliases(folders: readonly string[]): Promise<Map<string, string>> {
  const aliases = new Map<string, string>();
  for (const folder of folders) {
    const path = join(folder, 'videos.json');
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    for (const [name, file] of Object.entries(parseAliases(text, path))) {
      aliases.set(name, typeof file === 'string' ? file : file.file);
    }
  }
  return aliases;
}

function parseAliases(text: string, path: string): z.infer<typeof aliasesSchema> {
  try {
    return aliasesSchema.parse(JSON.parse(text));
  } catch (cause) {
    const rule = 'must be names with the files they mean, such as {"room": "2026/room.mp4"}';
    throw new AppError('INPUT_INVALID', `${path}: ${rule}`, { cause });
  }
}
