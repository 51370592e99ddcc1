/**
 * Points, boxes and polygons in normalised picture coordinates: x to the right, y down, both 0..1
 * of the picture's width and height, so that a change of resolution moves nothing.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x`, `y` is the top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Polygon = readonly Point[];

export const areaOf = (box: Box): number => box.width * box.height;

export const centreOf = (box: Box): Point => ({
  x: box.x + box.width / 2,
  y: box.y + box.height / 2,
});

/** Where an object stands: the middle of the lower edge. */
export const footOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height });

export const distanceBetween = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Area common to both boxes. */
export function overlapArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union, 0..1. */
export function boxOverlap(a: Box, b: Box): number {
  const common = overlapArea(a, b);
  const union = areaOf(a) + areaOf(b) - common;
  return union > 0 ? common / union : 0;
}

/** Between `a` (share 0) and `b` (share 1). */
export function blendBoxes(a: Box, b: Box, share: number): Box {
  const blend = (from: number, to: number) => from + (to - from) * share;
  return {
    x: blend(a.x, b.x),
    y: blend(a.y, b.y),
    width: blend(a.width, b.width),
    height: blend(a.height, b.height),
  };
}

/** Even-odd rule; points on an edge may fall on either side. */
export function polygonContains(polygon: Polygon, point: Point): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[i]!;
    const b = polygon[j]!;
    const crosses = a.y > point.y !== b.y > point.y;
    if (crosses && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}
