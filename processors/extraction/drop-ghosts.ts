/**
 * Ghosts: somebody who stood in view when the background was learnt is part of it, and when he goes,
 * the empty place differs from it. A ghost is told from somebody who stands still by its contour,
 * which is in the background and not in the picture, and by what its track does meanwhile: whoever
 * moves of his own accord is where the detector sees him or where something moves, not where nothing
 * does. Ghosts are healed into the background and keep nobody alive.
 */
import { areaOf, type Box, boxOverlap, overlapArea } from '../../kernel/geometry.ts';
import { healBackground } from './begin-tracks.ts';
import { compareEdges } from './compare-edges.ts';
import { type Blob, coveredShare } from './find-blobs.ts';
import type { DetectionMatch } from './match-detections.ts';
import type { Scene } from './scene.ts';
import type { Sight } from './sight.ts';
import { goneSince, growBox, looseTracks, type Track } from './track.ts';
import { isThing } from './vote-kind.ts';

/** Share of a blob's pixels that moved since the picture before. */
const stillShare = 0.2;
const movingShare = 0.3;
/** How much of a blob lies around the track that holds it, or under the box of a detection. */
const heldShare = 0.5;
const supportShare = 0.3;
/** The detector was asked so often and for so long, and saw nobody there. */
const fewestLooks = 3;
const longestUnnoticed = 1_000;
/**
 * So long a healed place is young: it was painted from one picture, in which the shadow or the
 * reflection of whoever was going may still have lain on it.
 */
const youngFor = 5_000;
const withinShare = 0.8;

/** Returns the blobs that are no ghosts. Ends the tracks that had nothing but a ghost. */
export function dropGhosts(
  scene: Scene,
  sight: Sight,
  matches: readonly DetectionMatch[],
  blobs: readonly Blob[],
): readonly Blob[] {
  scene.healed = scene.healed.filter(({ at }) => sight.at - at < youngFor);
  return blobs.filter((blob) => {
    if (isDetected(sight, blob)) return true;
    const young = scene.healed.some(({ box }) => isWithin(blob.box, growBox(box, 0.1)));
    const holders = looseTracks(scene.tracks).filter((track) => holds(track, blob));
    const stay = holders.filter((track) => !isElsewhere(track, blob, blobs, matches, sight));
    if ((stay.length > 0 || holders.length === 0) && !isAtRest(sight, blob)) return true;
    if (stay.some((track) => isThing(track) || !hasOnlyGhost(track, young, sight))) return true;
    if (!isGhost(scene, sight, blob, young, holders)) return true;
    healBackground(scene, sight, blob);
    if (!young) scene.healed.push({ at: sight.at, box: blob.box });
    for (const track of stay) endWhereNoticed(scene, track);
    return false;
  });
}

/** What nobody has held is left to those who begin tracks. */
function isGhost(
  scene: Scene,
  sight: Sight,
  blob: Blob,
  young: boolean,
  holders: readonly Track[],
): boolean {
  if (holders.length === 0 && !young) return false;
  const change = compareEdges(scene.background, sight.raster, blob);
  return change === 'removed' || (young && change === 'unclear');
}

const holds = (track: Track, blob: Blob): boolean =>
  overlapArea(growBox(track.box, 0.15), blob.box) >= heldShare * areaOf(blob.box);

const isAtRest = (sight: Sight, blob: Blob): boolean =>
  coveredShare(sight.motion, blob) <= stillShare;

const isDetected = (sight: Sight, blob: Blob): boolean =>
  sight.detections?.some(({ box }) => boxOverlap(box, blob.box) >= supportShare) ?? false;

const isWithin = (small: Box, large: Box): boolean =>
  overlapArea(small, large) >= withinShare * areaOf(small);

/**
 * Its own detection, or a part of it that moves much more, is beside the blob. A place that has just
 * been revealed differs from the picture before and seems to move a little, too.
 */
function isElsewhere(
  track: Track,
  blob: Blob,
  blobs: readonly Blob[],
  matches: readonly DetectionMatch[],
  sight: Sight,
): boolean {
  const detection = matches.find((match) => match.track === track)?.detection;
  if (detection) {
    const beside = overlapArea(detection.box, blob.box) < supportShare * areaOf(blob.box);
    return beside && isAtRest(sight, blob);
  }
  const least = Math.max(movingShare, 2 * coveredShare(sight.motion, blob));
  return blobs.some(
    (other) => other !== blob && holds(track, other) && coveredShare(sight.motion, other) >= least,
  );
}

/** Nobody ever named it, or the detector sees it no more. */
const hasOnlyGhost = (track: Track, young: boolean, sight: Sight): boolean =>
  track.detections === 0
    ? young
    : track.unnoticed >= fewestLooks && sight.at - track.noticedAt >= longestUnnoticed;

/** It was last there when it was last seen to be there or to move; unnamed, it never was. */
function endWhereNoticed(scene: Scene, track: Track): void {
  scene.tracks = scene.tracks.filter((other) => other !== track);
  if (track.detections === 0) return;
  goneSince(track, Math.max(track.noticedAt, track.anchor.at) + 1);
  track.ending = 'lost';
  scene.ended.push(track);
}
