/** What the outbox in Postgres promises; run over the embedded one and a server. */
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../kernel/adapters/postgres/database.ts';
import { PostgresOutboxStore } from '../../kernel/adapters/postgres/outbox-store.ts';
import { addToOutbox, lockKey } from '../../kernel/adapters/postgres/outbox-table.ts';
import { defineTopic } from '../../kernel/message-log.ts';

const chunks = defineTopic('chunks', z.object({ n: z.int() }));
const alerts = defineTopic('alerts', z.object({ n: z.int() }));

/** `create` gives an empty database. */
export function outboxStoreContract(name: string, create: () => Promise<Database>): void {
  let database: Database;
  beforeEach(async () => {
    database = await create();
  });

  const add = (key: string, ns: readonly number[]): Promise<void> =>
    database.transaction(async (sql) => {
      await lockKey(sql, chunks, key);
      await addToOutbox(
        sql,
        chunks,
        key,
        ns.map((n) => ({ n })),
      );
    });

  describe(`outbox store: ${name}`, () => {
    it('gives the oldest entries in order, until they are removed', async () => {
      const store = new PostgresOutboxStore(database);
      await add('a', [1, 2]);
      await add('b', [3]);
      const entries = await store.next(2);
      expect(entries).toMatchObject([
        { topic: 'chunks', key: 'a', payload: { n: 1 } },
        { topic: 'chunks', key: 'a', payload: { n: 2 } },
      ]);
      await store.remove(entries.map(({ id }) => id));
      expect(await store.next(10)).toMatchObject([{ key: 'b', payload: { n: 3 } }]);
    });

    it('leaves out the lanes it is told to, however many of their entries come first', async () => {
      const store = new PostgresOutboxStore(database);
      await add('a', [1, 2]);
      await add('b', [3]);
      await addToOutbox(database, alerts, 'a', [{ n: 4 }]);
      expect(await store.next(2, ['chunks/a'])).toMatchObject([
        { topic: 'chunks', key: 'b' },
        { topic: 'alerts', key: 'a' },
      ]);
    });

    it('an entry goes with its transaction', async () => {
      const failing = database.transaction(async (sql) => {
        await addToOutbox(sql, chunks, 'a', [{ n: 1 }]);
        throw new Error('the rows it tells of cannot be written');
      });
      await expect(failing).rejects.toMatchObject({ code: 'INTERNAL' });
      expect(await new PostgresOutboxStore(database).next(10)).toEqual([]);
    });

    it('entries of one key come in the order of commit, with many writers at once', async () => {
      let turn = 0;
      const commits: number[] = [];
      const write = async (): Promise<void> => {
        const n = await database.transaction(async (sql) => {
          await lockKey(sql, chunks, 'a');
          turn += 1;
          const own = turn;
          await addToOutbox(sql, chunks, 'a', [{ n: own }]);
          return own;
        });
        commits.push(n);
      };
      await Promise.all(Array.from({ length: 12 }, write));
      const entries = await new PostgresOutboxStore(database).next(100);
      expect(entries.map(({ payload }) => (payload as { n: number }).n)).toEqual(
        [...commits].sort((a, b) => a - b),
      );
    });

    it('a relay can be given topics of its own', async () => {
      await add('a', [1]);
      await addToOutbox(database, alerts, 'a', [{ n: 2 }]);
      const store = new PostgresOutboxStore(database, { topics: ['alerts'] });
      expect(await store.next(10)).toMatchObject([{ topic: 'alerts', payload: { n: 2 } }]);
    });
  });
}
