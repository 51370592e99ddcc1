import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WireBuffer } from '../../../../../kernel/adapters/postgres/wire-buffer.ts';

/** A message of the Postgres protocol with a body of so many bytes. */
function message(type: string, length: number): Buffer {
  const bytes = Buffer.alloc(5 + length, type);
  bytes.writeInt32BE(4 + length, 1);
  return bytes;
}

function startUp(): Buffer {
  const bytes = Buffer.alloc(20, 'u');
  bytes.writeInt32BE(20, 0);
  return bytes;
}

function takeAll(buffer: WireBuffer): Buffer[] {
  const batches: Buffer[] = [];
  for (let batch = buffer.take(); batch; batch = buffer.take()) batches.push(Buffer.from(batch));
  return batches;
}

const extendedQuery = Buffer.concat([...'PBDES'].map((type) => message(type, 12)));

it('gives an extended query out as one batch, when its sync has come', () => {
  const buffer = new WireBuffer();
  buffer.append(startUp());
  expect(takeAll(buffer)).toEqual([startUp()]);
  buffer.append(extendedQuery.subarray(0, -1));
  expect(buffer.take()).toBeUndefined();
  buffer.append(extendedQuery.subarray(-1));
  expect(takeAll(buffer)).toEqual([extendedQuery]);
});

it('gives the same batches however the bytes are cut', () => {
  const batches = [startUp(), message('Q', 30), extendedQuery, message('Q', 0), extendedQuery];
  const all = Buffer.concat(batches);
  fc.assert(
    fc.property(fc.array(fc.nat(all.length), { maxLength: 20 }), (cuts) => {
      const buffer = new WireBuffer();
      const edges = [0, ...cuts.sort((a, b) => a - b), all.length];
      const taken = edges.slice(1).flatMap((edge, n) => {
        buffer.append(all.subarray(edges[n], edge));
        return takeAll(buffer);
      });
      expect(taken).toEqual(batches);
    }),
  );
});

it('keeps what is never answered to itself', () => {
  const buffer = new WireBuffer();
  buffer.append(Buffer.concat([startUp(), message('X', 0)]));
  expect(takeAll(buffer)).toEqual([startUp()]);
});
