import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Picture } from '../../../../ingest/domain/frame.ts';
import type { Box } from '../../../../kernel/geometry.ts';
import {
  createTiledDetector,
  cropPicture,
  mergeTiles,
  tilesOf,
  wholePicture,
} from '../../../../processors/detection/tile-picture.ts';
import type { Detection } from '../../../../processors/domain/detection.ts';
import type { ObjectDetector } from '../../../../processors/ports.ts';

const found = (box: Box, score: number, kind = 'person'): Detection => ({ kind, score, box });

const left: Box = { x: 0, y: 0, width: 0.6, height: 1 };
const right: Box = { x: 0.4, y: 0, width: 0.6, height: 1 };

/** The part of a box of the whole picture that lies in a tile, normalised to the tile. */
function inTile(box: Box, tile: Box): Box {
  const start = Math.max(box.x, tile.x);
  const end = Math.min(box.x + box.width, tile.x + tile.width);
  return {
    x: (start - tile.x) / tile.width,
    y: (box.y - tile.y) / tile.height,
    width: (end - start) / tile.width,
    height: box.height / tile.height,
  };
}

describe('tilesOf()', () => {
  it('divides without overlap into equal parts', () => {
    expect(tilesOf({ columns: 2, rows: 1, overlap: 0 })).toEqual([
      { x: 0, y: 0, width: 0.5, height: 1 },
      { x: 0.5, y: 0, width: 0.5, height: 1 },
    ]);
  });

  it('covers the picture from edge to edge, neighbours sharing what was asked for', () => {
    const grids = fc.record({
      columns: fc.integer({ min: 1, max: 5 }),
      rows: fc.integer({ min: 1, max: 5 }),
      overlap: fc.double({ min: 0, max: 0.8, noNaN: true }),
    });
    fc.assert(
      fc.property(grids, ({ columns, rows, overlap }) => {
        const tiles = tilesOf({ columns, rows, overlap });
        expect(tiles.length).toBe(columns * rows);
        const last = tiles.at(-1)!;
        expect(tiles[0]).toMatchObject({ x: 0, y: 0 });
        expect(last.x + last.width).toBeCloseTo(1);
        expect(last.y + last.height).toBeCloseTo(1);
        for (let column = 1; column < columns; column++) {
          const [before, after] = [tiles[column - 1]!, tiles[column]!];
          expect(before.x + before.width - after.x).toBeCloseTo(overlap * before.width);
        }
      }),
    );
  });
});

describe('cropPicture()', () => {
  const picture: Picture = {
    width: 4,
    height: 2,
    data: Uint8Array.from({ length: 24 }, (_, i) => Math.floor(i / 3)),
  };

  it('gives the pixels of the tile', () => {
    const { width, height, data } = cropPicture(picture, { x: 0.5, y: 0, width: 0.5, height: 1 });
    expect([width, height]).toEqual([2, 2]);
    expect([...data].filter((_, i) => i % 3 === 0)).toEqual([2, 3, 6, 7]);
  });

  it('does not copy the whole picture', () => {
    expect(cropPicture(picture, wholePicture)).toBe(picture);
  });
});

describe('mergeTiles()', () => {
  it('puts boxes of a tile in their place in the picture', () => {
    const box = { x: 0.5, y: 0.25, width: 0.25, height: 0.5 };
    const [merged] = mergeTiles([{ tile: right, detections: [found(box, 0.9)] }]);
    expect(merged?.box.x).toBeCloseTo(0.7);
    expect(merged?.box.width).toBeCloseTo(0.15);
    expect(merged?.box).toMatchObject({ y: 0.25, height: 0.5 });
  });

  it('keeps an object that two tiles saw whole once, with the better score', () => {
    const box = { x: 0.45, y: 0.2, width: 0.1, height: 0.3 };
    const merged = mergeTiles([
      { tile: left, detections: [found(inTile(box, left), 0.6)] },
      { tile: right, detections: [found(inTile(box, right), 0.8)] },
    ]);
    expect(merged.map((d) => d.score)).toEqual([0.8]);
  });

  it('prefers an object that is shown whole to a part with a higher score', () => {
    const box = { x: 0.5, y: 0.2, width: 0.3, height: 0.3 };
    const merged = mergeTiles([
      { tile: left, detections: [found(inTile(box, left), 0.9)] },
      { tile: right, detections: [found(inTile(box, right), 0.5)] },
    ]);
    expect(merged.map((d) => Number(d.box.width.toFixed(3)))).toEqual([0.3]);
  });

  it('keeps a cut object that nothing else shows', () => {
    const box = { x: 0.5, y: 0.2, width: 0.3, height: 0.3 };
    expect(mergeTiles([{ tile: left, detections: [found(inTile(box, left), 0.9)] }])).toHaveLength(
      1,
    );
  });

  it('keeps apart what one tile saw apart, however close', () => {
    const big = found({ x: 0.1, y: 0.1, width: 0.4, height: 0.8 }, 0.9);
    const small = found({ x: 0.2, y: 0.2, width: 0.2, height: 0.4 }, 0.8);
    expect(mergeTiles([{ tile: wholePicture, detections: [big, small] }])).toEqual([big, small]);
  });

  it('does not take a car for the person before it', () => {
    const box = { x: 0.45, y: 0.2, width: 0.1, height: 0.3 };
    const merged = mergeTiles([
      { tile: left, detections: [found(inTile(box, left), 0.6, 'car')] },
      { tile: right, detections: [found(inTile(box, right), 0.8, 'person')] },
    ]);
    expect(merged.map((d) => d.kind)).toEqual(['person', 'car']);
  });
});

describe('createTiledDetector()', () => {
  it('looks at the whole picture and at each tile', async () => {
    const sizes: string[] = [];
    const detector: ObjectDetector = {
      model: 'nanodet-g',
      engine: 'onnxruntime',
      detect: async ({ width, height }) => {
        sizes.push(`${width}x${height}`);
        return width === 100 ? [] : [found({ x: 0.1, y: 0.1, width: 0.1, height: 0.1 }, 0.7)];
      },
      close: async () => {},
    };
    const tiled = createTiledDetector(detector, { columns: 2, rows: 1, overlap: 0 });
    const picture = { width: 100, height: 50, data: new Uint8Array(15_000) };
    const detections = await tiled.detect(picture, 0.5);
    expect(sizes).toEqual(['100x50', '50x50', '50x50']);
    expect(detections.map((d) => Number(d.box.x.toFixed(2)))).toEqual([0.05, 0.55]);
    expect(tiled).toMatchObject({ model: 'nanodet-g', engine: 'onnxruntime' });
  });
});
