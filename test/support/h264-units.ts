/** The compressed pictures of an H.264 clip, one by one, as a camera hands them to the network. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The pieces (NAL units) of one picture, each without its start code. */
export type AccessUnit = readonly Buffer[];

/** Reads a clip without B-frames; parameter sets come with every key picture. */
export async function readAccessUnits(clip: string): Promise<AccessUnit[]> {
  const args = ['-v', 'error', '-i', clip, '-an', '-c', 'copy'];
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    [...args, '-bsf:v', 'h264_mp4toannexb,h264_metadata=aud=insert', '-f', 'h264', '-'],
    { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 },
  );
  const units: Buffer[][] = [];
  for (const piece of splitAnnexB(stdout)) {
    // Each picture begins with an access unit delimiter, which is not sent itself.
    if (pieceType(piece) === 9) units.push([]);
    else units.at(-1)?.push(piece);
  }
  return units;
}

export const pieceType = (piece: Buffer): number => piece[0]! & 0x1f;

export const isKeyUnit = (unit: AccessUnit): boolean =>
  unit.some((piece) => pieceType(piece) === 5);

/** Sequence and picture parameter set of a key picture. */
export const parameterSetsOf = (unit: AccessUnit): Buffer[] =>
  [7, 8].map((type) => unit.find((piece) => pieceType(piece) === type)!);

function splitAnnexB(stream: Buffer): Buffer[] {
  const mark = Buffer.from([0, 0, 1]);
  const starts: number[] = [];
  for (let at = stream.indexOf(mark); at >= 0; at = stream.indexOf(mark, at + 3))
    starts.push(at + 3);
  return starts.map((start, i) => {
    const next = starts[i + 1];
    const piece = stream.subarray(start, next === undefined ? stream.length : next - 3);
    return piece.at(-1) === 0 && next !== undefined ? piece.subarray(0, -1) : piece;
  });
}
