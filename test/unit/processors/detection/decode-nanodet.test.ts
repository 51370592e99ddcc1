import { describe, expect, it } from 'vitest';
import { decodeNanodet } from '../../../../processors/detection/decode-nanodet.ts';
import { cocoKinds } from '../../../../processors/domain/kind.ts';

const [binCount, sides] = [11, 4];

/** Planes of a grid in which nothing is found. */
function emptyGrid(grid: number): Float32Array {
  return new Float32Array((cocoKinds.length + sides * binCount) * grid * grid).fill(-20);
}

interface Cell {
  readonly column: number;
  readonly row: number;
  readonly kind: string;
  readonly logit: number;
  /** Bin that gets all the weight, per side: left, top, right, bottom. */
  readonly bins: readonly [number, number, number, number];
}

function put(planes: Float32Array, grid: number, cell: Cell): Float32Array {
  const at = cell.row * grid + cell.column;
  planes[cocoKinds.indexOf(cell.kind) * grid * grid + at] = cell.logit;
  cell.bins.forEach((bin, side) => {
    planes[(cocoKinds.length + side * binCount + bin) * grid * grid + at] = 20;
  });
  return planes;
}

describe('decodeNanodet()', () => {
  it('measures the sides in cells from the middle of the cell', () => {
    const planes = put(emptyGrid(4), 4, {
      column: 1,
      row: 2,
      kind: 'person',
      logit: 0,
      bins: [1, 2, 0, 1],
    });
    const [detection, ...others] = decodeNanodet([planes], 0.5);
    expect(others).toEqual([]);
    expect(detection).toMatchObject({ kind: 'person', score: 0.5 });
    expect(detection?.box.x).toBeCloseTo((1.5 - 1) / 4);
    expect(detection?.box.y).toBeCloseTo((2.5 - 2) / 4);
    expect(detection?.box.width).toBeCloseTo(1 / 4);
    expect(detection?.box.height).toBeCloseTo(3 / 4);
  });

  it('takes the mean over the bins, not the strongest one', () => {
    const planes = emptyGrid(1);
    planes[cocoKinds.indexOf('cup')] = 3;
    for (let side = 0; side < sides; side++)
      for (const bin of [2, 3]) planes[cocoKinds.length + side * binCount + bin] = 5;
    const [detection] = decodeNanodet([planes], 0.5);
    expect(detection?.box.width).toBeCloseTo(5);
    expect(detection?.box.x).toBeCloseTo(0.5 - 2.5);
  });

  it('reads every grid by its own size', () => {
    const cell = { column: 0, row: 0, logit: 2, bins: [0, 0, 1, 1] } as const;
    const fine = put(emptyGrid(4), 4, { ...cell, kind: 'bird' });
    const coarse = put(emptyGrid(2), 2, { ...cell, kind: 'car' });
    const found = decodeNanodet([fine, coarse], 0.5);
    expect(found.map((d) => [d.kind, Number(d.box.width.toFixed(3))])).toEqual([
      ['bird', 0.25],
      ['car', 0.5],
    ]);
  });

  it('gives nothing below the minimum score', () => {
    const planes = put(emptyGrid(2), 2, {
      column: 1,
      row: 1,
      kind: 'toothbrush',
      logit: Math.log(0.4 / 0.6),
      bins: [1, 1, 1, 1],
    });
    expect(decodeNanodet([planes], 0.41)).toEqual([]);
    expect(decodeNanodet([planes], 0.39).map((d) => d.kind)).toEqual(['toothbrush']);
  });
});
