/**
 * Settled tracks are part of the background: each is present as long as its place looks the same.
 * When the place looks different it was moved, taken away, or somebody stands in front of it.
 */
import { areaOf, boxOverlap, overlapArea } from '../../kernel/geometry.ts';
import type { Detection } from '../domain/detection.ts';
import { paintBackground, restoreBackground } from './background-model.ts';
import { pixelsOf } from './find-blobs.ts';
import type { Scene } from './scene.ts';
import type { Sight } from './sight.ts';
import { goneSince, growBox, looseTracks, type Settled, seeTrack, type Track } from './track.ts';
import { isThing, mayBeConfused, movesItself, voteKind } from './vote-kind.ts';

/** Share of its pixels that must differ before its presence is doubted. */
const doubtShare = 0.45;
/** A doubt is over only when less than this differs. */
const calmShare = 0.2;
const underShare = 0.6;
/** Of 255: how close to the picture without it counts as being that picture. */
const underTolerance = 22;
const doubtFor = 750;
/** The light has changed since: what was under it is better learnt anew. */
const agedAfter = 120_000;
const stirredShare = 0.15;
const mostUnnoticed = 4;
const sameBox = 0.45;
const besideBox = 0.1;
const occludedShare = 0.3;
const movingShare = 0.04;
const longestOcclusion = 60_000;

/** Returns the detections that belong to no settled track. */
export function checkSettled(scene: Scene, sight: Sight): Detection[] {
  const free = new Set(sight.detections ?? []);
  for (const track of [...scene.tracks]) {
    if (!track.settled) continue;
    const detection = ownDetection(track, free);
    if (detection) free.delete(detection);
    const lifted = !detection && isLifted(sight, track, track.settled, free);
    checkTrack(scene, sight, track, track.settled, detection, lifted);
  }
  return [...free];
}

function ownDetection(track: Track, free: ReadonlySet<Detection>): Detection | undefined {
  const named = Object.keys(track.votes);
  return [...free].find(
    (detection) =>
      boxOverlap(detection.box, track.anchor.box) >= sameBox &&
      (named.length === 0 || named.some((kind) => mayBeConfused(kind, detection.kind))),
  );
}

/**
 * The first sign that a thing is being taken: something moves there, and the detector sees such a
 * thing beside the place and none at it.
 */
function isLifted(
  sight: Sight,
  track: Track,
  settled: Settled,
  free: ReadonlySet<Detection>,
): boolean {
  if (!isThing(track) || !isMoving(settled, sight)) return false;
  return [...free].some(
    (detection) =>
      !movesItself(detection.kind) && boxOverlap(detection.box, track.anchor.box) > besideBox,
  );
}

function checkTrack(
  scene: Scene,
  sight: Sight,
  track: Track,
  settled: Settled,
  detection: Detection | undefined,
  lifted: boolean,
): void {
  const { foreground } = sight;
  const uncertain = !foreground.reliable || foreground.shift.x !== 0 || foreground.shift.y !== 0;
  const differing = shareOf(settled.pixels, foreground.mask);
  const limit = settled.doubtedSince === undefined ? doubtShare : calmShare;
  const calm = differing < limit && !lifted && !hasStolenAway(track, differing, sight);
  if (uncertain || calm || (detection && differing < 0.8)) {
    track.settled = { ...settled, doubtedSince: undefined };
    seeTrack(track, { at: sight.at, box: track.anchor.box, detection, foreground: false });
    return;
  }
  if (hasStolenAway(track, differing, sight)) {
    loosen(scene, track, settled);
    return;
  }
  const since = settled.doubtedSince ?? sight.at;
  track.settled = { ...settled, doubtedSince: since };
  const decide =
    differing < doubtShare ? 'unclear' : verdictOn(scene, sight, track, settled, since);
  if (decide === 'gone') leave(scene, sight, track, since);
  else if (decide === 'moved') loosen(scene, track, settled);
  else wait(track, sight);
}

function verdictOn(
  scene: Scene,
  sight: Sight,
  track: Track,
  settled: Settled,
  since: number,
): 'gone' | 'moved' | 'unclear' {
  if (showsUnder(settled, sight)) return 'gone';
  if (sight.at - since < longestOcclusion && isOccluded(scene, track)) return 'unclear';
  if (movesItself(voteKind(track, sight.profile).kind)) return 'moved';
  const waits = isMoving(settled, sight) || sight.at - since < doubtFor;
  return waits ? 'unclear' : 'gone';
}

/** Somebody who was there from the start and whom the detector sees no more, where something changed. */
const hasStolenAway = (track: Track, differing: number, sight: Sight): boolean =>
  differing >= stirredShare &&
  track.unnoticed >= mostUnnoticed &&
  movesItself(voteKind(track, sight.profile).kind);

/** Presumed present: taken back by `goneSince` when it turns out to have gone. */
const wait = (track: Track, sight: Sight): void =>
  seeTrack(track, { at: sight.at, box: track.anchor.box, detection: undefined, foreground: false });

function leave(scene: Scene, sight: Sight, track: Track, since: number): void {
  const settled = track.settled!;
  if (settled.under) restoreBackground(scene.background, settled.under);
  if (!settled.under || sight.at - track.anchor.at > agedAfter) healPlace(scene, sight, track);
  goneSince(track, since);
  scene.tracks = scene.tracks.filter((other) => other !== track);
  scene.ended.push(track);
}

/** The thing was larger than the core it was judged by: all that differs around it was it. */
function healPlace(scene: Scene, sight: Sight, track: Track): void {
  const { mask, width, height, gain } = sight.foreground;
  const core = new Set(track.settled!.pixels);
  const around = pixelsOf(growBox(track.anchor.box, 0.2), width, height);
  const place = around.filter((pixel) => mask[pixel] || core.has(pixel));
  paintBackground(scene.background, sight.raster, gain, place);
}

/** It drives off: followed from picture to picture again. */
function loosen(scene: Scene, track: Track, settled: Settled): void {
  if (settled.under) restoreBackground(scene.background, settled.under);
  track.settled = undefined;
}

function showsUnder(settled: Settled, sight: Sight): boolean {
  const { under } = settled;
  if (!under) return false;
  const { data } = sight.raster;
  let matching = 0;
  under.pixels.forEach((pixel, i) => {
    const close = [0, 1, 2].every((channel) => {
      const expected = under.mean[i * 3 + channel]! * sight.foreground.gain[channel]!;
      return Math.abs(data[pixel * 3 + channel]! - Math.min(255, expected)) < underTolerance;
    });
    if (close) matching += 1;
  });
  return matching >= underShare * under.pixels.length;
}

/** A named track of another object covers a good part of the place. */
const isOccluded = (scene: Scene, track: Track): boolean =>
  looseTracks(scene.tracks).some(
    (other) =>
      other.detections > 0 &&
      other.missed === 0 &&
      !isThing(other) &&
      overlapArea(other.anchor.box, track.anchor.box) >= occludedShare * areaOf(track.anchor.box),
  );

const isMoving = (settled: Settled, sight: Sight): boolean =>
  shareOf(settled.pixels, sight.motion) > movingShare;

function shareOf(pixels: Int32Array, mask: Uint8Array): number {
  let count = 0;
  for (const pixel of pixels) count += mask[pixel]!;
  return pixels.length > 0 ? count / pixels.length : 0;
}
