import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boxesIn, boxesOf, type IsoBox } from '../../../kernel/iso-boxes.ts';

interface Content {
  readonly type: string;
  readonly length: number;
  readonly isLong: boolean;
}

function boxOf({ type, length, isLong }: Content): Buffer {
  const header = Buffer.alloc(isLong ? 16 : 8);
  header.writeUInt32BE(isLong ? 1 : 8 + length, 0);
  header.write(type, 4, 'latin1');
  if (isLong) header.writeBigUInt64BE(BigInt(16 + length), 8);
  return Buffer.concat([header, Buffer.alloc(length, 0xff)]);
}

const contents = fc.array(
  fc.record({
    type: fc.constantFrom('ftyp', 'moov', 'moof', 'mdat'),
    length: fc.nat(40),
    isLong: fc.boolean(),
  }),
  { maxLength: 8 },
);

const readerOf = (file: Buffer) => async (position: number, length: number) =>
  file.subarray(position, position + length);

const lengthOf = ({ contentStart, end }: IsoBox) => end - contentStart;

it('boxes are found as they were written, in a file and in memory', async () => {
  await fc.assert(
    fc.asyncProperty(contents, async (written) => {
      const file = Buffer.concat(written.map(boxOf));
      const boxes = boxesIn(file);
      expect(boxes.map(({ type }) => type)).toEqual(written.map(({ type }) => type));
      expect(boxes.map(lengthOf)).toEqual(written.map(({ length }) => length));
      expect(await boxesOf(readerOf(file), file.length)).toEqual(boxes);
    }),
  );
});

it('of a file that is cut short, the whole boxes are found', () => {
  fc.assert(
    fc.property(contents, fc.nat(400), (written, cut) => {
      const whole = Buffer.concat(written.map(boxOf));
      const left = boxesIn(whole).filter(({ end }) => end <= cut);
      expect(boxesIn(whole.subarray(0, cut))).toEqual(left);
    }),
  );
});

it('whatever bytes come, reading ends', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const boxes = boxesIn(Buffer.from(bytes));
      expect(boxes.every(({ start, end }) => end > start && end <= bytes.length)).toBe(true);
    }),
  );
});
