/**
 * A TensorFlow.js graph model as plain data: `model.json` and its weight shards, parsed. It runs
 * nothing and needs no TensorFlow.
 */
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';

export interface TfjsGraph {
  readonly nodes: ReadonlyMap<string, TfjsNode>;
  readonly weights: ReadonlyMap<string, TfjsWeight>;
}

export type TfjsNode = z.infer<typeof nodeSchema>;

export interface TfjsWeight {
  readonly shape: readonly number[];
  readonly data: Float32Array | Int32Array;
}

/** Names of the weight files of a `model.json`, in the order in which their bytes follow each other. */
export const weightFilesOf = (modelJson: string): string[] =>
  parsed(modelJson).weightsManifest.flatMap((group) => group.paths);

/** `weightBytes` are the bytes of all weight files, joined. Throws MODEL_INVALID. */
export function parseTfjsGraph(modelJson: string, weightBytes: Uint8Array): TfjsGraph {
  const model = parsed(modelJson);
  const weights = new Map<string, TfjsWeight>();
  let offset = 0;
  for (const spec of model.weightsManifest.flatMap((group) => group.weights)) {
    const { data, byteLength } = decodeWeight(spec, weightBytes.subarray(offset));
    weights.set(spec.name, { shape: spec.shape, data });
    offset += byteLength;
  }
  if (offset !== weightBytes.byteLength)
    throw invalid(`its weights take ${offset} bytes, but there are ${weightBytes.byteLength}`);
  return { nodes: new Map(model.modelTopology.node.map((node) => [node.name, node])), weights };
}

const attributeSchema = z.object({
  /** Text as base64, or as the list of its bytes, by the age of the exporter. */
  s: z.union([z.string(), z.array(z.number())]).optional(),
  f: z.number().optional(),
  i: z.coerce.number().optional(),
  b: z.boolean().optional(),
  list: z.object({ i: z.array(z.coerce.number()).optional() }).optional(),
});

const nodeSchema = z.object({
  name: z.string(),
  op: z.string(),
  input: z.array(z.string()).default([]),
  attr: z.record(z.string(), attributeSchema).default({}),
});

const weightSchema = z.object({
  name: z.string(),
  shape: z.array(z.int().nonnegative()),
  dtype: z.enum(['float32', 'int32']),
  quantization: z.object({ dtype: z.literal('float16') }).optional(),
});

const modelSchema = z.object({
  modelTopology: z.object({ node: z.array(nodeSchema) }),
  weightsManifest: z.array(
    z.object({ paths: z.array(z.string()), weights: z.array(weightSchema) }),
  ),
});

function parsed(modelJson: string): z.infer<typeof modelSchema> {
  try {
    return modelSchema.parse(JSON.parse(modelJson));
  } catch (cause) {
    throw invalid('it is not a graph model in a form known here', cause);
  }
}

/** `bytes` begin with this weight; the rest is not looked at. */
function decodeWeight(
  spec: z.infer<typeof weightSchema>,
  bytes: Uint8Array,
): { data: Float32Array | Int32Array; byteLength: number } {
  const count = spec.shape.reduce((product, size) => product * size, 1);
  const byteLength = count * (spec.quantization ? 2 : 4);
  if (bytes.byteLength < byteLength) throw invalid(`weight '${spec.name}' is cut short`);
  // A copy, because typed arrays must start at a multiple of their element size.
  const own = new Uint8Array(bytes.subarray(0, byteLength)).buffer;
  if (spec.quantization) return { data: halfToSingle(new Uint16Array(own)), byteLength };
  const data = spec.dtype === 'int32' ? new Int32Array(own) : new Float32Array(own);
  return { data, byteLength };
}

/** IEEE 754 half precision to single precision. */
function halfToSingle(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (half) => {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 0x1f;
    const fraction = half & 0x3ff;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}

const invalid = (rule: string, cause?: unknown): AppError =>
  new AppError('MODEL_INVALID', `TensorFlow.js model: ${rule}`, { cause });
