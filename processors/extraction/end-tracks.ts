/** Which loose tracks are over: not seen for longer than their patience. */

import type { Box } from '../../kernel/geometry.ts';
import type { Instant } from '../../kernel/time.ts';
import { maskedShare } from './find-foreground.ts';
import { boxOfKalman, predictKalman } from './kalman-box.ts';
import type { Scene } from './scene.ts';
import type { Sight } from './sight.ts';
import { areaInPicture, clipBox, isConfirmed, looseTracks, type Track } from './track.ts';

/** Where the place is seen to be empty, one look more is enough. */
const emptyPatience = 700;
const patience = 1_500;
const tentativePatience = 400;
const emptyShare = 0.12;

/** Call with the loose tracks that were not seen in this picture. */
export function missTracks(tracks: readonly Track[], sight: Sight): void {
  if (!sight.foreground.reliable) return;
  const { mask, width, height } = sight.foreground;
  for (const track of tracks) {
    track.missed += 1;
    const empty = [boxOfKalman(track.motion), lastBox(track)].every(
      (box) => maskedShare(mask, width, height, clipBox(box)) < emptyShare,
    );
    track.ending = empty ? 'gone' : 'lost';
  }
}

export function endTracks(scene: Scene, at: Instant): void {
  endWhere(scene, (track) => !track.settled && at - track.lastAt > patienceWith(track));
}

/** At the end of a chunk: ends what is known to be gone, or will have left before the next picture. */
export function endGoneTracks(scene: Scene): void {
  endWhere(scene, (track) => {
    if (track.settled) return false;
    if (track.missed > 0) return track.ending === 'gone';
    if (!leavesBeforeNext(track, scene.intervalMs)) return false;
    track.ending = 'gone';
    return true;
  });
}

function patienceWith(track: Track): number {
  if (!isConfirmed(track)) return tentativePatience;
  return track.ending === 'gone' ? emptyPatience : patience;
}

function leavesBeforeNext(track: Track, intervalMs: number): boolean {
  const box = lastBox(track);
  const next = boxOfKalman(predictKalman(track.motion, intervalMs / 1000));
  return areaInPicture(next) < 0.1 * areaInPicture(box);
}

const lastBox = (track: Track): Box => track.samples.at(-1)?.box ?? track.anchor.box;

function endWhere(scene: Scene, isOver: (track: Track) => boolean): void {
  const over = new Set(looseTracks(scene.tracks).filter(isOver));
  scene.tracks = scene.tracks.filter((track) => !over.has(track));
  scene.ended.push(...over);
}
