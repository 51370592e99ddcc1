/** Reads what a benchmark is given as questions: a file, a folder, or a zip of either. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';
import { AppError } from '../../kernel/errors.ts';
import type { SourceFile } from '../domain/benchmark.ts';

/** Files named `._...` are what macOS keeps beside the real ones, also inside a zip. */
const isText = (path: string): boolean =>
  /\.(jsonl?|csv|txt|ini)$/i.test(path) && !basename(path).startsWith('._');

const isZip = (path: string): boolean => /\.zip$/i.test(path);

/** Says what names of videos mean (`find-videos.ts`), and asks nothing. */
const aliasesName = 'videos.json';

const megabyte = 1024 * 1024;
/** Of one file, and of one zip unpacked: what holds more are no questions. */
const mostBytes = 256 * megabyte;

/** Sorted by path. Throws INPUT_INVALID when there is nothing to read. */
export async function loadFiles(path: string, option = '--questions'): Promise<SourceFile[]> {
  const info = await stat(path).catch(() => undefined);
  if (!info) throw new AppError('INPUT_INVALID', `${option}: there is no file or folder ${path}`);
  const paths = info.isDirectory() ? await filesUnder(path) : [path];
  const root = info.isDirectory() ? path : join(path, '..');
  const files = (await Promise.all(paths.map((one) => load(one, relative(root, one))))).flat();
  if (files.length > 0) return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  throw new AppError('INPUT_INVALID', `${option}: ${path} holds no .json, .jsonl, .csv or .zip`);
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && (isText(entry.name) || isZip(entry.name)))
    .filter(({ name }) => name !== aliasesName)
    .map((entry) => join(entry.parentPath, entry.name));
}

async function load(path: string, name: string): Promise<SourceFile[]> {
  requireSize((await stat(path)).size, basename(path));
  if (!isZip(path)) return [{ path: name, text: await readFile(path, 'utf8') }];
  const unzipped = unzip(new Uint8Array(await readFile(path)), basename(path));
  return Object.entries(unzipped).map(([inner, bytes]) => ({
    path: `${name}/${inner}`,
    text: strFromU8(bytes),
  }));
}

function unzip(bytes: Uint8Array, name: string): Record<string, Uint8Array> {
  let unpacked = 0;
  const isWanted = ({ name: inner, originalSize }: UnzipFileInfo): boolean => {
    if (!isText(inner)) return false;
    unpacked += originalSize;
    requireSize(unpacked, `what ${name} holds`);
    return true;
  };
  try {
    return unzipSync(bytes, { filter: isWanted });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('INPUT_INVALID', `${name} is not a zip file`, { cause });
  }
}

function requireSize(bytes: number, what: string): void {
  if (bytes <= mostBytes) return;
  const rule = `questions have at most ${mostBytes / megabyte} MB`;
  throw new AppError('INPUT_INVALID', `${what} is too large: ${rule}`);
}
