/** Connected regions of a mask (pixels that share a side), each as its raster pixels. */

export function findRegions(mask: Uint8Array, width: number, height: number): Int32Array[] {
  const seen = new Uint8Array(mask.length);
  const queue = new Int32Array(mask.length);
  const regions: Int32Array[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] && !seen[start]) regions.push(flood(mask, seen, queue, start, width, height));
  }
  return regions;
}

function flood(
  mask: Uint8Array,
  seen: Uint8Array,
  queue: Int32Array,
  start: number,
  width: number,
  height: number,
): Int32Array {
  let filled = 0;
  const push = (pixel: number): void => {
    if (!mask[pixel] || seen[pixel]) return;
    seen[pixel] = 1;
    queue[filled++] = pixel;
  };
  push(start);
  for (let cursor = 0; cursor < filled; cursor++) {
    const pixel = queue[cursor]!;
    const x = pixel % width;
    if (x > 0) push(pixel - 1);
    if (x < width - 1) push(pixel + 1);
    if (pixel >= width) push(pixel - width);
    if (pixel < width * (height - 1)) push(pixel + width);
  }
  return queue.slice(0, filled);
}
