/** Brings a picture down to the raster the background model works on, by averaging areas. */
import type { Picture } from '../../ingest/domain/frame.ts';

/** Longer side of the raster in pixels: small enough to be cheap, large enough for a far pedestrian. */
const longSide = 192;

export function shrinkPicture(picture: Picture): Picture {
  const scale = Math.min(1, longSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  if (width === picture.width && height === picture.height) return picture;
  const columns = edgesOf(picture.width, width);
  const rows = edgesOf(picture.height, height);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, out = 0; y < height; y++) {
    for (let x = 0; x < width; x++, out += 3) {
      averageInto(data, out, picture, columns[x]!, columns[x + 1]!, rows[y]!, rows[y + 1]!);
    }
  }
  return { width, height, data };
}

const edgesOf = (from: number, to: number): number[] =>
  Array.from({ length: to + 1 }, (_, i) => Math.floor((i * from) / to));

function averageInto(
  data: Uint8Array,
  out: number,
  picture: Picture,
  left: number,
  right: number,
  top: number,
  bottom: number,
): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = top; y < bottom; y++) {
    let i = (y * picture.width + left) * 3;
    for (let x = left; x < right; x++, i += 3) {
      red += picture.data[i]!;
      green += picture.data[i + 1]!;
      blue += picture.data[i + 2]!;
    }
  }
  const count = (right - left) * (bottom - top);
  data[out] = Math.round(red / count);
  data[out + 1] = Math.round(green / count);
  data[out + 2] = Math.round(blue / count);
}
