/**
 * The folder of shared clips and ground truth, which lies beside the project where it exists at all.
 * Suites on it are skipped without it, unless STRANDLINE_TEST_DATA names it: then it must be there.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(
  import.meta.dirname,
  '../..',
  process.env.STRANDLINE_TEST_DATA ?? '../shared/data',
);

export const hasSharedData = process.env.STRANDLINE_TEST_DATA !== undefined || existsSync(folder);

/** Absolute path of a file in the folder. */
export const sharedData = (...parts: readonly string[]): string => path.join(folder, ...parts);
