/**
 * Looking closer: a detector sees a picture shrunk to its input size, and small objects vanish. Cut
 * into overlapping tiles, each shrinks less. Costs one inference per tile; the whole picture is
 * looked at too, for what is larger than a tile.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import { areaOf, type Box, overlapArea } from '../../kernel/geometry.ts';
import type { Detection } from '../domain/detection.ts';
import type { ObjectDetector } from '../ports.ts';

export interface TileGrid {
  readonly columns: number;
  readonly rows: number;
  /** Share of a tile that it has in common with its neighbour, 0..1 without 1. */
  readonly overlap: number;
}

/** The same detector, looking at the whole picture and at each tile of it. */
export const createTiledDetector = (detector: ObjectDetector, grid: TileGrid): ObjectDetector => ({
  ...detector,
  async detect(picture, minimumScore) {
    const tiles = [wholePicture, ...tilesOf(grid)];
    const found = tiles.map(async (tile) => ({
      tile,
      detections: await detector.detect(cropPicture(picture, tile), minimumScore),
    }));
    return mergeTiles(await Promise.all(found));
  },
});

export const wholePicture: Box = { x: 0, y: 0, width: 1, height: 1 };

/** Tiles of equal size that cover the picture, row by row, normalised to it. */
export function tilesOf({ columns, rows, overlap }: TileGrid): Box[] {
  const across = spansOf(columns, overlap);
  return spansOf(rows, overlap).flatMap(([y, height]) =>
    across.map(([x, width]) => ({ x, y, width, height })),
  );
}

/** `count` overlapping spans over 0..1: start and length. */
function spansOf(count: number, overlap: number): [number, number][] {
  const length = 1 / (count - (count - 1) * overlap);
  return Array.from({ length: count }, (_, i) => [i * length * (1 - overlap), length]);
}

export function cropPicture(picture: Picture, { x, y, width, height }: Box): Picture {
  const [left, right] = [x, x + width].map((at) => Math.round(at * picture.width)) as [
    number,
    number,
  ];
  const [top, bottom] = [y, y + height].map((at) => Math.round(at * picture.height)) as [
    number,
    number,
  ];
  if (right - left === picture.width && bottom - top === picture.height) return picture;
  const data = new Uint8Array((right - left) * (bottom - top) * 3);
  for (let row = top; row < bottom; row++) {
    const start = (row * picture.width + left) * 3;
    const end = start + (right - left) * 3;
    data.set(picture.data.subarray(start, end), (row - top) * (right - left) * 3);
  }
  return { width: right - left, height: bottom - top, data };
}

export interface TileDetections {
  readonly tile: Box;
  /** Boxes normalised to the tile. */
  readonly detections: readonly Detection[];
}

/**
 * Detections of the whole picture, best first. An object that two tiles saw is kept once; one that a
 * tile's inner edge cut gives way to any that shows more of it.
 */
export function mergeTiles(found: readonly TileDetections[]): Detection[] {
  const sightings = found.flatMap(({ tile, detections }) =>
    detections.map((detection) => sighting(detection, tile)),
  );
  sightings.sort(
    (a, b) => Number(a.isCut) - Number(b.isCut) || b.detection.score - a.detection.score,
  );
  const kept: Sighting[] = [];
  for (const candidate of sightings)
    if (!kept.some((better) => isSameObject(better, candidate))) kept.push(candidate);
  return kept.map(({ detection }) => detection).sort((a, b) => b.score - a.score);
}

/** A detection as one tile saw it, normalised to the whole picture. */
interface Sighting {
  readonly detection: Detection;
  readonly tile: Box;
  readonly isCut: boolean;
}

function sighting(detection: Detection, tile: Box): Sighting {
  const { box } = detection;
  const inWhole = {
    x: tile.x + box.x * tile.width,
    y: tile.y + box.y * tile.height,
    width: box.width * tile.width,
    height: box.height * tile.height,
  };
  return { detection: { ...detection, box: inWhole }, tile, isCut: touchesInnerEdge(box, tile) };
}

/** In shares of the tile; a detector rarely hits an edge exactly. */
const edgeTolerance = 0.02;

function touchesInnerEdge(box: Box, tile: Box): boolean {
  const isInner = (edge: number) => edge > 1e-6 && edge < 1 - 1e-6;
  return (
    (box.x < edgeTolerance && isInner(tile.x)) ||
    (box.y < edgeTolerance && isInner(tile.y)) ||
    (box.x + box.width > 1 - edgeTolerance && isInner(tile.x + tile.width)) ||
    (box.y + box.height > 1 - edgeTolerance && isInner(tile.y + tile.height))
  );
}

/** What one tile holds apart stays apart: there, suppression has compared whole objects. */
function isSameObject(a: Sighting, b: Sighting): boolean {
  if (a.tile === b.tile || a.detection.kind !== b.detection.kind) return false;
  const smaller = Math.min(areaOf(a.detection.box), areaOf(b.detection.box));
  return overlapArea(a.detection.box, b.detection.box) > 0.6 * smaller;
}
