/** The tables of processors as TypeORM sees them; what is read often is read by SQL. */

import { EntitySchema } from 'typeorm';
import type { AggregationMemory } from '../../domain/aggregation-memory.ts';
import type { EventMemory } from '../../domain/event-memory.ts';

export interface SynopsisRow {
  readonly streamId: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly text: string;
}

export const synopsisEntity = new EntitySchema<SynopsisRow>({
  name: 'synopses',
  columns: {
    streamId: { name: 'stream_id', type: 'text', primary: true },
    startAt: { name: 'start_at', type: 'bigint' },
    endAt: { name: 'end_at', type: 'bigint' },
    text: { type: 'text' },
  },
});

export interface MemoryRow {
  readonly streamId: string;
  readonly scene: Buffer | null;
  readonly aggregation: AggregationMemory | null;
  readonly events: EventMemory | null;
}

export const memoryEntity = new EntitySchema<MemoryRow>({
  name: 'stream_memories',
  columns: {
    streamId: { name: 'stream_id', type: 'text', primary: true },
    scene: { type: 'bytea', nullable: true },
    aggregation: { type: 'json', nullable: true },
    events: { type: 'json', nullable: true },
  },
});

export const processorEntities = [synopsisEntity, memoryEntity];
