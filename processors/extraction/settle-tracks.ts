/**
 * What has come to rest becomes part of the background, and the picture without it is remembered:
 * things at once, vehicles and what was never named after a while, people never (they would be
 * learnt where they stand, and the empty room would be foreground for ever).
 */

import type { Kind } from '../domain/kind.ts';
import { hypernyms, unnamedKind } from '../domain/kind.ts';
import { paintBackground } from './background-model.ts';
import { maskedShare, pixelsOf } from './find-blobs.ts';
import { alikeSince } from './place-history.ts';
import type { Scene } from './scene.ts';
import type { Sight } from './sight.ts';
import { growBox, looseTracks, type Track } from './track.ts';
import { movesItself, voteKind } from './vote-kind.ts';

const thingRest = 750;
const vehicleRest = 10_000;
const unnamedRest = 20_000;
const movingShare = 0.04;

export function settleTracks(scene: Scene, sight: Sight): void {
  const { foreground } = sight;
  if (!foreground.reliable || foreground.shift.x !== 0 || foreground.shift.y !== 0) return;
  for (const track of looseTracks(scene.tracks)) {
    const { kind, assumed } = voteKind(track, sight.profile);
    const rest = restNeeded(kind, assumed);
    if (track.missed > 0 || sight.at - track.anchor.at < rest) continue;
    const { motion } = sight;
    if (maskedShare(motion, foreground.width, foreground.height, track.anchor.box) > movingShare)
      continue;
    settle(scene, sight, track);
    if (!movesItself(kind)) datePutDown(scene, sight, track);
  }
}

function restNeeded(kind: Kind, assumed: boolean): number {
  if (!movesItself(kind)) return thingRest;
  if (hypernyms.vehicle!.includes(kind)) return vehicleRest;
  return kind === unnamedKind || assumed ? unnamedRest : Number.POSITIVE_INFINITY;
}

function settle(scene: Scene, sight: Sight, track: Track): void {
  const { mask, width, height, gain } = sight.foreground;
  const place = pixelsOf(growBox(track.anchor.box, 0.05), width, height);
  const differing = place.filter((pixel) => mask[pixel]);
  const pixels = differing.length >= 0.15 * place.length ? differing : place;
  const under = paintBackground(scene.background, sight.raster, gain, pixels);
  track.settled = { pixels, under: pixels === place ? undefined : under, doubtedSince: undefined };
}

/**
 * A thing on its way to its place, in somebody's hand, is not yet there; and it may have stood there
 * before the hand let go and the thing was seen as such.
 */
function datePutDown(scene: Scene, sight: Sight, track: Track): void {
  if (track.beginning !== 'came') return;
  const { box } = track.anchor;
  const since = alikeSince(
    scene.past,
    { at: sight.at, raster: sight.raster, gain: sight.foreground.gain },
    track.settled!.pixels,
  );
  track.samples = scene.times.filter((at) => at >= since).map((at) => ({ at, box }));
  track.firstAt = since;
  track.firstBox = box;
  track.anchor = { at: since, box };
  track.travelled = 0;
}
