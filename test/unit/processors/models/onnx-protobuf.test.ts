import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeOnnxModel,
  type OnnxAttribute,
  type OnnxModel,
} from '../../../../processors/models/onnx-protobuf.ts';
import { type ProtobufValue, readProtobuf } from '../../../support/protobuf.ts';

const model: OnnxModel = {
  producer: 'tester',
  opset: 18,
  nodes: [
    {
      op: 'Conv',
      inputs: ['x', '', 'weights'],
      outputs: ['y'],
      attributes: {
        group: { int: 1 },
        alpha: { float: 0.5 },
        pads: { ints: [1, -2, 300] },
        auto_pad: { text: 'SAME_UPPER' },
      },
    },
  ],
  constants: new Map<string, { shape: number[]; data: Float32Array | BigInt64Array }>([
    ['weights', { shape: [2, 1], data: Float32Array.of(1.5, -2) }],
    ['sizes', { shape: [2], data: BigInt64Array.of(-1n, 7n) }],
  ]),
  inputs: [{ name: 'x', shape: [1, 300] }],
  outputs: ['y'],
};

const text = (value: ProtobufValue | undefined): string =>
  new TextDecoder().decode(value as Uint8Array);
const inner = (value: ProtobufValue | undefined) => readProtobuf(value as Uint8Array);
const raw = (tensor: Map<number, ProtobufValue[]> | undefined): Uint8Array =>
  (tensor?.get(9)?.[0] ?? new Uint8Array()) as Uint8Array;
const signed = (value: ProtobufValue): number => Number(BigInt.asIntN(64, value as bigint));

const read = readProtobuf(encodeOnnxModel(model));
const graph = inner(read.get(7)?.[0]);

/** The attribute record of a model whose one node has this attribute. */
function attributeRecord(attribute: OnnxAttribute): Map<number, ProtobufValue[]> {
  const node = { op: 'Relu', inputs: ['x'], outputs: ['y'], attributes: { it: attribute } };
  const bytes = encodeOnnxModel({ ...model, nodes: [node] });
  return inner(inner(inner(readProtobuf(bytes).get(7)?.[0]).get(1)?.[0]).get(5)?.[0]);
}

describe('encodeOnnxModel()', () => {
  it('writes the head of the model', () => {
    expect(read.get(1)).toEqual([8n]);
    expect(text(read.get(2)?.[0])).toBe('tester');
    expect(inner(read.get(8)?.[0]).get(2)).toEqual([18n]);
  });

  it('writes nodes with their operands in order, left-out ones as empty names', () => {
    const node = inner(graph.get(1)?.[0]);
    expect(node.get(1)?.map(text)).toEqual(['x', '', 'weights']);
    expect(node.get(2)?.map(text)).toEqual(['y']);
    expect(text(node.get(4)?.[0])).toBe('Conv');
  });

  it('writes every sort of attribute with its type', () => {
    const attributes = inner(graph.get(1)?.[0]).get(5)!.map(inner);
    const byName = new Map(attributes.map((a) => [text(a.get(1)?.[0]), a]));
    expect(byName.get('group')?.get(3)).toEqual([1n]);
    expect(byName.get('alpha')?.get(2)).toEqual([0.5]);
    expect(byName.get('pads')?.get(8)?.map(signed)).toEqual([1, -2, 300]);
    expect(text(byName.get('auto_pad')?.get(4)?.[0])).toBe('SAME_UPPER');
    const types = [...byName].map(([name, a]) => [name, Number(a.get(20)?.[0])]);
    expect(Object.fromEntries(types)).toEqual({ group: 2, alpha: 1, pads: 7, auto_pad: 3 });
  });

  it('writes constants as raw little-endian data', () => {
    const [weights, sizes] = graph.get(5)!.map(inner);
    expect(weights?.get(1)).toEqual([2n, 1n]);
    expect(weights?.get(2)).toEqual([1n]);
    expect(text(weights?.get(8)?.[0])).toBe('weights');
    expect([...raw(weights)]).toEqual([0, 0, 0xc0, 0x3f, 0, 0, 0, 0xc0]);
    expect(sizes?.get(2)).toEqual([7n]);
    expect(raw(sizes).length).toBe(16);
  });

  it('writes the shape of an input and leaves that of an output open', () => {
    const shapeOf = (value: ProtobufValue | undefined) =>
      inner(inner(inner(value).get(2)?.[0]).get(1)?.[0]).get(2);
    const dimensions = inner(shapeOf(graph.get(11)?.[0])?.[0]).get(1);
    expect(dimensions?.map((d) => Number(inner(d).get(1)?.[0]))).toEqual([1, 300]);
    expect(text(inner(graph.get(12)?.[0]).get(1)?.[0])).toBe('y');
    expect(shapeOf(graph.get(12)?.[0])).toBeUndefined();
  });

  it('writes any whole number so that it reads back', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (int) => {
        expect(attributeRecord({ int }).get(3)?.map(signed)).toEqual([int]);
      }),
    );
  });
});
