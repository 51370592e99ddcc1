/** Which loose tracks are over: not seen for longer than their patience. */

import type { Instant } from '../../kernel/time.ts';
import { maskedShare } from './find-blobs.ts';
import { boxOfKalman } from './kalman-box.ts';
import type { Scene } from './scene.ts';
import type { Sight } from './sight.ts';
import { clipBox, isConfirmed, looseTracks, type Track } from './track.ts';

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
    const empty = [boxOfKalman(track.motion), track.box].every(
      (box) => maskedShare(mask, width, height, clipBox(box)) < emptyShare,
    );
    track.ending = empty ? 'gone' : 'lost';
  }
}

export function endTracks(scene: Scene, at: Instant): void {
  endWhere(scene, (track) => !track.settled && at - track.lastAt > patienceWith(track));
}

/** At the end of a chunk: ends what is known to be gone. */
export function endGoneTracks(scene: Scene): void {
  endWhere(scene, (track) => track.missed > 0 && track.ending === 'gone');
}

function patienceWith(track: Track): number {
  if (!isConfirmed(track)) return tentativePatience;
  return track.ending === 'gone' ? emptyPatience : patience;
}

function endWhere(scene: Scene, isOver: (track: Track) => boolean): void {
  const over = new Set(looseTracks(scene.tracks).filter(isOver));
  scene.tracks = scene.tracks.filter((track) => !over.has(track));
  for (const track of over) {
    if (track.samples.length === 0) tellLast(scene, track);
    scene.ended.push(track);
  }
}

/**
 * It was last seen at the very end of the chunk before, and not again: its going is told as of the
 * first picture of this chunk, because it must be told in some chunk.
 */
function tellLast(scene: Scene, track: Track): void {
  const first = scene.times[0];
  if (first === undefined || track.beginning !== 'continued') return;
  track.samples = [{ at: first, box: track.box }];
}
