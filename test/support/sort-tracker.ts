/**
 * SORT (Bewley et al. 2016), a baseline to compare with: constant-velocity Kalman filters of centre
 * and area at a constant aspect ratio, matched by IoU with the Hungarian algorithm. Parameters are
 * those of the paper's released tracker; boxes in pixels, time in frames.
 */
import { matchBest } from '../../eval/tracking/match-best.ts';
import { type Box, boxOverlap } from '../../kernel/geometry.ts';
import type { Detection } from '../../processors/domain/detection.ts';

const leastOverlap = 0.3;
const mostMissed = 1;
const fewestHits = 3;

/** One coordinate with its velocity, and their covariance; the coordinates are independent. */
interface Axis {
  position: number;
  velocity: number;
  pp: number;
  pv: number;
  vv: number;
}

/** Process noise of the velocity, and measurement noise: variances. */
interface Noise {
  readonly process: number;
  readonly measurement: number;
}

const noises = {
  x: { process: 0.01, measurement: 1 },
  y: { process: 0.01, measurement: 1 },
  area: { process: 0.0001, measurement: 10 },
} as const;
const positionNoise = 1;
const ratioMeasurement = 10;

interface SortTrack {
  readonly id: number;
  readonly x: Axis;
  readonly y: Axis;
  readonly area: Axis;
  ratio: { position: number; pp: number };
  missed: number;
  /** Frames in a row in which it was detected. */
  streak: number;
}

/** The boxes of each frame with the id of their track; boxes are shares of the picture. */
export function trackBySort(
  frames: readonly (readonly Detection[])[],
  { width, height }: { readonly width: number; readonly height: number },
): { trajectoryId: string; box: Box }[][] {
  const toPixels = (box: Box) => scaleBox(box, width, height);
  let tracks: SortTrack[] = [];
  let nextId = 1;
  return frames.map((detections, index) => {
    const boxes = detections.map(({ box }) => toPixels(box));
    for (const track of tracks) predict(track);
    const matches = matchByOverlap(tracks, boxes);
    for (const { row, column } of matches) update(tracks[row]!, boxes[column]!);
    const free = boxes.filter((_, column) => !matches.some((match) => match.column === column));
    tracks.push(...free.map((box) => begin(nextId++, box)));
    const told = tracks.filter(
      ({ missed, streak }) => missed === 0 && (streak >= fewestHits || index < fewestHits),
    );
    tracks = tracks.filter(({ missed }) => missed <= mostMissed);
    return told.map((track) => ({
      trajectoryId: String(track.id),
      box: scaleBox(boxOf(track), 1 / width, 1 / height),
    }));
  });
}

function matchByOverlap(tracks: readonly SortTrack[], boxes: readonly Box[]) {
  const overlaps = tracks.map((track) => boxes.map((box) => boxOverlap(boxOf(track), box)));
  return matchBest(overlaps).filter(({ row, column }) => overlaps[row]![column]! >= leastOverlap);
}

function begin(id: number, box: Box): SortTrack {
  const axis = (position: number): Axis => ({ position, velocity: 0, pp: 10, pv: 0, vv: 10_000 });
  const { x, y, area, ratio } = measureOf(box);
  const ratioState = { position: ratio, pp: 10 };
  return { id, x: axis(x), y: axis(y), area: axis(area), ratio: ratioState, missed: 0, streak: 0 };
}

function predict(track: SortTrack): void {
  if (track.area.position + track.area.velocity <= 0) track.area.velocity = 0;
  for (const key of ['x', 'y', 'area'] as const) predictAxis(track[key], noises[key]);
  track.ratio.pp += positionNoise;
  if (track.missed > 0) track.streak = 0;
  track.missed += 1;
}

function predictAxis(axis: Axis, { process }: Noise): void {
  axis.position += axis.velocity;
  axis.pp += 2 * axis.pv + axis.vv + positionNoise;
  axis.pv += axis.vv;
  axis.vv += process;
}

function update(track: SortTrack, box: Box): void {
  const measured = measureOf(box);
  for (const key of ['x', 'y', 'area'] as const) {
    correctAxis(track[key], measured[key], noises[key]);
  }
  const gain = track.ratio.pp / (track.ratio.pp + ratioMeasurement);
  track.ratio.position += gain * (measured.ratio - track.ratio.position);
  track.ratio.pp *= 1 - gain;
  track.missed = 0;
  track.streak += 1;
}

function correctAxis(axis: Axis, measured: number, { measurement }: Noise): void {
  const error = measured - axis.position;
  const gain = axis.pp / (axis.pp + measurement);
  const velocityGain = axis.pv / (axis.pp + measurement);
  axis.position += gain * error;
  axis.velocity += velocityGain * error;
  axis.vv -= velocityGain * axis.pv;
  axis.pv *= 1 - gain;
  axis.pp *= 1 - gain;
}

const measureOf = ({ x, y, width, height }: Box) => ({
  x: x + width / 2,
  y: y + height / 2,
  area: width * height,
  ratio: width / height,
});

function boxOf({ x, y, area, ratio }: SortTrack): Box {
  const width = Math.sqrt(Math.max(0, area.position) * ratio.position);
  const height = width > 0 ? area.position / width : 0;
  return { x: x.position - width / 2, y: y.position - height / 2, width, height };
}

const scaleBox = (box: Box, x: number, y: number): Box => ({
  x: box.x * x,
  y: box.y * y,
  width: box.width * x,
  height: box.height * y,
});
