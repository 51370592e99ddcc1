/**
 * How far a shaking camera has moved the picture: the row and column profiles of the luminance
 * gradient are slid over those of the background. Translation only; whole raster pixels.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Background, Shift } from './background-model.ts';

/** Furthest shift looked for, as a share of the side. */
const reach = 0.12;
/** A shift must explain this much more than standing still does. */
const gainNeeded = 0.35;

export const noShift: Shift = { x: 0, y: 0 };

export function estimateShift(background: Background, picture: Picture): Shift {
  const here = profilesOf(picture.data, picture.width, picture.height);
  const there = profilesOf(background.mean, picture.width, picture.height);
  return {
    x: bestShift(there.columns, here.columns),
    y: bestShift(there.rows, here.rows),
  };
}

interface Profiles {
  readonly columns: Float32Array;
  readonly rows: Float32Array;
}

/** Mean absolute horizontal gradient per column, and vertical gradient per row. */
function profilesOf(data: ArrayLike<number>, width: number, height: number): Profiles {
  const columns = new Float32Array(width - 1);
  const rows = new Float32Array(height - 1);
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const i = (y * width + x) * 3 + 1;
      const value = data[i]!;
      columns[x]! += (data[i + 3]! - value) / height;
      rows[y]! += (data[i + width * 3]! - value) / width;
    }
  }
  return { columns, rows };
}

function bestShift(there: Float32Array, here: Float32Array): number {
  const furthest = Math.round(there.length * reach);
  const still = mismatch(there, here, 0);
  let best = 0;
  let least = still * (1 - gainNeeded);
  for (let shift = -furthest; shift <= furthest; shift++) {
    const error = mismatch(there, here, shift);
    if (error < least) {
      best = shift;
      least = error;
    }
  }
  return best;
}

function mismatch(there: Float32Array, here: Float32Array, shift: number): number {
  const from = Math.max(0, shift);
  const to = Math.min(here.length, here.length + shift);
  let sum = 0;
  for (let i = from; i < to; i++) sum += Math.abs(here[i]! - there[i - shift]!);
  return sum / (to - from);
}
