/** The tables of ingest as TypeORM sees them; what is read often is read by SQL. */
import { EntitySchema } from 'typeorm';
import type { Source } from '../../domain/stream.ts';

export interface StreamRow {
  readonly id: string;
  readonly name: string;
  /** As people may see it: without credentials. */
  readonly source: Source;
  /** The URL where that is not all of it. */
  readonly sealedUrl: string | null;
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
    sealedUrl: { name: 'sealed_url', type: 'text', nullable: true },
    profile: { type: 'json', nullable: true },
    enabledAt: { name: 'enabled_at', type: 'bigint' },
    isKept: { name: 'is_kept', type: 'boolean' },
  },
});

export const ingestEntities = [streamEntity];
