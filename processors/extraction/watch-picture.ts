/**
 * One picture taken into the scene: foreground and motion first, then, with or without detections,
 * the tracks, then the background learns from what nothing covers.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Detection } from '../domain/detection.ts';
import type { StreamProfile } from '../domain/stream-profile.ts';
import { learnBackground, startBackground } from './background-model.ts';
import { findBlobs, pixelsOf, setShare } from './find-blobs.ts';
import { findForeground } from './find-foreground.ts';
import { findMotion } from './find-motion.ts';
import { pickDetections } from './pick-detections.ts';
import { mostPastPictures } from './place-history.ts';
import { freshFor, type Scene } from './scene.ts';
import { minimumBlobArea, type Sight } from './sight.ts';
import { growBox, looseTracks } from './track.ts';
import { trackObjects } from './track-objects.ts';

/** A pause this long: everything loose may have changed places. */
const pauseMs = 2_000;
/** After a shake or a flash, what differs without a name is more likely that than an object. */
const unsteadyFor = 2_000;
/**
 * So many pictures in a row in which nearly everything differs, and it is another scene: fewer when
 * they are like each other. A strobe is neither.
 */
const longestUpheaval = 8;
const quietUpheaval = 3;
const quietShare = 0.15;
/** Weight of a new interval between pictures in the running mean. */
const intervalRate = 0.1;

export function lookAt(scene: Scene, raster: Picture, at: Instant, profile: StreamProfile): Sight {
  measureInterval(scene, at);
  const foreground = findForeground(scene.background, raster);
  const { width, height, shift, reliable } = foreground;
  if (shift.x !== 0 || shift.y !== 0 || !reliable) scene.unsteadyUntil = at + unsteadyFor;
  const blobs = foreground.reliable
    ? findBlobs(foreground.mask, width, height, minimumBlobArea)
    : [];
  const motion = findMotion(scene.previous, raster);
  return { at, raster, foreground, blobs, motion, detections: undefined, profile };
}

export function takeIn(
  scene: Scene,
  sight: Sight,
  detections: readonly Detection[] | undefined,
): void {
  scene.times.push(sight.at);
  const picked = detections && pickDetections(detections, sight.profile.kinds);
  trackObjects(scene, { ...sight, detections: picked });
  if (!restartAfterUpheaval(scene, sight)) learn(scene, sight);
  scene.past.push({ at: sight.at, raster: sight.raster, gain: sight.foreground.gain });
  if (scene.past.length > mostPastPictures) scene.past.shift();
  scene.previous = sight.raster;
  scene.previousAt = sight.at;
}

function measureInterval(scene: Scene, at: Instant): void {
  if (scene.previousAt === undefined) return;
  const interval = at - scene.previousAt;
  if (interval > pauseMs) resumeAfterPause(scene, at);
  else scene.intervalMs += intervalRate * (interval - scene.intervalMs);
}

/** Nobody knows what happened meanwhile: loose tracks are dropped, places are looked at again. */
function resumeAfterPause(scene: Scene, at: Instant): void {
  scene.ended.push(...looseTracks(scene.tracks));
  scene.tracks = scene.tracks.filter((track) => track.settled);
  scene.previous = undefined;
  scene.previousAt = undefined;
  scene.freshUntil = at + freshFor;
}

/** A cut, a turned camera, another light: what was known of the picture is worth nothing now. */
function restartAfterUpheaval(scene: Scene, sight: Sight): boolean {
  const { reliable, dark } = sight.foreground;
  scene.upheavals = reliable || dark ? 0 : scene.upheavals + 1;
  const settled = setShare(sight.motion) < quietShare;
  if (scene.upheavals < (settled ? quietUpheaval : longestUpheaval)) return false;
  scene.background = startBackground(sight.raster);
  scene.ended.push(...scene.tracks);
  scene.tracks = [];
  scene.upheavals = 0;
  scene.freshUntil = sight.at + freshFor;
  return true;
}

function learn(scene: Scene, sight: Sight): void {
  const { foreground, raster } = sight;
  if (!foreground.reliable) return;
  const { width, height, gain, shift } = foreground;
  const covered = new Uint8Array(width * height);
  for (const blob of sight.blobs) for (const pixel of blob.pixels) covered[pixel] = 1;
  for (const track of looseTracks(scene.tracks)) {
    const box = track.box;
    for (const pixel of pixelsOf(growBox(box, 0.05), width, height)) covered[pixel] = 1;
  }
  learnBackground(scene.background, raster, gain, shift, covered);
}
