/** Reads protobuf wire format without a schema: field number -> values in order. */

export type ProtobufValue = bigint | number | Uint8Array;

export function readProtobuf(bytes: Uint8Array): Map<number, ProtobufValue[]> {
  const fields = new Map<number, ProtobufValue[]>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n];
    while (true) {
      const byte = view.getUint8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7n;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const values = fields.get(tag >> 3) ?? [];
    fields.set(tag >> 3, values);
    if ((tag & 7) === 0) values.push(varint());
    else if ((tag & 7) === 5) {
      values.push(view.getFloat32(at, true));
      at += 4;
    } else if ((tag & 7) === 2) {
      const length = Number(varint());
      values.push(bytes.subarray(at, at + length));
      at += length;
    } else throw new Error(`wire type ${tag & 7} at byte ${at}`);
  }
  if (at !== bytes.length) throw new Error('the last field is cut short');
  return fields;
}
