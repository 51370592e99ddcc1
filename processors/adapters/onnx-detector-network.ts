/**
 * Runs a detector's network with onnxruntime on the CPU. Its promises deceive: it computes on the
 * thread that calls it. Load once per process: sessions that are released leak.
 */
import type { InferenceSession } from 'onnxruntime-node';
import { AppError } from '../../kernel/errors.ts';
import type { DetectorNetwork } from '../detection/detector-network.ts';
import type { GraphCut } from '../models/tfjs-to-onnx.ts';

export interface OpenOnnxNetworkOptions {
  readonly onnx: string;
  readonly cut: GraphCut;
  /** Threads inside one inference; two models of two threads already fill two cores. */
  readonly threads: number;
}

/**
 * Throws MODEL_UNAVAILABLE when onnxruntime does not load on this machine, MODEL_INVALID when the
 * file is not a model it can run.
 */
export async function openOnnxNetwork(options: OpenOnnxNetworkOptions): Promise<DetectorNetwork> {
  const { InferenceSession, Tensor } = await loadOnnxRuntime();
  const { onnx, cut, threads } = options;
  const session = await InferenceSession.create(onnx, sessionOptions(threads)).catch((cause) => {
    throw new AppError('MODEL_INVALID', `model '${onnx}' cannot be loaded`, { cause });
  });
  return {
    async run(input) {
      const feeds = { [cut.input]: new Tensor('float32', input, cut.inputShape) };
      const results = await session.run(feeds, cut.outputs);
      return cut.outputs.map((name) => results[name]!.data as Float32Array);
    },
    close: () => session.release(),
  };
}

const sessionOptions = (threads: number): InferenceSession.SessionOptions => ({
  executionProviders: ['cpu'],
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // Errors only: they are thrown as well, and its warnings are for its own developers.
  logSeverityLevel: 3,
  // Threads that wait busily would take the cores away from decoding.
  extra: { session: { intra_op: { allow_spinning: '0' } } },
});

async function loadOnnxRuntime(): Promise<typeof import('onnxruntime-node')> {
  try {
    return await import('onnxruntime-node');
  } catch (cause) {
    throw new AppError('MODEL_UNAVAILABLE', 'onnxruntime does not load on this machine', { cause });
  }
}
