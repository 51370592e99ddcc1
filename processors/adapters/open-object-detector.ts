/**
 * Opens a detector on the engine that was asked for, or on the first that loads on this machine:
 * onnxruntime, then TensorFlow.js on a GPU, then TensorFlow.js in WASM.
 */
import { readFile } from 'node:fs/promises';
import { AppError, classify } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import { createObjectDetector, type DetectorNetwork } from '../detection/detector-network.ts';
import type { Fit } from '../detection/fit-picture.ts';
import { detectorCatalogue } from '../models/model-catalogue.ts';
import { type DetectorFiles, detectorFiles } from '../models/obtain-models.ts';
import type { DetectorEngine, DetectorModel, ObjectDetector } from '../ports.ts';
import { openOnnxNetwork } from './onnx-detector-network.ts';
import type { TensorFlowBackend } from './tensorflow.ts';
import { openTfjsNetwork } from './tfjs-detector-network.ts';

export interface OpenObjectDetectorOptions {
  readonly model: DetectorModel;
  readonly engine: 'auto' | DetectorEngine;
  /** The folder that `obtainModels` filled. */
  readonly modelsDir: string;
  /** Threads inside one inference (onnxruntime only). Default 1. */
  readonly threads?: number;
  readonly fit?: Fit;
  readonly logger: Logger;
}

/**
 * Throws MODEL_UNAVAILABLE when no such engine loads here, MODEL_INVALID when the model's files
 * cannot be used.
 */
export async function openObjectDetector(
  options: OpenObjectDetectorOptions,
): Promise<ObjectDetector> {
  const { model, engine: wanted, logger, fit } = options;
  const files = detectorFiles(options.modelsDir, model);
  const constants = await readConstants(files);
  const { engine, network } = await openFirst(wanted === 'auto' ? inOrder : [wanted], options);
  logger.info({ model, engine }, 'detector is ready');
  return createObjectDetector({ model, engine, network, constants, fit });
}

const inOrder: readonly DetectorEngine[] = ['onnxruntime', 'tfjs-node-gpu', 'tfjs-wasm'];

async function openFirst(
  engines: readonly DetectorEngine[],
  options: OpenObjectDetectorOptions,
): Promise<{ engine: DetectorEngine; network: DetectorNetwork }> {
  const failures: AppError[] = [];
  for (const engine of engines) {
    try {
      return { engine, network: await openNetwork[engine](options) };
    } catch (error) {
      failures.push(classify(error));
      if (engines.length > 1)
        options.logger.warn({ engine, err: error }, 'detector engine does not load');
    }
  }
  throw failures.length === 1 ? failures[0]! : noEngine(failures);
}

const openNetwork: Readonly<
  Record<DetectorEngine, (options: OpenObjectDetectorOptions) => Promise<DetectorNetwork>>
> = {
  onnxruntime: ({ model, modelsDir, threads = 1 }) =>
    openOnnxNetwork({
      onnx: detectorFiles(modelsDir, model).onnx,
      cut: detectorCatalogue[model].cut,
      threads,
    }),
  'tfjs-node-gpu': (options) => openTfjs('tfjs-node-gpu', options),
  'tfjs-wasm': (options) => openTfjs('tfjs-wasm', options),
};

const openTfjs = (
  backend: TensorFlowBackend,
  { model, modelsDir }: OpenObjectDetectorOptions,
): Promise<DetectorNetwork> =>
  openTfjsNetwork({
    backend,
    graph: detectorFiles(modelsDir, model).graph,
    cut: detectorCatalogue[model].cut,
  });

async function readConstants(files: DetectorFiles): Promise<Map<string, Float32Array>> {
  const constants = new Map<string, Float32Array>();
  for (const [name, file] of Object.entries(files.constants)) {
    const bytes = await readFile(file).catch((cause) => {
      throw new AppError('MODEL_INVALID', `model file '${file}' cannot be read`, { cause });
    });
    constants.set(name, new Float32Array(new Uint8Array(bytes).buffer));
  }
  return constants;
}

const noEngine = (failures: readonly AppError[]): AppError =>
  new AppError(
    'MODEL_UNAVAILABLE',
    `no detector engine loads on this machine: ${failures.map((f) => f.message).join('; ')}`,
    { cause: new AggregateError(failures) },
  );
