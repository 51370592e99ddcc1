/**
 * Opens a detector on the engine that was asked for, or on the first that loads on this machine:
 * onnxruntime, then TensorFlow.js on a GPU, then TensorFlow.js in WASM. It works in a thread of its
 * own and leaves the event loop free.
 */
import { AppError, classify } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Fit } from '../detection/fit-picture.ts';
import type { Detection } from '../domain/detection.ts';
import { detectorFiles } from '../models/obtain-models.ts';
import type { DetectorEngine, DetectorModel, ObjectDetector } from '../ports.ts';
import type { DetectorWorkerData, DetectRequest } from './detector-worker.ts';
import { workerCalls } from './worker-calls.ts';

export interface OpenObjectDetectorOptions {
  readonly model: DetectorModel;
  readonly engine: 'auto' | DetectorEngine;
  /** The folder that `obtainModels` filled. */
  readonly modelsDir: string;
  /** Threads inside one inference (onnxruntime only). Default 1. */
  readonly threads?: number;
  /** Default: pictures keep their shape. */
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
  const { engine, model, logger } = options;
  const detector = await openFirst(engine === 'auto' ? inOrder : [engine], options);
  logger.info({ model, engine: detector.engine }, 'detector is ready');
  return detector;
}

const inOrder: readonly DetectorEngine[] = ['onnxruntime', 'tfjs-node-gpu', 'tfjs-wasm'];

async function openFirst(
  engines: readonly DetectorEngine[],
  options: OpenObjectDetectorOptions,
): Promise<ObjectDetector> {
  const failures: AppError[] = [];
  for (const engine of engines) {
    try {
      return await openOn(engine, options);
    } catch (error) {
      failures.push(classify(error));
      if (engines.length > 1)
        options.logger.warn({ engine, err: error }, 'detector engine does not load');
    }
  }
  throw failures.length === 1 ? failures[0]! : noEngine(failures);
}

/**
 * The onnxruntime library reports its use to its makers unless told not to before it is loaded. A
 * worker's own environment is a copy that native code does not see, so it is told here.
 */
function forbidTelemetry(): void {
  process.env.ORT_DISABLE_TELEMETRY = '1';
}

async function openOn(
  engine: DetectorEngine,
  { model, modelsDir, threads = 1, fit }: OpenObjectDetectorOptions,
): Promise<ObjectDetector> {
  forbidTelemetry();
  const files = detectorFiles(modelsDir, model);
  const worker = workerCalls<DetectRequest, Detection[]>(
    new URL('./detector-worker.ts', import.meta.url),
    { model, engine, files, threads, fit } satisfies DetectorWorkerData,
  );
  await worker.ready();
  return {
    model,
    engine,
    detect({ width, height, data }, minimumScore) {
      // Copied, since the caller keeps the picture; a view may also lie in a much larger buffer.
      const pixels = new Uint8Array(data);
      const picture = { width, height, data: pixels };
      return worker.call({ picture, minimumScore }, [pixels.buffer]);
    },
    close: () => worker.close(),
  };
}

const noEngine = (failures: readonly AppError[]): AppError =>
  new AppError(
    'MODEL_UNAVAILABLE',
    `no detector engine loads on this machine: ${failures.map((f) => f.message).join('; ')}`,
    { cause: new AggregateError(failures) },
  );
