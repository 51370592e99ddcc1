/** Opening the durable store on a real Postgres server, and losing it. */
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../../kernel/adapters/postgres/data-source.ts';
import { silentLogger } from '../../../../../kernel/logger.ts';
import { openTestDatabase, schema } from '../../../../support/database.ts';
import { startPostgresServer } from '../../../../support/postgres-server.ts';

const server = await startPostgresServer();
if (!server) console.warn('SKIPPED: no Postgres server here, and none in STRANDLINE_TEST_POSTGRES');
afterAll(() => server?.stop());

describe.runIf(server)('a database on a server', () => {
  const url = server?.url ?? '';

  beforeEach(async () => {
    const { value, stop } = await openDatabase(
      { url },
      { ...noTables, logger: silentLogger },
    ).start();
    await value.query('DROP SCHEMA public CASCADE');
    await value.query('CREATE SCHEMA public');
    await stop();
  });

  it('is migrated once when several processes start at the same moment', async () => {
    const opened = await Promise.all([1, 2, 3].map(() => openTestDatabase({ url })));
    for (const { stop } of opened) onTestFinished(stop);
    const rows = await opened[0]!.value.query<{ name: string }>('SELECT name FROM migrations');
    const names = schema.migrations.map((migration) => migration.name);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  it('takes its migrations back', async () => {
    const { value: database, stop } = await openTestDatabase({ url });
    onTestFinished(stop);
    const runner = database.manager.connection.createQueryRunner();
    for (const Migration of schema.migrations.toReversed()) await new Migration().down(runner);
    await runner.release();
    const tables = await database.query<{ tablename: string }>(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
    );
    expect(tables.map(({ tablename }) => tablename)).toEqual(['migrations', 'outbox']);
  });

  it('says that trying again can help when its connections are cut, and goes on with new ones', async () => {
    const { value: database, stop } = await openTestDatabase({ url });
    onTestFinished(stop);
    const cut = database.transaction((sql) =>
      sql.query('SELECT pg_terminate_backend(pg_backend_pid())'),
    );
    await expect(cut).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

it('a server that does not answer is unavailable, and its password is not told', async () => {
  const url = 'postgres://strandline:S3cr3t@127.0.0.1:1/strandline';
  const opening = openTestDatabase({ url });
  await expect(opening).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
  const error: unknown = await opening.catch((thrown: unknown) => thrown);
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('S3cr3t');
});

const noTables = { entities: [], migrations: [] };
