/** Every operator of the converter: onnxruntime must compute what TensorFlow.js computes. */
import type { Tensor as TfTensor } from '@tensorflow/tfjs-core';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { fromMemory, loadTensorFlow } from '../../../../processors/adapters/tensorflow.ts';
import { parseTfjsGraph } from '../../../../processors/models/tfjs-graph.ts';
import { tfjsToOnnx } from '../../../../processors/models/tfjs-to-onnx.ts';

interface Weight {
  readonly shape: readonly number[];
  readonly data: Float32Array | Int32Array;
}

interface Operator {
  readonly op: string;
  /** Operands after the input. */
  readonly weights?: readonly Weight[];
  readonly attr?: object;
  readonly inputShape: readonly number[];
}

const text = (value: string) => ({ s: Buffer.from(value).toString('base64') });
const list = (...values: number[]) => ({ list: { i: values.map(String) } });

/** Numbers without a pattern, between -2 and 2, the same in every run. */
const noise = (count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => 2 * Math.sin(i * i * 0.7 + i));

const sizeOf = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1);
const floats = (...shape: number[]): Weight => ({ shape, data: noise(sizeOf(shape)) });
const positive = (...shape: number[]): Weight => ({
  shape,
  data: noise(sizeOf(shape)).map(Math.abs),
});
const integers = (...values: number[]): Weight => ({
  shape: [values.length],
  data: Int32Array.from(values),
});
const table = (columns: number, ...values: number[]): Weight => ({
  shape: [values.length / columns, columns],
  data: Int32Array.from(values),
});
const scalar = (data: Float32Array | Int32Array): Weight => ({ shape: [], data });

/** A graph of one operator, in the form of a `model.json`. */
function modelOf({ op, weights = [], attr = {}, inputShape }: Operator) {
  const names = weights.map((_, i) => `w${i}`);
  const type = (weight: Weight) => (weight.data instanceof Int32Array ? 'int32' : 'float32');
  const shape = { shape: { dim: inputShape.map((size) => ({ size: String(size) })) } };
  const node = [
    { name: 'x', op: 'Placeholder', attr: { dtype: { type: 'DT_FLOAT' }, shape } },
    ...names.map((name, i) => ({
      name,
      op: 'Const',
      attr: { dtype: { type: type(weights[i]!) === 'int32' ? 'DT_INT32' : 'DT_FLOAT' } },
    })),
    { name: 'y', op, input: ['x', ...names], attr: { T: { type: 'DT_FLOAT' }, ...attr } },
  ];
  const manifest = weights.map((w, i) => ({ name: names[i]!, shape: w.shape, dtype: type(w) }));
  return {
    modelJson: JSON.stringify({
      format: 'graph-model',
      modelTopology: { node, library: {}, versions: {} },
      weightsManifest: [{ paths: ['w'], weights: manifest }],
    }),
    weightBytes: Buffer.concat(weights.map(({ data }) => Buffer.from(data.buffer))),
  };
}

async function runTensorFlow(operator: Operator, input: Float32Array) {
  const tf = await loadTensorFlow('tfjs-wasm');
  const { modelJson, weightBytes } = modelOf(operator);
  const model = await tf.loadGraphModel(fromMemory(modelJson, weightBytes));
  const output = model.execute({ x: tf.tensor(input, [...operator.inputShape]) }, 'y') as TfTensor;
  return { shape: output.shape, data: await output.data() };
}

async function runOnnx(operator: Operator, input: Float32Array) {
  const { modelJson, weightBytes } = modelOf(operator);
  const { inputShape } = operator;
  const cut = { input: 'x', inputShape, outputs: ['y'] };
  const onnx = tfjsToOnnx(parseTfjsGraph(modelJson, weightBytes), cut);
  const session = await InferenceSession.create(onnx);
  const { y } = await session.run({ x: new Tensor('float32', input, inputShape) });
  await session.release();
  return { shape: [...y!.dims], data: y!.data as Float32Array };
}

const picture = [1, 7, 9, 3];
const window = { ksize: list(1, 3, 3, 1), strides: list(1, 2, 2, 1) };
const steps = (size: number) => ({ strides: list(1, size, size, 1), dilations: list(1, 1, 1, 1) });

