/** The tables of ingest as TypeORM sees them; what is read often is read by SQL. */
import { EntitySchema } from 'typeorm';
import type { Source } from '../../domain/stream.ts';

export interface StreamRow {
  readonly id: string;
  readonly name: string;
  readonly source: Source;
  readonly profile: unknown;
  readonly enabledAt: number;
  readonly isKept: boolean;
}

export const streamEntity = new EntitySchema<StreamRow>({
  name: 'streams',
  columns: {
    id: { type: 'text', primary: true },
    name: { type: 'text' },
    source: { type: 'json' },
    profile: { type: 'json', nullable: true },
    enabledAt: { name: 'enabled_at', type: 'bigint' },
    isKept: { name: 'is_kept', type: 'boolean' },
  },
});

export const ingestEntities = [streamEntity];
