/**
 * The parts of a recorded segment as HLS wants them: the initialisation (`ftyp` and `moov`), and the
 * fragments with their decoding times moved to the instants at which they were recorded.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../../kernel/errors.ts';
import { boxesIn, boxesOf, type IsoBox } from '../../../kernel/iso-boxes.ts';
import type { Instant } from '../../../kernel/time.ts';

/** Bytes to send in place of those in the file. */
export interface Patch {
  /** Position in the file. */
  readonly at: number;
  readonly bytes: Buffer;
}

/** Bytes of the file, end exclusive. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
  /** In order of position. */
  readonly patches: readonly Patch[];
}

export interface SegmentParts {
  readonly init: FilePart;
  readonly media: FilePart;
}

/**
 * Where the parts of a fragmented MP4 file are, whose first picture is decoded at `startAt`. Throws
 * NOT_FOUND when the file is gone, MEDIA_CORRUPT when it is not such a file.
 */
export async function readSegmentParts(path: string, startAt: Instant): Promise<SegmentParts> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new AppError('NOT_FOUND', 'this segment is not recorded any more');
  });
  try {
    return await partsOf(file, startAt);
  } finally {
    await file.close();
  }
}

async function partsOf(file: FileHandle, startAt: Instant): Promise<SegmentParts> {
  const { size } = await file.stat();
  const boxes = await boxesOf((position, length) => read(file, position, length), size);
  const moov = boxes.find(({ type }) => type === 'moov');
  const media = boxes.filter(({ type }) => type === 'moof' || type === 'mdat');
  const last = media.findLast(({ type }) => type === 'mdat');
  if (!moov || !last) throw new AppError('MEDIA_CORRUPT', 'the segment holds no fragments');
  const timescales = timescalesOf(await contentOf(file, moov));
  const patches: Patch[] = [];
  for (const box of media) {
    if (box.type !== 'moof' || box.start > last.start) continue;
    patches.push(...patchesOf(await contentOf(file, box), box.contentStart, timescales, startAt));
  }
  return {
    init: { start: 0, end: moov.end, patches: [] },
    media: { start: media[0]!.start, end: last.end, patches },
  };
}

/** Units per second by track id, from `trak/tkhd` and `trak/mdia/mdhd`. */
function timescalesOf(moov: Buffer): Map<number, number> {
  const timescales = new Map<number, number>();
  for (const trak of boxesIn(moov).filter(({ type }) => type === 'trak')) {
    const header = find(moov, trak, 'tkhd');
    const media = find(moov, trak, 'mdia');
    const mediaHeader = media && find(moov, media, 'mdhd');
    if (!header || !mediaHeader) continue;
    timescales.set(afterTimes(moov, header), afterTimes(moov, mediaHeader));
  }
  return timescales;
}

/** The number that follows the times of creation and change, which version 1 makes longer. */
function afterTimes(bytes: Buffer, { contentStart }: IsoBox): number {
  const isLong = bytes[contentStart] === 1;
  return bytes.readUInt32BE(contentStart + (isLong ? 20 : 12));
}

/** New values of `traf/tfdt`. Muxers of FFmpeg write 64 bits; 32 would not hold an instant. */
function patchesOf(
  moof: Buffer,
  offset: number,
  timescales: ReadonlyMap<number, number>,
  startAt: Instant,
): Patch[] {
  const tracks = boxesIn(moof).filter(({ type }) => type === 'traf');
  return tracks.flatMap((traf) => {
    const header = find(moof, traf, 'tfhd');
    const time = find(moof, traf, 'tfdt');
    const timescale = header && timescales.get(moof.readUInt32BE(header.contentStart + 4));
    if (!time || !timescale || moof[time.contentStart] !== 1) return [];
    const shift = (BigInt(startAt) * BigInt(timescale) + 500n) / 1000n;
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(moof.readBigUInt64BE(time.contentStart + 4) + shift);
    return [{ at: offset + time.contentStart + 4, bytes }];
  });
}

const find = (bytes: Buffer, { contentStart, end }: IsoBox, type: string): IsoBox | undefined =>
  boxesIn(bytes, contentStart, end).find((box) => box.type === type);

const contentOf = (file: FileHandle, { contentStart, end }: IsoBox): Promise<Buffer> =>
  read(file, contentStart, end - contentStart);

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
