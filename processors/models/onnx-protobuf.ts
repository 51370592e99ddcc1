/**
 * Writes an ONNX model as protobuf bytes: only the fields our converted graphs use, only float and
 * int64 tensors. It knows nothing of what the operators mean. Field numbers are those of onnx.proto3
 * (IR version 8); wire format: varints, 32-bit floats and length-delimited records.
 */

export interface OnnxTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

/** A number with a fraction is not told from one without: say which it is. */
export type OnnxAttribute =
  | { readonly int: number }
  | { readonly float: number }
  | { readonly ints: readonly number[] }
  | { readonly text: string };

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, OnnxAttribute>>;
}

export interface OnnxModel {
  readonly producer: string;
  readonly opset: number;
  /** In an order in which every value is made before it is used. */
  readonly nodes: readonly OnnxNode[];
  readonly constants: ReadonlyMap<string, OnnxTensor>;
  /** Float tensors of fixed shape. */
  readonly inputs: readonly { readonly name: string; readonly shape: readonly number[] }[];
  /** Float tensors whose shapes follow from the graph. */
  readonly outputs: readonly string[];
}

export function encodeOnnxModel(model: OnnxModel): Uint8Array {
  return joined(
    record(
      varintField(1, irVersion),
      textField(2, model.producer),
      recordField(7, graphRecord(model)),
      recordField(8, record(varintField(2, model.opset))),
    ),
  );
}

const irVersion = 8;
const elementType = { float: 1, int64: 7 } as const;
const attributeType = { float: 1, int: 2, text: 3, ints: 7 } as const;

const graphRecord = (model: OnnxModel): Bytes =>
  record(
    ...model.nodes.map((node) => recordField(1, nodeRecord(node))),
    textField(2, model.producer),
    ...[...model.constants].map(([name, tensor]) => recordField(5, tensorRecord(name, tensor))),
    ...model.inputs.map(({ name, shape }) => recordField(11, valueRecord(name, shape))),
    ...model.outputs.map((name) => recordField(12, valueRecord(name))),
  );

const nodeRecord = (node: OnnxNode): Bytes =>
  record(
    ...node.inputs.map((name) => textField(1, name)),
    ...node.outputs.map((name) => textField(2, name)),
    textField(3, node.outputs[0]!),
    textField(4, node.op),
    ...Object.entries(node.attributes).map(([name, value]) =>
      recordField(5, attributeRecord(name, value)),
    ),
  );

function attributeRecord(name: string, value: OnnxAttribute): Bytes {
  const named = (type: number, ...fields: Bytes[]) =>
    record(textField(1, name), ...fields, varintField(20, type));
  if ('float' in value) return named(attributeType.float, floatField(2, value.float));
  if ('int' in value) return named(attributeType.int, varintField(3, value.int));
  if ('text' in value) return named(attributeType.text, textField(4, value.text));
  return named(attributeType.ints, ...value.ints.map((int) => varintField(8, int)));
}

function tensorRecord(name: string, { shape, data }: OnnxTensor): Bytes {
  const type = data instanceof Float32Array ? elementType.float : elementType.int64;
  return record(
    ...shape.map((size) => varintField(1, size)),
    varintField(2, type),
    textField(8, name),
    bytesField(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  );
}

function valueRecord(name: string, shape?: readonly number[]): Bytes {
  const dimensions = shape?.map((size) => recordField(1, record(varintField(1, size))));
  const tensor = record(
    varintField(1, elementType.float),
    ...(dimensions ? [recordField(2, record(...dimensions))] : []),
  );
  return record(textField(1, name), recordField(2, record(recordField(1, tensor))));
}

/** Pieces in order; joined once, at the end, so that weights are copied only then. */
type Bytes = readonly Uint8Array[];

const wireType = { varint: 0, lengthDelimited: 2, fixed32: 5 } as const;

const record = (...fields: Bytes[]): Bytes => fields.flat();

const varintField = (field: number, value: number): Bytes => [
  varint((field << 3) | wireType.varint),
  varint(value),
];

function floatField(field: number, value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return [varint((field << 3) | wireType.fixed32), bytes];
}

const textField = (field: number, value: string): Bytes =>
  bytesField(field, new TextEncoder().encode(value));

const bytesField = (field: number, value: Uint8Array): Bytes => recordField(field, [value]);

const recordField = (field: number, content: Bytes): Bytes => [
  varint((field << 3) | wireType.lengthDelimited),
  varint(lengthOf(content)),
  ...content,
];

/** Seven bits a byte, least significant first; negative numbers as 64-bit two's complement. */
function varint(value: number): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  do {
    const more = rest > 0x7fn;
    bytes.push(Number(rest & 0x7fn) | (more ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

const lengthOf = (content: Bytes): number =>
  content.reduce((sum, piece) => sum + piece.byteLength, 0);

function joined(content: Bytes): Uint8Array {
  const bytes = new Uint8Array(lengthOf(content));
  let offset = 0;
  for (const piece of content) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}
