/** Ingest's tables, and what ingest reads and writes in Postgres. */
import { ingestEntities } from './entities.ts';
import { ingestMigrations } from './migrations.ts';

export { PostgresRecordingStore } from './recording-store.ts';
export { PostgresRetentionStore } from './retention-store.ts';

export const ingestSchema = { entities: ingestEntities, migrations: ingestMigrations };
