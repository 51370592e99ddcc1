/**
 * Motion gating: which pictures the detector must look at. Where nothing changed and every track is
 * named, it looks only now and then; the foreground keeps watching every picture.
 */

import { areaOf, overlapArea } from '../../kernel/geometry.ts';
import type { Instant } from '../../kernel/time.ts';
import { type Blob, setShare } from './find-blobs.ts';
import type { Scene } from './scene.ts';
import type { Sight } from './sight.ts';
import { growBox, isConfirmed, type Track } from './track.ts';
import { isThing } from './vote-kind.ts';

/** How long the detector may look away, by what is in the picture. */
const idleInterval = 5_000;
const restingInterval = 2_500;
const namedInterval = 500;
const motionNeeded = 0.001;
/** A sum of scores that leaves no doubt, or so many tries that more will not help. */
const namedWeight = 3;
const enoughTries = 40;
/** Looks in vain in a row, after which more will not help. */
const enoughLooks = 4;

/** `lastDetectionAt` is undefined at the start of a chunk. */
export function needsDetection(
  scene: Scene,
  sight: Sight,
  lastDetectionAt: Instant | undefined,
): boolean {
  if (lastDetectionAt === undefined || sight.at < scene.freshUntil) return true;
  const since = sight.at - lastDetectionAt;
  const doubtful = scene.tracks.some(isDoubtful);
  const unexplained = sight.blobs.some((blob) => !isExplained(blob, scene.tracks));
  if (doubtful || unexplained) return true;
  if (setShare(sight.motion) > motionNeeded) return since >= namedInterval;
  return since >= (scene.tracks.length > 0 ? restingInterval : idleInterval);
}

/** Not yet believed, not yet named, or just lost. */
function isDoubtful(track: Track): boolean {
  if (track.missed > 0 || !isConfirmed(track) || track.settled?.doubtedSince !== undefined)
    return true;
  if (!track.settled && isThing(track)) return true;
  if (!track.settled && isOverlooked(track)) return true;
  const weight = Math.max(0, ...Object.values(track.votes));
  return weight < namedWeight && track.sightings < enoughTries;
}

/** Named, but not seen the last times: it may have gone and left its track behind. */
const isOverlooked = (track: Track): boolean =>
  track.detections > 0 && track.unnoticed > 0 && track.unnoticed < enoughLooks;

const isExplained = (blob: Blob, tracks: readonly Track[]): boolean =>
  tracks.some((track) => overlapArea(growBox(track.box, 0.25), blob.box) >= 0.7 * areaOf(blob.box));
