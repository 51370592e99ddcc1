/**
 * What the extractor knows of a stream's picture from frame to frame and from chunk to chunk: the
 * background and the tracks. One owner updates it in place; `scene-codec.ts` packs it between chunks.
 */
import type { Picture } from '../../ingest/domain/frame.ts';
import type { Box } from '../../kernel/geometry.ts';
import type { Instant } from '../../kernel/time.ts';
import { type Background, startBackground } from './background-model.ts';
import type { PastPicture } from './place-history.ts';
import type { Track } from './track.ts';

export interface HealedPlace {
  readonly at: Instant;
  readonly box: Box;
}

export interface Scene {
  background: Background;
  /** Open tracks, the oldest first. */
  tracks: Track[];
  /** Tracks that ended in this chunk. */
  ended: Track[];
  nextTrackId: number;
  /** The raster of the picture before, within this chunk. */
  previous: Picture | undefined;
  previousAt: Instant | undefined;
  /** Usual time between pictures. */
  intervalMs: number;
  /** Until then, what is found was there before anybody looked. */
  freshUntil: Instant;
  /** Until then the camera counts as shaking, or the light as flashing. */
  unsteadyUntil: Instant;
  /** Places of the background that were painted lately, because what stood there had gone. */
  healed: HealedPlace[];
  /** Pictures in a row in which nearly everything differed. */
  upheavals: number;
  /** Instants of the pictures of this chunk. */
  times: Instant[];
  /** The last pictures of this chunk. */
  past: PastPicture[];
}

/** After the first picture, or after a pause: whoever is found so soon did not just come. */
export const freshFor = 600;
const defaultInterval = 250;

export const startScene = (picture: Picture, at: Instant): Scene => ({
  background: startBackground(picture),
  tracks: [],
  ended: [],
  nextTrackId: 1,
  previous: undefined,
  previousAt: undefined,
  intervalMs: defaultInterval,
  freshUntil: at + freshFor,
  unsteadyUntil: 0,
  healed: [],
  upheavals: 0,
  times: [],
  past: [],
});
