/** A migrated database for tests, through the same wire path as in production. */

import { ingestEntities } from '../../ingest/adapters/postgres/entities.ts';
import { ingestMigrations } from '../../ingest/adapters/postgres/migrations.ts';
import { type DatabaseLocation, openDatabase } from '../../kernel/adapters/postgres/data-source.ts';
import type { Database } from '../../kernel/adapters/postgres/database.ts';
import type { Started } from '../../kernel/lifecycle.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { processorEntities } from '../../processors/adapters/postgres/entities.ts';
import { processorMigrations } from '../../processors/adapters/postgres/migrations.ts';
import { queryEntities } from '../../query/adapters/postgres/entities.ts';
import { queryMigrations } from '../../query/adapters/postgres/migrations.ts';

export const schema = {
  entities: [...ingestEntities, ...processorEntities, ...queryEntities],
  migrations: [...ingestMigrations, ...processorMigrations, ...queryMigrations],
};

/** In memory unless a place is given. Opening takes seconds: once a file, and empty it per test. */
export const openTestDatabase = (
  location: DatabaseLocation = { embedded: {} },
): Promise<Started<Database>> =>
  openDatabase(location, { ...schema, logger: silentLogger }).start();

/** Deletes all rows; faster than `TRUNCATE`, which makes new files. */
export async function emptyDatabase(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname = 'public' AND tablename <> 'migrations'`,
  );
  const deletes = tables.map(({ name }) => `DELETE FROM ${name};`).join(' ');
  await database.query(`DO $$ BEGIN ${deletes} END $$`);
}
