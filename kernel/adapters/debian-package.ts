/**
 * One file out of a Debian package, without installing it: apt downloads and verifies, dpkg-deb
 * unpacks. Works on Debian and its descendants; elsewhere it says so.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { AppError } from '../errors.ts';
import { type CommandResult, lastWords, runCommand } from './run-command.ts';

export interface DebianFile {
  readonly package: string;
  /** Path inside the package without a leading slash; one that was compressed counts too. */
  readonly file: string;
}

export interface ExtractDebianFileOptions {
  /** Folder that receives the file under its base name; made when missing. */
  readonly into: string;
  readonly signal?: AbortSignal;
}

/** Path of the file, which ends in `.gz` if the package had it so. Throws SOURCE_UNAVAILABLE. */
export async function extractDebianFile(
  wanted: DebianFile,
  { into, signal }: ExtractDebianFileOptions,
): Promise<string> {
  await mkdir(into, { recursive: true });
  const scratch = await mkdtemp(path.join(into, '.debian-'));
  try {
    await download(wanted.package, scratch, signal);
    const unpacked = await unpack(wanted, scratch, signal);
    const file = path.join(into, path.basename(unpacked));
    await rename(unpacked, file);
    return file;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function download(name: string, cwd: string, signal: AbortSignal | undefined): Promise<void> {
  const apt = (...args: string[]) => runCommand('apt-get', args, { cwd, signal });
  let result = await apt('download', name);
  if (lacksLists(result) && process.getuid?.() === 0) {
    await apt('update');
    result = await apt('download', name);
  }
  if (result.code !== 0) throw unavailable(name, lastWords(result.errors));
}

/** Fresh containers come without lists of packages. */
const lacksLists = ({ code, errors }: CommandResult): boolean =>
  code !== 0 && /unable to locate package|no packages found|can't select/i.test(errors);

async function unpack(
  { package: name, file }: DebianFile,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const archive = (await readdir(folder)).find((entry) => entry.endsWith('.deb'));
  if (!archive) throw unavailable(name, 'apt-get wrote no package file');
  const found: string[] = [];
  const isWanted = (entry: string): boolean => {
    const inside = entry.replace(/^\.\//, '');
    if (inside !== file && inside !== `${file}.gz`) return false;
    found.push(path.join(folder, inside));
    return true;
  };
  const child = spawn('dpkg-deb', ['--fsys-tarfile', archive], { cwd: folder, signal });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  await Promise.race([pipeline(child.stdout, extract({ cwd: folder, filter: isWanted })), failed]);
  if (found.length === 0) throw unavailable(name, `it has no file ${file}`);
  return found[0]!;
}

const unavailable = (name: string, reason: string): AppError =>
  new AppError('SOURCE_UNAVAILABLE', `Debian package ${name} could not be had: ${reason}`, {
    retryable: true,
  });
