import { readFile } from 'node:fs/promises';
import type { Tensor as TfTensor } from '@tensorflow/tfjs-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../kernel/logger.ts';
import { openOnnxNetwork } from '../../processors/adapters/onnx-detector-network.ts';
import { openObjectDetector } from '../../processors/adapters/open-object-detector.ts';
import { fromMemory, loadTensorFlow } from '../../processors/adapters/tensorflow.ts';
import { detectorCatalogue } from '../../processors/models/model-catalogue.ts';
import { detectorFiles } from '../../processors/models/obtain-models.ts';
import { readTfjsFiles } from '../../processors/models/read-tfjs-files.ts';
import type { DetectorEngine, DetectorModel } from '../../processors/ports.ts';
import { testModelsDir } from '../support/models.ts';
import { pictureAt, sampleVideo } from '../support/sample-video.ts';
import { type DetectorSubject, objectDetectorContract } from './object-detector.contract.ts';

const models: readonly DetectorModel[] = ['ssdlite-mobilenet-v2', 'nanodet-g'];
const engines: readonly DetectorEngine[] = ['onnxruntime', 'tfjs-wasm', 'tfjs-node-gpu'];

const modelsDir = await testModelsDir('ssdlite-mobilenet-v2', 'nanodet-g');
const street = await pictureAt(await sampleVideo(), 20, { width: 768, height: 576 });

const open = (model: DetectorModel, engine: 'auto' | DetectorEngine) =>
  openObjectDetector({ model, engine, modelsDir, logger: silentLogger });

async function subject(model: DetectorModel, engine: DetectorEngine): Promise<DetectorSubject> {
  const onnx = await open(model, 'onnxruntime');
  const reference = await onnx.detect(street, 0.3);
  await onnx.close();
  return { model, engine, modelsDir, street, reference };
}

/** Why there is no CUDA engine here, or undefined. */
const withoutGpu = await loadTensorFlow('tfjs-node-gpu').then(
  () => undefined,
  (error: Error) => error.message,
);

if (withoutGpu) console.warn(`The suites of the tfjs-node-gpu engine are not run: ${withoutGpu}`);

for (const engine of engines.filter((name) => name !== 'tfjs-node-gpu' || !withoutGpu))
  for (const model of models) objectDetectorContract(model, engine, () => subject(model, engine));

describe('openObjectDetector()', () => {
  it('takes onnxruntime when it may choose', async () => {
    const detector = await open('ssdlite-mobilenet-v2', 'auto');
    onTestFinished(() => detector.close());
    expect(detector.engine).toBe('onnxruntime');
  });

  it.runIf(withoutGpu)(
    'says so when the engine that was asked for is not here, and takes no other',
    async () => {
      await expect(open('ssdlite-mobilenet-v2', 'tfjs-node-gpu')).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        message: expect.stringContaining('tfjs-node-gpu does not load here'),
      });
    },
  );
});

describe('the converted network', () => {
  it.each(models)('of %s gives the raw outputs of the TensorFlow.js graph', async (model) => {
    const { cut } = detectorCatalogue[model];
    const { onnx, graph } = detectorFiles(modelsDir, model);
    const size = cut.inputShape.reduce((product, side) => product * side, 1);
    const input = Float32Array.from({ length: size }, (_, i) => Math.sin(i * 0.37) * 1.5);

    const tf = await loadTensorFlow('tfjs-wasm');
    const { modelJson, weightBytes } = await readTfjsFiles(graph);
    const original = await tf.loadGraphModel(fromMemory(modelJson, weightBytes));
    const feeds = { [cut.input]: tf.tensor(input, [...cut.inputShape]) };
    const expected = original.execute(feeds, [...cut.outputs]) as TfTensor[];

    const network = await openOnnxNetwork({ onnx, cut, threads: 1 });
    const actual = await network.run(input);
    await network.close();

    expect(actual.length).toBe(expected.length);
    for (const [i, tensor] of expected.entries()) {
      const values = await tensor.data();
      expect(actual[i]!.length).toBe(values.length);
      const worst = actual[i]!.reduce((m, v, at) => Math.max(m, Math.abs(v - values[at]!)), 0);
      expect(worst).toBeLessThan(1e-4);
    }
  });

  it('keeps the licence of the model beside it', async () => {
    const licence = await readFile(`${modelsDir}/ssdlite-mobilenet-v2/LICENSE`, 'utf8');
    expect(licence).toContain('Apache License');
  });
});
