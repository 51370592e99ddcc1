import sharp from 'sharp';
import { expect, it } from 'vitest';
import { rotationOf, withOrientation } from '../../../../ingest/child/orientation.ts';

/** FFmpeg's matrix for pictures to be turned clockwise by the angle. */
function matrixFor(degrees: number): Buffer {
  const angle = (degrees * Math.PI) / 180;
  const matrix = Buffer.alloc(36);
  const rows = [Math.cos(angle), Math.sin(angle), 0, -Math.sin(angle), Math.cos(angle)];
  for (const [i, value] of rows.entries()) matrix.writeInt32LE(Math.round(value * 65_536), i * 4);
  return matrix;
}

it.each([0, 90, 180, 270])('a display matrix of %i degrees is understood', (degrees) => {
  expect(rotationOf(matrixFor(degrees))).toBe(degrees);
});

it('a stream without a matrix is not turned', () => {
  expect(rotationOf(null)).toBe(0);
});

it.each([
  [90, [32, 64]],
  [180, [64, 32]],
  [270, [32, 64]],
] as const)('a decoder turns a JPEG noted with %i degrees', async (rotation, size) => {
  const picture = { width: 64, height: 32, channels: 3, background: 'red' } as const;
  const jpeg = await sharp({ create: picture }).jpeg().toBuffer();
  const turned = await sharp(withOrientation(jpeg, rotation)).autoOrient().raw().toBuffer({
    resolveWithObject: true,
  });
  expect([turned.info.width, turned.info.height]).toEqual(size);
});
