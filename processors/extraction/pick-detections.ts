/**
 * The detector's boxes that can be evidence here: kinds the stream may contain, one box per object.
 * Labels of other kinds are dropped; the foreground still tells that something is there.
 */
import { areaOf, type Box, boxOverlap, overlapArea } from '../../kernel/geometry.ts';
import type { Detection } from '../domain/detection.ts';
import type { Kind } from '../domain/kind.ts';
import { clipBox } from './track.ts';
import { mayBeConfused } from './vote-kind.ts';

const sameObjectOverlap = 0.6;
/** Boxes this alike are one thing, whatever they are called. */
export const sameBoxOverlap = 0.8;
const insideShare = 0.85;
const largestArea = 0.9;
const smallestArea = 1e-4;

export function pickDetections(
  detections: readonly Detection[],
  kinds: readonly Kind[],
): Detection[] {
  const picked: Detection[] = [];
  const candidates = detections
    .filter((detection) => kinds.includes(detection.kind) && areaOf(detection.box) < largestArea)
    .map((detection) => ({ ...detection, box: clipBox(detection.box) }))
    .filter((detection) => areaOf(detection.box) > smallestArea)
    .sort((a, b) => b.score - a.score);
  for (const candidate of candidates) {
    if (!picked.some((other) => isSameObject(other, candidate))) picked.push(candidate);
  }
  return picked;
}

/** The weaker box doubles the stronger: a rival label of one thing, or a part of it. */
function isSameObject(stronger: Detection, weaker: Detection): boolean {
  const overlap = boxOverlap(stronger.box, weaker.box);
  if (overlap >= sameBoxOverlap) return true;
  if (!mayBeConfused(stronger.kind, weaker.kind)) return false;
  if (overlap >= sameObjectOverlap) return true;
  if (stronger.kind !== weaker.kind) return false;
  return isInside(weaker.box, stronger.box) || isInside(stronger.box, weaker.box);
}

export const isInside = (small: Box, large: Box): boolean =>
  overlapArea(small, large) >= insideShare * areaOf(small);
