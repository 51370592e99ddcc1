/**
 * Worker thread of `open-object-detector.ts`: a whole detector, because every engine computes on the
 * thread that calls it, onnxruntime's promises notwithstanding.
 */
import { readFile } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import type { Picture } from '../../ingest/domain/frame.ts';
import { AppError } from '../../kernel/errors.ts';
import { createObjectDetector, type DetectorNetwork } from '../detection/detector-network.ts';
import type { Fit } from '../detection/fit-picture.ts';
import type { Detection } from '../domain/detection.ts';
import { detectorCatalogue } from '../models/model-catalogue.ts';
import type { DetectorFiles } from '../models/obtain-models.ts';
import type { DetectorEngine, DetectorModel } from '../ports.ts';
import { openOnnxNetwork } from './onnx-detector-network.ts';
import { openTfjsNetwork } from './tfjs-detector-network.ts';
import { type AnswerCall, serveCalls } from './worker-calls.ts';

export interface DetectorWorkerData {
  readonly model: DetectorModel;
  readonly engine: DetectorEngine;
  readonly files: DetectorFiles;
  readonly threads: number;
  readonly fit: Fit | undefined;
}

export interface DetectRequest {
  readonly picture: Picture;
  readonly minimumScore: number;
}

await serveCalls(() => start(workerData as DetectorWorkerData));

async function start(data: DetectorWorkerData): Promise<AnswerCall<DetectRequest, Detection[]>> {
  const { model, engine, files, fit } = data;
  const constants = await readConstants(files);
  const network = await openNetwork(data);
  const detector = createObjectDetector({ model, engine, network, constants, fit });
  return async ({ picture, minimumScore }) => ({
    reply: await detector.detect(picture, minimumScore),
    transfer: [],
  });
}

function openNetwork({
  model,
  engine,
  files,
  threads,
}: DetectorWorkerData): Promise<DetectorNetwork> {
  const { cut } = detectorCatalogue[model];
  return engine === 'onnxruntime'
    ? openOnnxNetwork({ onnx: files.onnx, cut, threads })
    : openTfjsNetwork({ backend: engine, graph: files.graph, cut });
}

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
