/**
 * The product's tracking on boxes alone, without pictures, so that it can be measured on published
 * detections: the extractor sees as at night, when only the detector tells anything, and the
 * aggregator joins what it reports. Chunk by chunk, as a live stream.
 */
import { type ChunkKey, chunkSeqAt, chunkWindow } from '../ingest/domain/chunk.ts';
import type { Picture } from '../ingest/domain/frame.ts';
import type { Instant } from '../kernel/time.ts';
import { aggregate, joinChanges, noTrajectoryChanges } from './aggregate.ts';
import type { AggregationOptions } from './aggregation-options.ts';
import type { AggregationMemory } from './domain/aggregation-memory.ts';
import type { Detection } from './domain/detection.ts';
import type { Observation, PathPoint } from './domain/observation.ts';
import { profileFrom, type StreamProfile } from './domain/stream-profile.ts';
import { closeChunk, openScene } from './extraction/chunk-scene.ts';
import { observationsOf } from './extraction/observations-of.ts';
import type { Scene } from './extraction/scene.ts';
import { lookAt, takeIn } from './extraction/watch-picture.ts';
import { type TrackedBox, trackedBoxes } from './tracked-boxes.ts';

export interface TrackDetectionsOptions {
  /** Frames per second. */
  readonly fps: number;
  readonly chunkMs?: number;
  readonly aggregation?: Partial<AggregationOptions>;
}

const procedure = 'detections-1';
const profile: StreamProfile = profileFrom({});
const night: Picture = { width: 16, height: 9, data: new Uint8Array(16 * 9 * 3) };

/**
 * `frames`: all detections of each frame, boxes in shares of the picture. Returns the boxes of each
 * frame: where a trajectory is present between two sightings, its box is taken to lie between.
 */
export function trackDetections(
  frames: readonly (readonly Detection[])[],
  { fps, chunkMs = 15_000, aggregation = {} }: TrackDetectionsOptions,
): TrackedBox[][] {
  const instants = frames.map((_, index) => Math.round((index * 1000) / fps));
  const bySeq = Map.groupBy(instants.keys(), (index) => chunkSeqAt(instants[index]!, chunkMs));
  const pathOf = new Map<string, readonly PathPoint[]>();
  let scene: Scene | undefined;
  let memory: AggregationMemory | undefined;
  let changes = noTrajectoryChanges;
  for (const [seq, indices] of bySeq) {
    const chunk = { streamId: 'detections', epoch: 1, seq, range: chunkWindow(seq, chunkMs) };
    for (const index of indices) scene = takeFrame(scene, instants[index]!, frames[index]!);
    const observations = reportChunk(scene!, chunk, pathOf);
    const folded = aggregate(memory, { chunk, observations }, aggregation);
    memory = folded.memory;
    changes = joinChanges(changes, folded.changes);
  }
  return trackedBoxes(instants, changes, pathOf);
}

function takeFrame(
  before: Scene | undefined,
  at: Instant,
  detections: readonly Detection[],
): Scene {
  const scene = openScene(before, night, at);
  takeIn(scene, lookAt(scene, night, at, profile), detections);
  return scene;
}

/** Notes every sighting of what it reports; an observation's own path has only two a second. */
function reportChunk(
  scene: Scene,
  chunk: ChunkKey,
  pathOf: Map<string, readonly PathPoint[]>,
): Observation[] {
  const reported = closeChunk(scene, (closed) => {
    const all = observationsOf(closed, chunk, profile, procedure);
    for (const { observation, track } of all) pathOf.set(observation.id, track.samples);
    return all;
  });
  return reported.map(({ observation }) => observation);
}
