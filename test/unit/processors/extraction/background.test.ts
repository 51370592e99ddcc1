import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Picture } from '../../../../ingest/domain/frame.ts';
import {
  learnBackground,
  paintBackground,
  restoreBackground,
  startBackground,
} from '../../../../processors/extraction/background-model.ts';
import { compareEdges } from '../../../../processors/extraction/compare-edges.ts';
import { estimateShift } from '../../../../processors/extraction/estimate-shift.ts';
import { findBlobs } from '../../../../processors/extraction/find-blobs.ts';
import { findForeground } from '../../../../processors/extraction/find-foreground.ts';
import { type PaintedScene, paint } from '../../../support/painted-frames.ts';

const empty = paint({ things: [] });
const box = { x: 0.4, y: 0.3, width: 0.1, height: 0.4 };
const withBox = (colour: readonly [number, number, number], more: Partial<PaintedScene> = {}) =>
  paint({ things: [{ box, colour }], ...more });

function blobsIn(picture: Picture, background = startBackground(empty)) {
  const { mask, width, height } = findForeground(background, picture);
  return findBlobs(mask, width, height, 0.002);
}

describe('foreground', () => {
  test('the box of what came, to a pixel', () => {
    const [blob, ...others] = blobsIn(withBox([60, 60, 140]));
    expect(others).toEqual([]);
    expect(blob!.box.x).toBeCloseTo(box.x, 1);
    expect(blob!.box.y).toBeCloseTo(box.y, 1);
    expect(blob!.box.width).toBeCloseTo(box.width, 1);
    expect(blob!.box.height).toBeCloseTo(box.height, 1);
  });

  test('the same under any exposure that clips nothing', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 1.3, noNaN: true }), (exposure) => {
        expect(blobsIn(withBox([60, 60, 140], { exposure }))).toHaveLength(1);
        expect(blobsIn(paint({ things: [], exposure }))).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test('grey cloth before a light wall has an edge and is no shadow', () => {
    expect(blobsIn(withBox([125, 125, 122]))).toHaveLength(1);
  });

  test('a picture in which nearly everything changed, and a black one, are not relied on', () => {
    const background = startBackground(empty);
    const stripes = (x: number): readonly [number, number, number] =>
      Math.floor(x * 9) % 3 === 0
        ? [20, 20, 90]
        : Math.floor(x * 9) % 3 === 1
          ? [240, 40, 20]
          : [30, 220, 60];
    const other = paint({ things: [], background: stripes });
    expect(findForeground(background, other).reliable).toBe(false);
    expect(findForeground(background, paint({ things: [], exposure: 0.01 })).reliable).toBe(false);
  });

  test('what is covered is never learnt', () => {
    const background = startBackground(empty);
    const covered = new Uint8Array(empty.width * empty.height).fill(1);
    for (let i = 0; i < 200; i++) {
      learnBackground(background, withBox([60, 60, 140]), [1, 1, 1], { x: 0, y: 0 }, covered);
    }
    expect(blobsIn(withBox([60, 60, 140]), background)).toHaveLength(1);
    expect(blobsIn(empty, background)).toEqual([]);
  });

  test('what is painted over can be restored', () => {
    const background = startBackground(empty);
    const before = background.mean.slice();
    const pixels = blobsIn(withBox([60, 60, 140]))[0]!.pixels;
    const under = paintBackground(background, withBox([60, 60, 140]), [1, 1, 1], pixels);
    expect(blobsIn(withBox([60, 60, 140]), background)).toEqual([]);
    restoreBackground(background, under);
    expect(background.mean).toEqual(before);
  });
});

describe('appeared or removed', () => {
  const changeFrom = (before: Picture, after: Picture) => {
    const background = startBackground(before);
    return compareEdges(background, after, blobsIn(after, background)[0]!);
  };

  test('by where the contour is', () => {
    expect(changeFrom(empty, withBox([60, 60, 140]))).toBe('appeared');
    expect(changeFrom(withBox([60, 60, 140]), empty)).toBe('removed');
  });
});

describe('shake', () => {
  const texture = (x: number, y: number): readonly [number, number, number] => {
    const level = 120 + 60 * Math.sin(37 * x * x + 11 * x) + 50 * Math.cos(23 * y * y + 7 * y);
    return [level, level, level];
  };

  test('a moved picture is found to be moved by as much', () => {
    const pixel = { x: 1 / empty.width, y: 1 / empty.height };
    const still = startBackground(paint({ things: [], background: texture }));
    const shift = fc.integer({ min: -8, max: 8 });
    fc.assert(
      fc.property(shift, shift, (x, y) => {
        const moved = paint({
          things: [],
          background: (u, v) => texture(u - x * pixel.x, v - y * pixel.y),
        });
        expect(estimateShift(still, moved)).toEqual({ x, y });
      }),
      { numRuns: 20 },
    );
  });

  test('nor does one that comes in at the edge, where a shift would hide it', () => {
    const atEdge = { x: 0, y: 0.3, width: 0.05, height: 0.5 };
    const blobs = blobsIn(paint({ things: [{ box: atEdge, colour: [25, 25, 28] }] }));
    expect(blobs).toHaveLength(1);
  });

  test('an object that comes does not pass for a shake', () => {
    const still = startBackground(paint({ things: [], background: texture }));
    const came = paint({ things: [{ box, colour: [20, 20, 20] }], background: texture });
    expect(estimateShift(still, came)).toEqual({ x: 0, y: 0 });
  });
});
