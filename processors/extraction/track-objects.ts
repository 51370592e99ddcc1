/**
 * One picture further: which sightings belong to which tracks. Settled tracks are checked at their
 * place; loose ones are kept alive by detections or by the foreground, whichever shows them. What
 * is left over begins new tracks.
 */
import { areaOf, overlapArea } from '../../kernel/geometry.ts';
import { beginTracks, healBackground, isStill } from './begin-tracks.ts';
import { checkSettled } from './check-settled.ts';
import { learnClothing } from './clothing.ts';
import { compareEdges } from './compare-edges.ts';
import { dropGhosts } from './drop-ghosts.ts';
import { endTracks, missTracks } from './end-tracks.ts';
import { type Blob, findBlobs, pixelsOf } from './find-blobs.ts';
import { boxOfKalman, correctKalman, predictKalman } from './kalman-box.ts';
import { matchBlobs } from './match-blobs.ts';
import { type DetectionMatch, matchDetections } from './match-detections.ts';
import type { Measurement } from './measurement.ts';
import type { Scene } from './scene.ts';
import { settleTracks } from './settle-tracks.ts';
import { minimumBlobArea, type Sight } from './sight.ts';
import { goneSince, growBox, looseTracks, seeTrack, type Track, uncutBox } from './track.ts';
import { isThing, movesItself } from './vote-kind.ts';

const lightRest = 5_000;

export function trackObjects(scene: Scene, sight: Sight): void {
  predictTracks(scene, sight);
  if (sight.detections) countAttempts(scene.tracks);
  const free = checkSettled(scene, sight);
  const matches = matchDetections(looseTracks(scene.tracks), free, sight.raster);
  const found = sight.foreground.reliable ? blobsBesideThings(scene, sight, matches) : [];
  const blobs = dropGhosts(scene, sight, matches, found);
  const loose = looseTracks(scene.tracks);
  const measurements = matchBlobs(loose, matches, blobs, sight);
  for (const measurement of measurements) takeMeasurement(measurement, sight);
  learnClothing(measurements, sight.raster);
  missTracks(
    loose.filter((track) => track.lastAt !== sight.at),
    sight,
  );
  const matched = new Set(matches.map((match) => match.detection));
  beginTracks(
    scene,
    sight,
    free.filter((detection) => !matched.has(detection)),
    blobs,
  );
  dropHoles(scene, sight, blobs);
  dropDoubles(scene, sight);
  settleTracks(scene, sight);
  endTracks(scene, sight.at);
}

function countAttempts(tracks: readonly Track[]): void {
  for (const track of tracks) {
    track.attempts += 1;
    track.unnoticed += 1;
  }
}

function predictTracks(scene: Scene, sight: Sight): void {
  const seconds = (sight.at - (scene.previousAt ?? sight.at)) / 1000;
  if (seconds <= 0) return;
  for (const track of looseTracks(scene.tracks))
    track.motion = predictKalman(track.motion, seconds);
}

function takeMeasurement(measurement: Measurement, sight: Sight): void {
  const { track, box, detection, foreground, measured } = measurement;
  track.partial = measured ? 0 : track.partial + 1;
  if (measured) {
    track.motion = correctKalman(track.motion, uncutBox(box, boxOfKalman(track.motion)));
  }
  seeTrack(track, { at: sight.at, box, detection, foreground });
}

/**
 * A bottle in a hand: its own detection explains its part of the blob, and the rest is the hand. The
 * place of a settled thing that is in doubt is explained by its going. People and vehicles keep
 * their whole blob; their boxes are not exact to the pixel.
 */
function blobsBesideThings(
  scene: Scene,
  sight: Sight,
  matches: readonly DetectionMatch[],
): readonly Blob[] {
  const things = matches.filter((match) => !movesItself(match.detection.kind));
  const doubted = scene.tracks.filter((track) => track.settled?.doubtedSince !== undefined);
  const boxes = [
    ...things.map((match) => match.detection.box),
    ...doubted.map((track) => growBox(track.anchor.box, 0.15)),
  ];
  if (boxes.length === 0) return sight.blobs;
  const { width, height } = sight.foreground;
  const mask = sight.foreground.mask.slice();
  for (const box of boxes) for (const pixel of pixelsOf(box, width, height)) mask[pixel] = 0;
  return findBlobs(mask, width, height, minimumBlobArea);
}

/**
 * Tracks that have come to follow the hole of something that was in the first picture: a hand that
 * took it, or nothing at all. The background is healed, and the track ends where it got stuck.
 */
function dropHoles(scene: Scene, sight: Sight, blobs: readonly Blob[]): void {
  for (const track of looseTracks(scene.tracks)) {
    if (track.lastAt !== sight.at || (track.detections > 0 && !isThing(track))) continue;
    const box = track.box;
    const blob = blobs.find((candidate) => isSameBox(candidate.box, box));
    if (!blob || !isStill(sight, blob)) continue;
    if (!isHoleNow(scene, sight, track, blob)) continue;
    healBackground(scene, sight, blob);
    drop(scene, track);
    if (track.anchor.at === track.firstAt) continue;
    goneSince(track, track.anchor.at);
    track.ending = 'lost';
    scene.ended.push(track);
  }
}

/** Or a patch of light, which has no contour at all: that is known when it has lain there for a while. */
function isHoleNow(scene: Scene, sight: Sight, track: Track, blob: Blob): boolean {
  const change = compareEdges(scene.background, sight.raster, blob);
  return change === 'removed' || (change === 'unclear' && sight.at - track.anchor.at >= lightRest);
}

const isSameBox = (a: Blob['box'], b: Blob['box']): boolean =>
  overlapArea(a, b) > 0.9 * Math.max(areaOf(a), areaOf(b));

/** An unnamed track inside the box of a named one is part of it. */
function dropDoubles(scene: Scene, sight: Sight): void {
  const seen = looseTracks(scene.tracks).filter((track) => track.lastAt === sight.at);
  for (const track of seen) {
    if (track.detections > 0) continue;
    const box = track.box;
    const part = seen.some(
      (other) =>
        other !== track && other.detections > 1 && overlapArea(other.box, box) >= 0.7 * areaOf(box),
    );
    if (part) drop(scene, track);
  }
}

function drop(scene: Scene, track: Track): void {
  scene.tracks = scene.tracks.filter((other) => other !== track);
}
