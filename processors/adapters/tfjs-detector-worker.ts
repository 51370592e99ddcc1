/** Worker thread of `tfjs-detector-network.ts`: holds the model and runs it, one call at a time. */
import { workerData } from 'node:worker_threads';
import type { Tensor } from '@tensorflow/tfjs-core';
import { AppError } from '../../kernel/errors.ts';
import type { GraphCut } from '../models/tfjs-to-onnx.ts';
import { fromMemory, loadTensorFlow, type TensorFlowBackend } from './tensorflow.ts';
import { type AnswerCall, serveCalls } from './worker-calls.ts';

export interface TfjsWorkerData {
  readonly backend: TensorFlowBackend;
  readonly modelJson: string;
  readonly weightBytes: Uint8Array;
  readonly cut: GraphCut;
}

await serveCalls(() => start(workerData as TfjsWorkerData));

async function start(data: TfjsWorkerData): Promise<AnswerCall<Float32Array, Float32Array[]>> {
  const { cut, modelJson, weightBytes } = data;
  const tf = await loadTensorFlow(data.backend);
  const model = await tf.loadGraphModel(fromMemory(modelJson, weightBytes)).catch((cause) => {
    throw new AppError('MODEL_INVALID', 'TensorFlow.js cannot load the model', { cause });
  });
  return async (input) => {
    const outputs = tf.tidy(() => {
      const picture = tf.tensor(input, [...cut.inputShape], 'float32');
      return model.execute({ [cut.input]: picture }, [...cut.outputs]) as Tensor[];
    });
    const reply = await Promise.all(outputs.map(read));
    return { reply, transfer: reply.map(({ buffer }) => buffer as ArrayBuffer) };
  };
}

/** A copy of the tensor's values; the tensor is gone afterwards. */
async function read(tensor: Tensor): Promise<Float32Array> {
  const values = new Float32Array(await tensor.data<'float32'>());
  tensor.dispose();
  return values;
}
