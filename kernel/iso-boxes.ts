/**
 * The boxes of ISO base media files (ISO/IEC 14496-12, section 4.2), which MP4 is made of. Offsets
 * are bytes; ends are exclusive.
 */

export interface IsoBox {
  /** Four characters, such as `moof`. */
  readonly type: string;
  readonly start: number;
  /** Where what it holds begins. */
  readonly contentStart: number;
  readonly end: number;
}

/** Up to `length` bytes from the position on; fewer only at the end. */
export type ReadBytes = (position: number, length: number) => Promise<Buffer>;

const longestHeader = 16;

/** The boxes that lie side by side in the bytes, as far as they are whole. */
export function boxesIn(bytes: Buffer, from = 0, to = bytes.length): IsoBox[] {
  const boxes: IsoBox[] = [];
  for (let at = from; at < to; ) {
    const box = boxAt(bytes.subarray(at, Math.min(to, at + longestHeader)), at);
    if (!box || box.end > to) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The outermost boxes of a file of `size` bytes, as far as they are whole; reads headers only. */
export async function boxesOf(read: ReadBytes, size: number): Promise<IsoBox[]> {
  const boxes: IsoBox[] = [];
  for (let at = 0; at < size; ) {
    const box = boxAt(await read(at, longestHeader), at);
    if (!box || box.end > size) break;
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** Undefined for what cannot be a box, or a box that says no length. */
function boxAt(header: Buffer, start: number): IsoBox | undefined {
  if (header.length < 8) return undefined;
  const type = header.toString('latin1', 4, 8);
  const isLong = header.readUInt32BE(0) === 1;
  if (isLong && header.length < longestHeader) return undefined;
  const headerLength = isLong ? longestHeader : 8;
  const length = isLong ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0);
  if (length < headerLength || !/^[\x20-\x7e]{4}$/.test(type)) return undefined;
  return { type, start, contentStart: start + headerLength, end: start + length };
}
