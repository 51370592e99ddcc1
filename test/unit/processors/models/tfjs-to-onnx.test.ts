import { describe, expect, it } from 'vitest';
import type { TfjsGraph, TfjsNode, TfjsWeight } from '../../../../processors/models/tfjs-graph.ts';
import { tfjsToOnnx } from '../../../../processors/models/tfjs-to-onnx.ts';
import { type ProtobufValue, readProtobuf } from '../../../support/protobuf.ts';

const node = (name: string, op: string, input: string[] = []): TfjsNode => ({
  name,
  op,
  input,
  attr: {},
});

const graphOf = (nodes: TfjsNode[], weights: Record<string, TfjsWeight> = {}): TfjsGraph => ({
  nodes: new Map(nodes.map((n) => [n.name, n])),
  weights: new Map(Object.entries(weights)),
});

const cut = (input: string, ...outputs: string[]) => ({ input, inputShape: [1, 4], outputs });

/** Names of the operators in the order written. */
function operatorsOf(onnx: Uint8Array): string[] {
  const inner = (value: ProtobufValue | undefined) => readProtobuf(value as Uint8Array);
  const nodes = inner(readProtobuf(onnx).get(7)?.[0]).get(1) ?? [];
  return nodes.map((n) => new TextDecoder().decode(inner(n).get(4)?.[0] as Uint8Array));
}

describe('tfjsToOnnx()', () => {
  it('converts what lies between input and outputs, and nothing else', () => {
    const graph = graphOf([
      node('x', 'Placeholder'),
      node('before', 'NonMaxSuppressionV5', ['x']),
      node('a', 'Relu6', ['before']),
      node('b', 'LeakyRelu', ['a']),
      node('after', 'While', ['b']),
    ]);
    expect(operatorsOf(tfjsToOnnx(graph, cut('before', 'b')))).toEqual(['Clip', 'LeakyRelu']);
  });

  it('converts a node once, however often it is used', () => {
    const graph = graphOf([
      node('a', 'Relu6', ['x']),
      node('b', 'Add', ['a', 'a']),
      node('c', 'AddN', ['a', 'b', 'a']),
    ]);
    expect(operatorsOf(tfjsToOnnx(graph, cut('x', 'c')))).toEqual(['Clip', 'Add', 'Sum']);
  });

  it('takes time in proportion to the nodes, not to the paths between them', () => {
    const nodes = Array.from({ length: 200 }, (_, i) => {
      const before = i === 0 ? 'x' : `n${i - 1}`;
      return node(`n${i}`, 'Add', [before, before]);
    });
    expect(operatorsOf(tfjsToOnnx(graphOf(nodes), cut('x', 'n199')))).toHaveLength(200);
  });

  const filter = { shape: [1, 1, 1, 1], data: Float32Array.of(1) };
  const convolution = (attr: TfjsNode['attr']): TfjsNode => ({
    ...node('c', 'Conv2D', ['x', 'w']),
    attr,
  });
  it.each([
    ['an operator it does not know', [node('c', 'Erf', ['x'])], {}, /Erf/],
    ['a node that is not there', [node('c', 'Relu6', ['nothing'])], {}, /nothing/],
    ['an operand that is not constant', [node('c', 'Transpose', ['x', 'x'])], {}, /'x'/],
    [
      'a weight of the wrong type',
      [node('w', 'Const'), node('c', 'Add', ['x', 'w'])],
      { w: { shape: [1], data: Int32Array.of(1) } },
      /'w'/,
    ],
    [
      'an unknown padding',
      [node('w', 'Const'), convolution({ padding: { s: btoa('ODD') } })],
      { w: filter },
      /ODD/,
    ],
    [
      'an unknown layout',
      [node('w', 'Const'), convolution({ data_format: { s: btoa('NCHW') } })],
      { w: filter },
      /NCHW/,
    ],
  ])('refuses %s, and names it', (_, nodes, weights, message) => {
    const convert = () => tfjsToOnnx(graphOf(nodes, weights), cut('x', 'c'));
    expect(convert).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
    expect(convert).toThrow(message);
  });
});
