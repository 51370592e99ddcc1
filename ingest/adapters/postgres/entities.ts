/** The tables of ingest as TypeORM sees them; what is read often is read by SQL. */
import { EntitySchema } from 'typeorm';
import type { Source } from '../../domain/stream.ts';

export interface StreamRow {
  readonly id: string;
  readonly name: string;
  readonly source: Source;
  readonly enabledAt: number;
}

export const streamEntity = new EntitySchema<StreamRow>({
  name: 'streams',
  columns: {
    id: { type: 'text', primary: true },
    name: { type: 'text' },
    source: { type: 'json' },
    enabledAt: { name: 'enabled_at', type: 'bigint' },
  },
});

export const ingestEntities = [streamEntity];
