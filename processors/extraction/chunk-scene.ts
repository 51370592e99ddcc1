/** The scene at the borders of chunks: taken over at the start, told and cleared at the end. */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Instant } from '../../kernel/time.ts';
import { endGoneTracks } from './end-tracks.ts';
import type { Reported } from './observations-of.ts';
import { type Scene, startScene } from './scene.ts';

/** The scene of the chunk before, or a new one when there is none that fits the picture. */
export function openScene(scene: Scene | undefined, picture: Picture, at: Instant): Scene {
  const fits =
    scene && scene.background.width === picture.width && scene.background.height === picture.height;
  return fits ? scene : startScene(picture, at);
}

/** Ends what is gone, reports, and makes the scene ready for the next chunk. */
export function closeChunk(scene: Scene, report: (scene: Scene) => Reported[]): Reported[] {
  endGoneTracks(scene);
  const reported = report(scene);
  for (const { track, states } of reported) {
    track.beginning = 'continued';
    track.moved = states.moving;
    track.zones = states.zones;
  }
  for (const track of scene.tracks) {
    track.samples = [];
    track.newVotes = {};
  }
  scene.ended = [];
  scene.times = [];
  scene.past = [];
  return reported;
}
