/**
 * Cameras held upright store pictures lying down, with a note how to turn them. The note travels on
 * into the sampled JPEGs as an EXIF orientation, which costs nothing and which decoders obey.
 */

/** Degrees clockwise by which a picture is to be turned for display. */
export type Rotation = 0 | 90 | 180 | 270;

/**
 * Of FFmpeg's display matrix: nine 32-bit numbers, 16.16 fixed point, in row order. Mirroring and
 * odd angles are passed over.
 */
export function rotationOf(matrix: Buffer | null): Rotation {
  if (!matrix || matrix.length < 36) return 0;
  const [a, b] = [matrix.readInt32LE(0), matrix.readInt32LE(4)];
  const turns = Math.round(Math.atan2(b, a) / (Math.PI / 2));
  return (((turns + 4) % 4) * 90) as Rotation;
}

/** The JPEG with the orientation noted in it. */
export function withOrientation(jpeg: Buffer, rotation: Rotation): Buffer {
  if (rotation === 0) return jpeg;
  const [startOfImage, rest] = [jpeg.subarray(0, 2), jpeg.subarray(2)];
  return Buffer.concat([startOfImage, exifSegment(orientationTag[rotation]), rest]);
}

const orientationTag = { 90: 6, 180: 3, 270: 8 } as const;

/** An APP1 segment with one directory of one entry; EXIF 2.3, section 4.5. */
function exifSegment(orientation: number): Buffer {
  const tiff = [
    ...[0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08],
    ...[0x00, 0x01, 0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, orientation, 0x00, 0x00],
    ...[0x00, 0x00, 0x00, 0x00],
  ];
  const body = Buffer.from([...Buffer.from('Exif\0\0'), ...tiff]);
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0x00, body.length + 2]), body]);
}
