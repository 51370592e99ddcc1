/**
 * A track: the sightings of one object inside one chunk, and what must be known of it to go on in
 * the next. It is `loose` (followed from picture to picture) or `settled`: part of the background,
 * because it was there from the start or has come to rest, and present as long as its place looks
 * the same.
 */
import { type Box, blendBoxes } from '../../kernel/geometry.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Detection } from '../domain/detection.ts';
import type { Kind } from '../domain/kind.ts';
import type { Patch } from './background-model.ts';
import type { KalmanBox } from './kalman-box.ts';
import type { Looks } from './looks.ts';

export interface Sample {
  readonly at: Instant;
  readonly box: Box;
  /** Only a part of it showed, or the box is only predicted: no measure of its motion. */
  readonly partial?: boolean;
}

/** `there`: before anybody looked; `came`: seen to come; `continued`: told of in the chunk before. */
export type Beginning = 'there' | 'came' | 'continued';
/** `open`: still in the picture; `gone`: seen to have gone; `lost`: not known. */
export type Ending = 'open' | 'gone' | 'lost';

export interface Settled {
  /** Raster pixels it is judged by. */
  readonly pixels: Int32Array;
  /** The picture without it, where that was ever seen. */
  readonly under: Patch | undefined;
  /** Since when its place has looked different. */
  doubtedSince: Instant | undefined;
}

export interface Track {
  readonly id: number;
  motion: KalmanBox;
  /** Sum of scores per kind. */
  votes: Record<Kind, number>;
  /** Those of this chunk. */
  newVotes: Record<Kind, number>;
  detections: number;
  /** Times the detector looked while the track lived. */
  attempts: number;
  /** Pictures in which it was seen, over its whole life. */
  sightings: number;
  /** Sightings in which the foreground agreed. */
  foregroundSightings: number;
  firstAt: Instant;
  firstBox: Box;
  lastAt: Instant;
  /** Where it was last seen. */
  box: Box;
  beginning: Beginning;
  ending: Ending;
  /** Times the detector looked since it last saw the track. */
  unnoticed: number;
  /** When the detector last saw it; before that, since when it is tracked. */
  noticedAt: Instant;
  /** Sightings in a row in which only a part showed, or the box was only predicted. */
  partial: number;
  /** Pictures since the last sighting. */
  missed: number;
  /** Where it has been resting and since when; renewed as it moves. */
  anchor: Sample;
  /** Furthest it has been from where it was first seen, in sizes of itself. */
  travelled: number;
  settled: Settled | undefined;
  looks: Looks;
  /** Means of its colours while nobody covered it; see `clothing.ts`. */
  clothing: readonly number[] | undefined;
  /** At the end of the chunk before: whether it moved, and the zones it was in. */
  moved: boolean;
  zones: readonly string[];
  /** Of this chunk only. */
  samples: Sample[];
}

export const sizeOf = (box: Box): number => Math.sqrt(box.width * box.height);

/** Picture coordinates run over the whole picture; what lies outside is cut off. */
export function clipBox(box: Box): Box {
  const x = Math.min(1, Math.max(0, box.x));
  const y = Math.min(1, Math.max(0, box.y));
  return {
    x,
    y,
    width: Math.max(0, Math.min(1, box.x + box.width) - x),
    height: Math.max(0, Math.min(1, box.y + box.height) - y),
  };
}

export const growBox = (box: Box, share: number): Box =>
  clipBox({
    x: box.x - box.width * share,
    y: box.y - box.height * share,
    width: box.width * (1 + 2 * share),
    height: box.height * (1 + 2 * share),
  });

export const looseTracks = (tracks: readonly Track[]): Track[] =>
  tracks.filter((track) => !track.settled);

export interface Sighting extends Sample {
  readonly detection: Detection | undefined;
  /** The foreground shows it too. */
  readonly foreground: boolean;
}