const operators: readonly (Operator & { readonly name: string })[] = [
  { name: 'Add', op: 'Add', weights: [floats(3)], inputShape: picture },
  { name: 'AddV2', op: 'AddV2', weights: [floats(1, 7, 9, 3)], inputShape: picture },
  { name: 'BiasAdd', op: 'BiasAdd', weights: [floats(3)], inputShape: picture },
  { name: 'Mul', op: 'Mul', weights: [floats(3)], inputShape: picture },
  {
    name: 'AddN of three',
    op: 'AddN',
    weights: [floats(...picture), floats(...picture)],
    attr: { N: { i: '3' } },
    inputShape: picture,
  },
  {
    name: 'FusedBatchNorm',
    op: 'FusedBatchNorm',
    weights: [floats(3), floats(3), floats(3), positive(3)],
    attr: { epsilon: { f: 0.01 }, data_format: text('NHWC') },
    inputShape: picture,
  },
  { name: 'Relu6', op: 'Relu6', inputShape: [40] },
  { name: 'LeakyRelu', op: 'LeakyRelu', attr: { alpha: { f: 0.1 } }, inputShape: [40] },
  ...['SAME', 'VALID'].flatMap((mode) =>
    [1, 2].map((stride) => ({
      name: `Conv2D, ${mode}, stride ${stride}`,
      op: 'Conv2D',
      weights: [floats(3, 2, 3, 5)],
      attr: { ...steps(stride), padding: text(mode), data_format: text('NHWC') },
      inputShape: picture,
    })),
  ),
  {
    name: 'Conv2D with padding given',
    op: 'Conv2D',
    weights: [floats(3, 3, 3, 2)],
    attr: {
      ...steps(1),
      padding: text('EXPLICIT'),
      explicit_paddings: list(0, 0, 1, 2, 3, 0, 0, 0),
      data_format: text('NHWC'),
    },
    inputShape: picture,
  },
  {
    name: 'Conv2D, dilated',
    op: 'Conv2D',
    weights: [floats(2, 2, 3, 2)],
    attr: {
      strides: list(1, 1, 1, 1),
      dilations: list(1, 2, 3, 1),
      padding: text('VALID'),
      data_format: text('NHWC'),
    },
    inputShape: picture,
  },
  ...[1, 2].flatMap((multiplier) =>
    [1, 2].map((stride) => ({
      name: `DepthwiseConv2dNative, ${multiplier} out per channel, stride ${stride}`,
      op: 'DepthwiseConv2dNative',
      weights: [floats(3, 3, 3, multiplier)],
      attr: { ...steps(stride), padding: text('SAME'), data_format: text('NHWC') },
      inputShape: picture,
    })),
  ),
  ...['SAME', 'VALID'].map((mode) => ({
    name: `MaxPool, ${mode}`,
    op: 'MaxPool',
    attr: { ...window, padding: text(mode), data_format: text('NHWC') },
    inputShape: picture,
  })),
  ...(
    [
      ['corners aligned', true, false],
      ['half pixels', false, true],
      ['neither', false, false],
    ] as const
  ).flatMap(([name, aligned, half]) =>
    [
      [14, 18],
      [3, 4],
    ].map(([height, width]) => ({
      name: `ResizeBilinear to ${height}x${width}, ${name}`,
      op: 'ResizeBilinear',
      weights: [integers(height!, width!)],
      attr: { align_corners: { b: aligned }, half_pixel_centers: { b: half } },
      inputShape: picture,
    })),
  ),
  {
    name: 'Pad',
    op: 'Pad',
    weights: [table(2, 0, 0, 1, 2, 3, 0, 0, 1)],
    inputShape: picture,
  },
  {
    name: 'PadV2',
    op: 'PadV2',
    weights: [table(2, 0, 0, 1, 2, 3, 0, 0, 1), scalar(Float32Array.of(-5))],
    inputShape: picture,
  },
  { name: 'Transpose', op: 'Transpose', weights: [integers(0, 3, 1, 2)], inputShape: picture },
  {
    name: 'ConcatV2',
    op: 'ConcatV2',
    weights: [floats(1, 7, 9, 2), scalar(Int32Array.of(-1))],
    attr: { N: { i: '2' } },
    inputShape: picture,
  },
];

describe('a converted operator computes what TensorFlow.js computes', () => {
  it.each(operators)('$name', async (operator) => {
    const input = noise(sizeOf(operator.inputShape)).map((value) => value * 4);
    const expected = await runTensorFlow(operator, input);
    const actual = await runOnnx(operator, input);
    expect(actual.shape).toEqual(expected.shape);
    const worst = actual.data.reduce((m, v, i) => Math.max(m, Math.abs(v - expected.data[i]!)), 0);
    expect(worst).toBeLessThan(1e-4);
  });
});
