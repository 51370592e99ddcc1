/**
 * Runs a detector's network with TensorFlow.js: on CUDA where its binding loads, or in WASM, which is
 * some five times slower than onnxruntime but runs everywhere. Holds the thread that calls it.
 */
import type { Tensor } from '@tensorflow/tfjs-core';
import { AppError } from '../../kernel/errors.ts';
import type { DetectorNetwork } from '../detection/detector-network.ts';
import { readTfjsFiles } from '../models/read-tfjs-files.ts';
import type { GraphCut } from '../models/tfjs-to-onnx.ts';
import { fromMemory, loadTensorFlow, type TensorFlowBackend } from './tensorflow.ts';

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
  const { modelJson, weightBytes } = await readTfjsFiles(graph);
  const tf = await loadTensorFlow(backend);
  const model = await tf.loadGraphModel(fromMemory(modelJson, weightBytes)).catch((cause) => {
    throw new AppError('MODEL_INVALID', `model '${graph}' cannot be loaded`, { cause });
  });
  return {
    async run(input) {
      const outputs = tf.tidy(() => {
        const picture = tf.tensor(input, [...cut.inputShape], 'float32');
        return model.execute({ [cut.input]: picture }, [...cut.outputs]) as Tensor[];
      });
      return Promise.all(outputs.map(takeValues));
    },
    close: async () => model.dispose(),
  };
}

/** The tensor's values; the tensor is gone afterwards. */
async function takeValues(tensor: Tensor): Promise<Float32Array> {
  const values = await tensor.data<'float32'>();
  tensor.dispose();
  return values;
}
