/**
 * Loads TensorFlow.js: its WASM backend, which runs everywhere, or its CUDA binding, which is an
 * optional dependency. Only worker threads import this: both compute on the thread that calls them.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import util from 'node:util';
import type { io } from '@tensorflow/tfjs-core';
import { AppError } from '../../kernel/errors.ts';

const require = createRequire(import.meta.url);

/** What both backends offer, as far as it is used. */
export type TensorFlow = Pick<typeof import('@tensorflow/tfjs-core'), 'tensor' | 'tidy'> &
  Pick<typeof import('@tensorflow/tfjs-converter'), 'loadGraphModel'>;

export type TensorFlowBackend = 'tfjs-node-gpu' | 'tfjs-wasm';

/** Throws MODEL_UNAVAILABLE when the backend does not load on this machine. */
export async function loadTensorFlow(backend: TensorFlowBackend): Promise<TensorFlow> {
  try {
    return backend === 'tfjs-wasm' ? await loadWasm() : loadNodeGpu();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new AppError('MODEL_UNAVAILABLE', `${backend} does not load here: ${reason}`, { cause });
  }
}

/** A graph model whose files are on disk; the converter by itself would fetch them over HTTP. */
export const fromMemory = (modelJson: string, weightBytes: Uint8Array): io.IOHandler => ({
  load: async () => {
    const model = JSON.parse(modelJson) as io.ModelJSON;
    return {
      modelTopology: model.modelTopology,
      format: model.format,
      signature: model.signature,
      weightSpecs: model.weightsManifest.flatMap((group) => group.weights),
      weightData: new Uint8Array(weightBytes).buffer,
    };
  },
});

async function loadWasm(): Promise<TensorFlow> {
  const core = await import('@tensorflow/tfjs-core');
  const { loadGraphModel } = await import('@tensorflow/tfjs-converter');
  const { setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm');
  const manifest = require.resolve('@tensorflow/tfjs-backend-wasm/package.json');
  setWasmPaths(`${path.join(path.dirname(manifest), 'dist')}${path.sep}`);
  if (!(await core.setBackend('wasm'))) throw new Error('the WASM backend does not start');
  await core.ready();
  return { tensor: core.tensor, tidy: core.tidy, loadGraphModel };
}

function loadNodeGpu(): TensorFlow {
  restoreRemovedUtilities();
  // Required by a name in a variable, because the package is optional and its types may be absent.
  const name = '@tensorflow/tfjs-node-gpu';
  return require(name) as TensorFlow;
}

/** Gone from Node 23, still called by the binding: tensorflow/tfjs issues 8609 and 8746. */
function restoreRemovedUtilities(): void {
  Object.assign(util, {
    isNullOrUndefined: (value: unknown) => value === null || value === undefined,
    isArray: Array.isArray,
  });
}
