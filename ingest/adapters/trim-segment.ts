/** Cuts off what a writer that was stopped in the middle has left at the end of a fragmented MP4. */
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../kernel/errors.ts';
import { boxesOf, type IsoBox } from '../../kernel/iso-boxes.ts';

/** Leaves files of other kinds as they are. Throws MEDIA_CORRUPT when no whole fragment is there. */
export async function trimToWholeFragments(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const boxes = await boxesOf((position, length) => readAt(file, position, length), size);
    if (boxes[0]?.type !== 'ftyp') return;
    if (!boxes.some(({ type }) => type === 'mdat')) {
      throw new AppError('MEDIA_CORRUPT', 'the segment holds no whole picture');
    }
    const end = wholeEnd(boxes);
    if (end < size) await file.truncate(end);
  } finally {
    await file.close();
  }
}

/** A fragment's description is of no use without its media. */
function wholeEnd(boxes: readonly IsoBox[]): number {
  const last = boxes.at(-1)!;
  return last.type === 'moof' ? last.start : last.end;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
