/** Processors' tables, and what processors read and write in Postgres. */
import { processorEntities } from './entities.ts';
import { processorMigrations } from './migrations.ts';

export { PostgresProcessingStore } from './processing-store.ts';

export const processorSchema = { entities: processorEntities, migrations: processorMigrations };
