/**
 * Raw output of NanoDet -> candidate detections. A side's distance is the expectation over a
 * distribution of bins (generalised focal loss, Li et al. 2020). Suppression of overlaps comes
 * after; boxes are normalised to the model's input.
 */
import type { Box } from '../../kernel/geometry.ts';
import type { Detection } from '../domain/detection.ts';
import { cocoKinds } from '../domain/kind.ts';

const binCount = 11;
const sideCount = 4;

/**
 * `grids`: per stride one array of planes, grid x grid each: 80 planes of logits in the order of
 * COCO, then 11 planes of bins for each of left, top, right, bottom. Distances count in cells.
 */
export function decodeNanodet(grids: readonly Float32Array[], minimumScore: number): Detection[] {
  const minimumLogit = Math.log(minimumScore / (1 - minimumScore));
  return grids.flatMap((planes) => decodeGrid(planes, minimumLogit));
}

function decodeGrid(planes: Float32Array, minimumLogit: number): Detection[] {
  const cells = planes.length / (cocoKinds.length + sideCount * binCount);
  const detections: Detection[] = [];
  for (let i = 0; i < cocoKinds.length * cells; i++) {
    if (planes[i]! < minimumLogit) continue;
    const kind = cocoKinds[Math.floor(i / cells)]!;
    const score = 1 / (1 + Math.exp(-planes[i]!));
    detections.push({ kind, score, box: decodeBox(planes, cells, i % cells) });
  }
  return detections;
}

function decodeBox(planes: Float32Array, cells: number, cell: number): Box {
  const grid = Math.sqrt(cells);
  const centreX = (cell % grid) + 0.5;
  const centreY = Math.floor(cell / grid) + 0.5;
  const distance = (side: number) => expectedBin(planes, cells, cell, side);
  const [left, top, right, bottom] = [distance(0), distance(1), distance(2), distance(3)];
  return {
    x: (centreX - left) / grid,
    y: (centreY - top) / grid,
    width: (left + right) / grid,
    height: (top + bottom) / grid,
  };
}

/** Mean of the bin numbers under the softmax of their logits. */
function expectedBin(planes: Float32Array, cells: number, cell: number, side: number): number {
  const first = (cocoKinds.length + side * binCount) * cells + cell;
  let [weight, sum] = [0, 0];
  for (let bin = 0; bin < binCount; bin++) {
    const share = Math.exp(planes[first + bin * cells]!);
    weight += share;
    sum += share * bin;
  }
  return sum / weight;
}
