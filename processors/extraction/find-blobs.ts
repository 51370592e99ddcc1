/** Blobs: the connected parts of a mask as objects to be, and what share of a place a mask covers. */
import type { Box } from '../../kernel/geometry.ts';
import { findRegions } from './find-regions.ts';

export interface Blob {
  readonly box: Box;
  /** Share of the picture. */
  readonly area: number;
  /** Raster pixels. */
  readonly pixels: Int32Array;
}

/** Connected regions of the mask of at least `minimumArea` (a share of the picture), largest first. */
export function findBlobs(
  mask: Uint8Array,
  width: number,
  height: number,
  minimumArea: number,
): Blob[] {
  const blobs: Blob[] = [];
  for (const pixels of findRegions(mask, width, height)) {
    const area = pixels.length / mask.length;
    if (area >= minimumArea) blobs.push({ box: boxAround(pixels, width, height), area, pixels });
  }
  return blobs.sort((a, b) => b.area - a.area);
}

/** Share of the box's pixels that are set in the mask, 0..1. */
export function maskedShare(mask: Uint8Array, width: number, height: number, box: Box): number {
  const left = Math.max(0, Math.round(box.x * width));
  const right = Math.min(width, Math.max(left + 1, Math.round((box.x + box.width) * width)));
  const top = Math.max(0, Math.round(box.y * height));
  const bottom = Math.min(height, Math.max(top + 1, Math.round((box.y + box.height) * height)));
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) count += mask[y * width + x]!;
  }
  const total = (right - left) * (bottom - top);
  return total > 0 ? count / total : 0;
}

/** Share of the blob's pixels that are set in the mask, 0..1. */
export function coveredShare(mask: Uint8Array, { pixels }: Blob): number {
  let count = 0;
  for (const pixel of pixels) count += mask[pixel]!;
  return count / pixels.length;
}

/** Share of the mask's pixels that are set, 0..1. */
export function setShare(mask: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < mask.length; i++) count += mask[i]!;
  return count / mask.length;
}

/** Raster pixels of a box. */
export function pixelsOf(box: Box, width: number, height: number): Int32Array {
  const left = Math.max(0, Math.floor(box.x * width));
  const right = Math.min(width, Math.ceil((box.x + box.width) * width));
  const top = Math.max(0, Math.floor(box.y * height));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height));
  const pixels = new Int32Array(Math.max(0, right - left) * Math.max(0, bottom - top));
  let i = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) pixels[i++] = y * width + x;
  return pixels;
}

function boxAround(pixels: Int32Array, width: number, height: number): Box {
  let left = width;
  let right = 0;
  let top = height;
  let bottom = 0;
  for (const pixel of pixels) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return {
    x: left / width,
    y: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  };
}
