/** Takes single pixels out of a mask and closes its gaps. */

/** Keeps a pixel when at least five of its nine neighbours are set: an opening that spares corners. */
export const dropSpecks = (mask: Uint8Array, width: number, height: number): Uint8Array =>
  withNeighbours(mask, width, height, (cells) => (cells >> 1) + 1);

/** Dilates and erodes: closes gaps of up to twice the radius. */
export function closeGaps(
  mask: Uint8Array,
  width: number,
  height: number,
  radius: number,
): Uint8Array {
  let result = mask;
  for (let i = 0; i < radius; i++) result = withNeighbours(result, width, height, () => 1);
  for (let i = 0; i < radius; i++) {
    result = withNeighbours(result, width, height, (cells) => cells);
  }
  return result;
}

/**
 * Sets each pixel whose 3 x 3 window has at least as many set pixels as asked for a window of so
 * many cells; cells outside the picture do not count.
 */
function withNeighbours(
  mask: Uint8Array,
  width: number,
  height: number,
  leastOf: (cells: number) => number,
): Uint8Array {
  const sums = rowSums(mask, width, height);
  const result = new Uint8Array(mask.length);
  for (let y = 0; y < height; y++) {
    const rows = (y > 0 ? 1 : 0) + 1 + (y < height - 1 ? 1 : 0);
    const least = leastOf(rows * 3);
    const leastAtSide = leastOf(rows * 2);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const above = y > 0 ? sums[i - width]! : 0;
      const below = y < height - 1 ? sums[i + width]! : 0;
      const needed = x > 0 && x < width - 1 ? least : leastAtSide;
      if (above + sums[i]! + below >= needed) result[i] = 1;
    }
  }
  return result;
}

/** Each pixel with its left and right neighbours. */
function rowSums(mask: Uint8Array, width: number, height: number): Uint8Array {
  const sums = new Uint8Array(mask.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const left = x > 0 ? mask[row + x - 1]! : 0;
      const right = x < width - 1 ? mask[row + x + 1]! : 0;
      sums[row + x] = left + mask[row + x]! + right;
    }
  }
  return sums;
}
