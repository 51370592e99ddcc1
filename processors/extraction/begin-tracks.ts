/**
 * New tracks from what no running track explains: strong detections, weak ones that the foreground
 * supports, and blobs. A blob that is only the hole left by something that was part of the
 * background is no object: the background is healed there instead.
 */
import { areaOf, type Box, boxOverlap, overlapArea } from '../../kernel/geometry.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Detection } from '../domain/detection.ts';
import { paintBackground } from './background-model.ts';
import { compareEdges } from './compare-edges.ts';
import { type Blob, coveredShare, maskedShare, pixelsOf } from './find-blobs.ts';
import { startKalman } from './kalman-box.ts';
import { noLooks } from './looks.ts';
import { isInside, sameBoxOverlap } from './pick-detections.ts';
import type { Scene } from './scene.ts';
import type { Sight } from './sight.ts';
import { growBox, seeTrack, type Track } from './track.ts';
import { mayBeConfused } from './vote-kind.ts';

/** A box that nothing else supports must be this sure. */
const aloneScore = 0.5;
/** Weakest true boxes score 0.19 to 0.33. */
const supportedScore = 0.18;
const supportShare = 0.3;
/** Less foreground than this under a sure box: it is part of the background. */
const backgroundShare = 0.15;
const sameObject = 0.45;
const explainedShare = 0.5;
const takenShare = 0.5;
const stillShare = 0.05;

export function beginTracks(
  scene: Scene,
  sight: Sight,
  detections: readonly Detection[],
  blobs: readonly Blob[],
): void {
  for (const detection of detections) {
    if (!isKnown(scene, sight.at, detection)) beginFromDetection(scene, sight, detection);
  }
  for (const blob of blobs) {
    if (isExplained(scene, sight, blob)) continue;
    if (isHole(scene, sight, blob)) healBackground(scene, sight, blob);
    else if (sight.at >= scene.unsteadyUntil) begin(scene, sight, blob.box, undefined, true);
  }
}

function beginFromDetection(scene: Scene, sight: Sight, detection: Detection): void {
  const { mask, width, height, reliable } = sight.foreground;
  const support = reliable ? maskedShare(mask, width, height, detection.box) : 0;
  const supported =
    detection.score >= supportedScore &&
    support >= supportShare &&
    !isTaken(scene, sight, detection.box);
  if (!supported && detection.score < aloneScore) return;
  const track = begin(scene, sight, detection.box, detection, support >= supportShare);
  const still =
    !scene.previous || maskedShare(sight.motion, width, height, detection.box) < stillShare;
  if (reliable && still && support < backgroundShare) settleAtOnce(scene, sight, track);
}

/** It looks like the background because it is in it: it has been there as long as that. */
function settleAtOnce(scene: Scene, sight: Sight, track: Track): void {
  const { width, height } = sight.foreground;
  const { box } = track.anchor;
  track.settled = {
    pixels: pixelsOf(growBox(box, -0.1), width, height),
    under: undefined,
    doubtedSince: undefined,
  };
  track.beginning = 'there';
  track.samples = scene.times.map((at) => ({ at, box }));
  track.firstAt = scene.times[0] ?? sight.at;
  track.anchor = { at: track.firstAt, box };
}

function begin(
  scene: Scene,
  sight: Sight,
  box: Box,
  detection: Detection | undefined,
  foreground: boolean,
): Track {
  const { at } = sight;
  const track: Track = {
    id: scene.nextTrackId++,
    motion: startKalman(box),
    votes: {},
    newVotes: {},
    detections: 0,
    attempts: 0,
    unnoticed: 0,
    noticedAt: at,
    partial: 0,
    sightings: 0,
    foregroundSightings: 0,
    firstAt: at,
    firstBox: box,
    lastAt: at,
    box,
    beginning: at < scene.freshUntil ? 'there' : 'came',
    ending: 'open',
    missed: 0,
    anchor: { at, box },
    travelled: 0,
    settled: undefined,
    looks: noLooks(),
    clothing: undefined,
    moved: false,
    zones: [],
    samples: [],
  };
  seeTrack(track, { at, box, detection, foreground });
  scene.tracks.push(track);
  return track;
}

/** The foreground under the box belongs to a track that was seen in this picture. */
const isTaken = (scene: Scene, sight: Sight, box: Box): boolean =>
  scene.tracks.some(
    (track) => track.lastAt === sight.at && overlapArea(track.box, box) >= takenShare * areaOf(box),
  );

/** Doubles a track that has just been seen. */
const isKnown = (scene: Scene, at: Instant, detection: Detection): boolean =>
  scene.tracks.some((track) => {
    if (track.lastAt !== at) return false;
    const box = track.box;
    if (boxOverlap(box, detection.box) >= sameBoxOverlap) return true;
    const kinds = Object.keys(track.votes);
    if (kinds.length > 0 && !kinds.some((kind) => mayBeConfused(kind, detection.kind)))
      return false;
    return (
      boxOverlap(box, detection.box) >= sameObject ||
      isInside(detection.box, box) ||
      isInside(box, detection.box)
    );
  });

/** Most of the blob lies in the boxes of tracks that were seen in this picture. */
function isExplained(scene: Scene, sight: Sight, blob: Blob): boolean {
  const { width } = sight.foreground;
  const { height } = sight.foreground;
  const boxes = scene.tracks
    .filter((track) => track.lastAt === sight.at)
    .map((track) => growBox(track.box, 0.2))
    .filter((box) => overlapArea(box, blob.box) > 0);
  if (boxes.length === 0) return false;
  let inside = 0;
  for (const pixel of blob.pixels) {
    const x = ((pixel % width) + 0.5) / width;
    const y = (Math.floor(pixel / width) + 0.5) / height;
    if (boxes.some((box) => contains(box, x, y))) inside += 1;
  }
  return inside >= explainedShare * blob.pixels.length;
}

const contains = (box: Box, x: number, y: number): boolean =>
  x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;

function isHole(scene: Scene, sight: Sight, blob: Blob): boolean {
  return isStill(sight, blob) && compareEdges(scene.background, sight.raster, blob) === 'removed';
}

export const isStill = (sight: Sight, blob: Blob): boolean =>
  coveredShare(sight.motion, blob) <= stillShare;

export function healBackground(scene: Scene, sight: Sight, blob: Blob): void {
  const { width, height } = sight.foreground;
  const pixels = rimmed(blob.pixels, width, height);
  paintBackground(scene.background, sight.raster, sight.foreground.gain, pixels);
}

/** The pixels and their neighbours: the rim of a hole is half object. */
function rimmed(pixels: Int32Array, width: number, height: number): Int32Array {
  const all = new Set<number>(pixels);
  for (const pixel of pixels) {
    const x = pixel % width;
    if (x > 0) all.add(pixel - 1);
    if (x < width - 1) all.add(pixel + 1);
    if (pixel >= width) all.add(pixel - width);
    if (pixel < width * (height - 1)) all.add(pixel + width);
  }
  return Int32Array.from(all);
}
