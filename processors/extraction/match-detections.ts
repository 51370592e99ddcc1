/**
 * Which detection belongs to which loose track, in two stages: strong boxes first, then weak ones
 * that agree with where a running track must be (ByteTrack, Zhang et al. 2022). A box of score 0.2
 * is evidence for a track that is already there, never for a new one.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import { boxOverlap, centreOf, distanceBetween } from '../../kernel/geometry.ts';
import type { Detection } from '../domain/detection.ts';
import { clothingDistance, clothingIn } from './clothing.ts';
import { boxOfKalman, surprise } from './kalman-box.ts';
import { matchPairs } from './match-pairs.ts';
import { sizeOf, type Track } from './track.ts';
import { mayBeConfused } from './vote-kind.ts';

export const strongScore = 0.4;

export interface DetectionMatch {
  readonly track: Track;
  readonly detection: Detection;
}

/** In sizes: nothing jumps further, however little was known of it. */
const furthest = 1.2;
/**
 * A strong box is a track's own when it overlaps this much, or lies where 99 of 100 are (chi-square
 * with two degrees of freedom): between two pictures far apart much may happen, and little
 * otherwise.
 */
const strongOverlap = 0.2;
const highestSurprise = 9.21;
const weakOverlap = 0.3;
const rivalKindCost = 0.5;
/** Red against blue clothes is as bad as no overlap at all. */
const clothingCost = 2;

/** `raster` is the picture the detections are of. */
export function matchDetections(
  tracks: readonly Track[],
  detections: readonly Detection[],
  raster: Picture,
): DetectionMatch[] {
  const clothing = new Map(detections.map((one) => [one, clothingIn(raster, one.box)]));
  const withLooks = (costOfPlace: Cost) => (track: Track, detection: Detection) => {
    const place = costOfPlace(track, detection);
    if (place === undefined) return undefined;
    const colours = clothingDistance(track.clothing, clothing.get(detection));
    return place + kindCost(track, detection) + clothingCost * colours;
  };
  const strong = detections.filter((detection) => detection.score >= strongScore);
  const weak = detections.filter((detection) => detection.score < strongScore);
  const first = pairUp(tracks, strong, withLooks(strongCost));
  const rest = tracks.filter((track) => !first.some((match) => match.track === track));
  return [...first, ...pairUp(rest, weak, withLooks(weakCost))];
}

/** Undefined: the detection is not where the track may be. */
type Cost = (track: Track, detection: Detection) => number | undefined;

const pairUp = (
  tracks: readonly Track[],
  detections: readonly Detection[],
  cost: Cost,
): DetectionMatch[] =>
  matchPairs(tracks, detections, cost).map(({ row, column }) => ({
    track: tracks[row]!,
    detection: detections[column]!,
  }));

function strongCost(track: Track, detection: Detection): number | undefined {
  const box = boxOfKalman(track.motion);
  const size = Math.max(sizeOf(box), sizeOf(detection.box));
  const distance = distanceBetween(centreOf(box), centreOf(detection.box)) / size;
  const overlap = boxOverlap(box, detection.box);
  const expected =
    overlap >= strongOverlap || surprise(track.motion, detection.box) <= highestSurprise;
  if (!expected || distance > furthest) return undefined;
  return 1 - overlap + distance / 2;
}

function weakCost(track: Track, detection: Detection): number | undefined {
  const overlap = boxOverlap(boxOfKalman(track.motion), detection.box);
  return overlap < weakOverlap ? undefined : 1 - overlap;
}

/** A track that was named otherwise may take the box, but not before one that was named so. */
function kindCost(track: Track, detection: Detection): number {
  const named = Object.entries(track.votes).sort((a, b) => b[1] - a[1])[0];
  return !named || mayBeConfused(named[0], detection.kind) ? 0 : rivalKindCost;
}
