/** Where a picture differs from the one before it: what moves now, whatever the background is. */
import type { Picture } from '../../ingest/domain/frame.ts';

/** Of 255; above the noise of a compressed picture. */
const threshold = 14;

/** 1 per raster pixel that moved; everywhere when there is no picture before. */
export function findMotion(previous: Picture | undefined, picture: Picture): Uint8Array {
  const motion = new Uint8Array(picture.width * picture.height);
  if (!previous || previous.data.length !== picture.data.length) return motion.fill(1);
  for (let pixel = 0, i = 0; pixel < motion.length; pixel++, i += 3) {
    const difference = Math.max(
      Math.abs(picture.data[i]! - previous.data[i]!),
      Math.abs(picture.data[i + 1]! - previous.data[i + 1]!),
      Math.abs(picture.data[i + 2]! - previous.data[i + 2]!),
    );
    if (difference > threshold) motion[pixel] = 1;
  }
  return motion;
}