export function seeTrack(track: Track, sighting: Sighting): void {
  const { at, box, detection } = sighting;
  track.sightings += 1;
  if (sighting.foreground) track.foregroundSightings += 1;
  if (detection) {
    track.detections += 1;
    track.unnoticed = 0;
    track.noticedAt = at;
    for (const votes of [track.votes, track.newVotes]) {
      votes[detection.kind] = (votes[detection.kind] ?? 0) + detection.score;
    }
  }
  track.lastAt = at;
  track.box = box;
  track.missed = 0;
  track.ending = 'open';
  track.samples.push(track.partial > 0 ? { at, box, partial: true } : { at, box });
  track.anchor = rests(track.anchor.box, box)
    ? { at: track.anchor.at, box: blendBoxes(track.anchor.box, box, anchorRate) }
    : { at, box };
  track.travelled = Math.max(track.travelled, distanceInSizes(track.firstBox, box));
}

/** It was there until `since`; one sample is kept, so that its going can be told. */
export function goneSince(track: Track, since: Instant): void {
  const before = track.samples.filter((sample) => sample.at < since);
  track.samples = before.length > 0 ? before : track.samples.slice(0, 1);
  track.lastAt = track.samples.at(-1)?.at ?? since;
  track.ending = 'gone';
}

/**
 * Seen often enough to be believed. What was never seen to come or move must be named again and
 * again: a signpost is taken for a person now and then.
 */
export function isConfirmed(track: Track): boolean {
  if (track.foregroundSightings >= 3) return true;
  if (track.detections < 2) return false;
  const weight = Object.values(track.votes).reduce((sum, score) => sum + score, 0);
  return track.foregroundSightings > 0 || weight >= leastMeanScore * track.attempts;
}

const leastMeanScore = 0.25;

/** Motion of a box's free edges that still counts as rest, in sizes of the object. */
const restTolerance = 0.15;

/** The resting place follows slowly: the first boxes at rest are not the best ones. */
const anchorRate = 0.25;

const rests = (anchor: Box, box: Box): boolean => distanceInSizes(anchor, box) <= restTolerance;

/** How far the object moved: the smaller motion of opposite edges, so that growing is not moving. */
export function distanceInSizes(from: Box, to: Box): number {
  const x = edgeMotion(from.x, from.x + from.width, to.x, to.x + to.width);
  const y = edgeMotion(from.y, from.y + from.height, to.y, to.y + to.height);
  return Math.hypot(x, y) / Math.max(sizeOf(from), sizeOf(to));
}

/** Edges at the border of the picture are not the object's own. Signed, in picture coordinates. */
export function edgeMotion(low: number, high: number, newLow: number, newHigh: number): number {
  const lowCut = low < borderMargin || newLow < borderMargin;
  const highCut = high > 1 - borderMargin || newHigh > 1 - borderMargin;
  const lowMotion = newLow - low;
  const highMotion = newHigh - high;
  if (lowCut !== highCut) return lowCut ? highMotion : lowMotion;
  if (lowMotion * highMotion <= 0) return 0;
  return Math.abs(lowMotion) < Math.abs(highMotion) ? lowMotion : highMotion;
}

/** Share of the picture within which a box counts as touching its edge. */
export const borderMargin = 0.015;

/**
 * A box that is cut by one edge of the picture, continued beyond it to the size the object is known
 * to have, so that what goes out keeps its speed.
 */
export function uncutBox(box: Box, known: Box): Box {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const cut = {
    left: box.x < borderMargin,
    right: right > 1 - borderMargin,
    top: box.y < borderMargin,
    bottom: bottom > 1 - borderMargin,
  };
  const width = cut.left !== cut.right ? Math.max(box.width, known.width) : box.width;
  const height = cut.top !== cut.bottom ? Math.max(box.height, known.height) : box.height;
  return {
    x: cut.left && !cut.right ? right - width : box.x,
    y: cut.top && !cut.bottom ? bottom - height : box.y,
    width,
    height,
  };
}
