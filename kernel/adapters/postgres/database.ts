/**
 * The open store as the adapters of the contexts use it: parameterised SQL, alone or in a
 * transaction, and TypeORM's manager where speed does not matter. Inside a transaction use only
 * the `Sql` that is handed in: the embedded store has one connection, and asking for a second one
 * would wait for ever.
 */
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { toStoreError } from './store-error.ts';

export interface Sql {
  /** All rows; bigint columns come as numbers. Throws STORE_UNAVAILABLE or INTERNAL. */
  query<Row>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

export class Database implements Sql {
  readonly #source: DataSource;

  constructor(source: DataSource) {
    this.#source = source;
  }

  get manager(): EntityManager {
    return this.#source.manager;
  }

  async query<Row>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.#withRunner((runner) => sqlOf(runner).query<Row>(text, parameters));
  }

  /** Commits what `work` resolves with; rolls back when it throws. */
  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#withRunner(async (runner) => {
      await runner.startTransaction();
      try {
        const result = await work(sqlOf(runner));
        await runner.commitTransaction();
        return result;
      } catch (error) {
        await runner.rollbackTransaction().catch(() => {});
        throw error;
      }
    });
  }

  async #withRunner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.#source.createQueryRunner();
    try {
      return await work(runner);
    } catch (error) {
      throw toStoreError(error);
    } finally {
      await runner.release();
    }
  }
}

const sqlOf = (runner: QueryRunner): Sql => ({
  query: async <Row>(text: string, parameters: readonly unknown[] = []) => {
    const result = await runner.query(text, [...parameters], true);
    return (result.records ?? []) as Row[];
  },
});
