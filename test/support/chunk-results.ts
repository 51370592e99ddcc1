/** Builders of what processing makes of a chunk: say what matters, the rest is a default. */
import type { Event } from '../../processors/domain/event.ts';
import type { EventMemory } from '../../processors/domain/event-memory.ts';
import type { TrajectoryChanges } from '../../processors/domain/trajectory.ts';
import type { ChunkResult, StreamMemory } from '../../processors/ports.ts';
import { anObservation, aTrajectory, aTrajectoryState } from './observations.ts';
import { aChunk } from './recordings.ts';

export const noChanges: TrajectoryChanges = {
  trajectories: [],
  states: [],
  assignments: [],
  links: [],
  removedTrajectoryIds: [],
};

/** A person who stands still during chunk 0 of `cam`. */
export function aChunkResult(options: Partial<ChunkResult> = {}): ChunkResult {
  const observation = anObservation();
  const trajectory = aTrajectory({ id: observation.id });
  return {
    chunk: aChunk(),
    observations: [observation],
    changes: {
      ...noChanges,
      trajectories: [trajectory],
      states: [aTrajectoryState(trajectory.id, 'present', [], observation.range)],
      assignments: [{ observationId: observation.id, trajectoryId: trajectory.id }],
    },
    events: [],
    synopsis: undefined,
    memory: { scene: undefined, aggregation: undefined, events: undefined },
    ...options,
  };
}

/** What a hole makes: nothing. */
export const aHole: Pick<ChunkResult, 'changes' | 'events' | 'synopsis' | 'memory'> = {
  changes: noChanges,
  events: [],
  synopsis: undefined,
  memory: { scene: undefined, aggregation: undefined, events: undefined },
};

/** A memory that tells one from another by how far it has come. */
export const aMemory = (watermark: number, scene?: Uint8Array): StreamMemory => ({
  scene,
  aggregation: undefined,
  events: anEventMemory({ watermark }),
});

const anEventMemory = (options: Partial<EventMemory>): EventMemory => ({
  streamId: 'cam',
  watermark: 0,
  next: { short: 1, medium: 0, long: 0 },
  watched: [{ start: 0, end: 1_796_040_000_001 }],
  states: [
    { ...aTrajectoryState('a', 'present', [], { start: 0, end: 1 }), confidence: 0.1 + 0.2 },
  ],
  trajectories: [],
  synopsis: { recent: [], hours: [], days: [], before: undefined },
  ...options,
});

/** An event whose caption points along the given axis of the embedding. */
export function anEmbeddedEvent(
  options: Partial<Event> = {},
  axis = 0,
): Event & { readonly embedding: Float32Array } {
  const embedding = new Float32Array(512);
  embedding[axis] = 1;
  return {
    id: 'cam/short/0',
    streamId: 'cam',
    level: 'short',
    range: { start: 0, end: 15_000 },
    caption: 'A person stands at the left.',
    participants: ['cam/1/0#0'],
    watched: 1,
    embedding,
    ...options,
  };
}
