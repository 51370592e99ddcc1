import { describe, expect, it } from 'vitest';
import { parseTfjsGraph, weightFilesOf } from '../../../../processors/models/tfjs-graph.ts';

const weight = (name: string, shape: number[], dtype = 'float32', quantization?: object) => ({
  name,
  shape,
  dtype,
  ...(quantization ? { quantization } : {}),
});

const modelOf = (weights: object[], paths = ['shard1', 'shard2']) =>
  JSON.stringify({
    modelTopology: { node: [{ name: 'x', op: 'Placeholder' }] },
    weightsManifest: [{ paths, weights }],
  });

const bytesOf = (...parts: { buffer: ArrayBufferLike }[]) =>
  Buffer.concat(parts.map(({ buffer }) => Buffer.from(buffer as ArrayBuffer)));

describe('weightFilesOf()', () => {
  it('names the files in the order of their bytes', () => {
    expect(weightFilesOf(modelOf([]))).toEqual(['shard1', 'shard2']);
  });
});

describe('parseTfjsGraph()', () => {
  it('reads weights one after the other, wherever they start', () => {
    const half = weight('h', [1], 'float32', { dtype: 'float16' });
    const json = modelOf([half, weight('f', [2]), weight('i', [2, 1], 'int32'), weight('one', [])]);
    const bytes = bytesOf(
      Uint16Array.of(0x3c00),
      Float32Array.of(0.1, -7),
      Int32Array.of(-1, 9),
      Float32Array.of(4),
    );
    const { weights } = parseTfjsGraph(json, bytes);
    expect(weights.get('h')).toEqual({ shape: [1], data: Float32Array.of(1) });
    expect(weights.get('f')).toEqual({ shape: [2], data: Float32Array.of(0.1, -7) });
    expect(weights.get('i')).toEqual({ shape: [2, 1], data: Int32Array.of(-1, 9) });
    expect(weights.get('one')).toEqual({ shape: [], data: Float32Array.of(4) });
  });

  it.each([
    [0x0000, 0],
    [0x8000, -0],
    [0x3c00, 1],
    [0xc000, -2],
    [0x3555, 0.333251953125],
    [0x7bff, 65504],
    [0x0400, 2 ** -14],
    [0x0001, 2 ** -24],
    [0x83ff, -1023 * 2 ** -24],
    [0x7c00, Number.POSITIVE_INFINITY],
    [0xfc00, Number.NEGATIVE_INFINITY],
    [0x7e00, Number.NaN],
  ])('reads the half-precision number %i as %d', (half, value) => {
    const json = modelOf([weight('h', [1], 'float32', { dtype: 'float16' })]);
    const { weights } = parseTfjsGraph(json, bytesOf(Uint16Array.of(half)));
    expect([...weights.get('h')!.data]).toEqual([value]);
  });

  it('reads nodes with the attributes of old and of new exporters', () => {
    const node = (s: unknown) => ({
      name: 'c',
      op: 'Conv2D',
      input: ['x', 'w'],
      attr: { padding: { s }, strides: { list: { i: ['1', '2', '2', '1'] } } },
    });
    for (const s of ['U0FNRQ==', [83, 65, 77, 69]]) {
      const json = JSON.stringify({ modelTopology: { node: [node(s)] }, weightsManifest: [] });
      const parsed = parseTfjsGraph(json, new Uint8Array());
      expect(parsed.nodes.get('c')?.attr.strides?.list?.i).toEqual([1, 2, 2, 1]);
      expect(parsed.nodes.get('c')?.attr.padding?.s).toEqual(s);
    }
  });

  it.each([
    ['is cut short', modelOf([weight('f', [2])]), 7],
    ['are longer than their list', modelOf([weight('f', [2])]), 9],
    ['is of an unknown type', modelOf([weight('f', [2], 'string')]), 8],
    ['is not JSON', '{', 0],
    ['has no graph', '{"weightsManifest": []}', 0],
  ])('refuses a model whose content %s', (_, json, length) => {
    expect(() => parseTfjsGraph(json, new Uint8Array(length))).toThrow(
      expect.objectContaining({ code: 'MODEL_INVALID' }),
    );
  });
});
