/**
 * Runs a detector's network with TensorFlow.js in a worker thread: on CUDA where the binding loads,
 * or in WASM, which is some six times slower than onnxruntime but runs everywhere.
 */
import type { DetectorNetwork } from '../detection/detector-network.ts';
import { readTfjsFiles } from '../models/read-tfjs-files.ts';
import type { GraphCut } from '../models/tfjs-to-onnx.ts';
import type { TensorFlowBackend } from './tensorflow.ts';
import type { TfjsWorkerData } from './tfjs-detector-worker.ts';
import { startWorker } from './worker-calls.ts';

export interface OpenTfjsNetworkOptions {
  readonly backend: TensorFlowBackend;
  /** Path of `model.json`; its weights lie beside it. */
  readonly graph: string;
  readonly cut: GraphCut;
}

/**
 * Throws MODEL_UNAVAILABLE when the backend does not load on this machine, MODEL_INVALID when the
 * model's files cannot be used.
 */
export async function openTfjsNetwork(options: OpenTfjsNetworkOptions): Promise<DetectorNetwork> {
  const { backend, graph, cut } = options;
  const data: TfjsWorkerData = { backend, cut, ...(await readTfjsFiles(graph)) };
  const worker = await startWorker<Float32Array, Float32Array[]>(
    new URL('./tfjs-detector-worker.ts', import.meta.url),
    data,
  );
  return {
    run: (input) => worker.call(input, [input.buffer as ArrayBuffer]),
    close: () => worker.close(),
  };
}
