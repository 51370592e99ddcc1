/**
 * THE pipeline after extraction, top to bottom: one chunk's observations become trajectories,
 * states, events and the stream's new memory. Pure but for the sentence encoder; what it returns
 * is committed in one transaction by its caller. The work does not grow with the history.
 */
import type { Chunk } from '../ingest/domain/chunk.ts';
import { AppError } from '../kernel/errors.ts';
import { aggregate } from './aggregate.ts';
import type { AggregationOptions } from './aggregation-options.ts';
import type { Event } from './domain/event.ts';
import type { Hole } from './domain/hole.ts';
import { describeEvents, type EventMemoryOptions } from './event-memory.ts';
import type { ChunkResult, Embedder, Extraction, StreamMemory } from './ports.ts';

export interface FoldingSteps {
  readonly aggregation: Partial<AggregationOptions>;
  readonly events: Partial<EventMemoryOptions>;
  readonly embedder: Embedder;
}

export async function processChunk(
  chunk: Chunk,
  extraction: Extraction,
  before: StreamMemory,
  steps: FoldingSteps,
): Promise<ChunkResult> {
  const { observations, scene } = extraction;
  const linked = aggregate(before.aggregation, { chunk, observations }, steps.aggregation);
  if (linked.fate === 'late') {
    throw new AppError('INVALID_STATE', 'the chunk came after its time had been folded');
  }
  const { changes, foldedUntil } = linked;
  const told = describeEvents(before.events, { chunk, changes, foldedUntil }, steps.events);
  const events = await embedCaptions(told.events, steps.embedder);
  return {
    chunk,
    observations,
    changes,
    events,
    synopsis: told.synopsis,
    memory: { scene, aggregation: linked.memory, events: told.memory },
  };
}

/** A gap ends nothing and proves nothing: it moves the watermark, so that windows can close. */
export async function processGap(
  gap: Hole,
  before: StreamMemory,
  steps: FoldingSteps,
): Promise<Omit<ChunkResult, 'chunk' | 'observations'>> {
  const linked = aggregate(before.aggregation, { gap }, steps.aggregation);
  const { changes, foldedUntil } = linked;
  const told = describeEvents(before.events, { gap, changes, foldedUntil }, steps.events);
  const events = await embedCaptions(told.events, steps.embedder);
  return {
    changes,
    events,
    synopsis: told.synopsis,
    memory: { scene: before.scene, aggregation: linked.memory, events: told.memory },
  };
}

async function embedCaptions(events: readonly Event[], embedder: Embedder) {
  if (events.length === 0) return [];
  const embeddings = await embedder.embed(events.map((event) => event.caption));
  return events.map((event, n) => ({ ...event, embedding: embeddings[n]! }));
}
