/**
 * Which blobs of the foreground belong to which loose track, and the box each track is measured at.
 * A blob that one track alone claims measures it to the pixel, picture after picture alike; where
 * several tracks share a blob, each keeps the box that its own motion predicts.
 */
import {
  areaOf,
  type Box,
  boxOverlap,
  centreOf,
  distanceBetween,
  overlapArea,
} from '../../kernel/geometry.ts';
import type { Detection } from '../domain/detection.ts';
import { type Blob, maskedShare } from './find-blobs.ts';
import { boxOfKalman } from './kalman-box.ts';
import type { DetectionMatch } from './match-detections.ts';
import { matchPairs } from './match-pairs.ts';
import type { Measurement } from './measurement.ts';
import type { Sight } from './sight.ts';
import { borderMargin, clipBox, growBox, sizeOf, type Track } from './track.ts';
import { isThing, movesItself } from './vote-kind.ts';

const claimShare = 0.5;
const agreement = 0.5;
const furthest = 1.5;
const suddenGrowth = 3;
const thingGrowth = 1.5;
const partShare = 0.6;
/** After so many pictures the part is taken for the whole. */
const mostPartial = 5;
const youngSightings = 4;
const keptShare = 0.3;

export function matchBlobs(
  tracks: readonly Track[],
  matches: readonly DetectionMatch[],
  blobs: readonly Blob[],
  sight: Sight,
): Measurement[] {
  const detectionOf = new Map(matches.map((match) => [match.track, match.detection]));
  const expected = new Map(
    tracks.map((track) => [
      track,
      detectionOf.get(track)?.box ?? clipBox(boxOfKalman(track.motion)),
    ]),
  );
  const claims = claimBlobs(tracks, expected, blobs);
  reachForBlobs(
    tracks.filter((track) => !detectionOf.has(track)),
    expected,
    blobs,
    claims,
  );
  return tracks.flatMap((track) => {
    const claimed = claims.filter((claim) => claim.track === track);
    const own = claimed.filter(
      (claim) => !claims.some((other) => other.track !== track && other.blob === claim.blob),
    );
    const evidence: Evidence = {
      track,
      expected: expected.get(track)!,
      detection: detectionOf.get(track),
      around: own.length > 0 ? boxAround(own.map((claim) => claim.blob.box)) : undefined,
      claimed: claimed.length > 0,
    };
    return measure(evidence, sight) ?? [];
  });
}

interface Evidence {
  readonly track: Track;
  readonly expected: Box;
  readonly detection: Detection | undefined;
  /** Around the blobs that nobody else claims. */
  readonly around: Box | undefined;
  /** It shares in some blob at least. */
  readonly claimed: boolean;
}

interface Claim {
  readonly track: Track;
  readonly blob: Blob;
}

const claimBlobs = (
  tracks: readonly Track[],
  expected: ReadonlyMap<Track, Box>,
  blobs: readonly Blob[],
): Claim[] =>
  tracks.flatMap((track) => {
    const box = expected.get(track)!;
    const grown = growBox(box, 0.15);
    return blobs
      .filter(
        (blob) =>
          overlapArea(grown, blob.box) >= claimShare * Math.min(areaOf(blob.box), areaOf(box)),
      )
      .map((blob) => ({ track, blob }));
  });

/** A track that moved further than expected takes the nearest blob nobody claims. */
function reachForBlobs(
  tracks: readonly Track[],
  expected: ReadonlyMap<Track, Box>,
  blobs: readonly Blob[],
  claims: Claim[],
): void {
  const lonely = tracks.filter((track) => !claims.some((claim) => claim.track === track));
  const free = blobs.filter((blob) => !claims.some((claim) => claim.blob === blob));
  const pairs = matchPairs(lonely, free, (track, blob) => {
    const box = expected.get(track)!;
    const size = Math.max(sizeOf(box), sizeOf(blob.box));
    const distance = distanceBetween(centreOf(box), centreOf(blob.box)) / size;
    const ratio = areaOf(box) / areaOf(blob.box);
    return distance > furthest || ratio > 5 || ratio < 0.2 ? undefined : distance;
  });
  for (const { row, column } of pairs) claims.push({ track: lonely[row]!, blob: free[column]! });
}

function measure(evidence: Evidence, sight: Sight): Measurement | undefined {
  const { track, expected, detection, around, claimed } = evidence;
  if (detection) {
    const agrees =
      around && movesItself(detection.kind) && boxOverlap(around, detection.box) >= agreement;
    const box = agrees ? around : detection.box;
    return { track, box, detection, foreground: claimed, measured: true };
  }
  if (around && !grewSuddenly(track, expected, around)) {
    const part = track.partial < mostPartial && isPart(expected, around);
    return { track, box: around, detection, foreground: true, measured: !part };
  }
  const { mask, width, height } = sight.foreground;
  if (!claimed || maskedShare(mask, width, height, expected) < keptShare) return undefined;
  return { track, box: expected, detection, foreground: true, measured: false };
}

/**
 * Another object has run into it; what comes in over an edge may grow as it likes. A thing does not
 * grow at all: the larger blob is the hand that takes it.
 */
function grewSuddenly(track: Track, expected: Box, around: Box): boolean {
  const growth = areaOf(around) / areaOf(expected);
  if (isThing(track)) return growth > thingGrowth;
  if (track.sightings < youngSightings) return false;
  return growth > suddenGrowth && !touchesBorder(expected) && !touchesBorder(around);
}

/** Only a part shows, because the rest looks like the background: no reason to turn round. */
const isPart = (expected: Box, around: Box): boolean =>
  areaOf(around) < partShare * areaOf(expected);

const touchesBorder = (box: Box): boolean =>
  box.x < borderMargin ||
  box.y < borderMargin ||
  box.x + box.width > 1 - borderMargin ||
  box.y + box.height > 1 - borderMargin;

function boxAround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
