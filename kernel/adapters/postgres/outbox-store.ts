/** The outbox in Postgres, read by the relay of this process. */
import type { OutboxEntry, OutboxStore } from '../../outbox.ts';
import type { Sql } from './database.ts';

export interface PostgresOutboxStoreOptions {
  /** Only these topics: where each role of a cluster publishes its own. Default: all. */
  readonly topics?: readonly string[];
}

export class PostgresOutboxStore implements OutboxStore {
  readonly #sql: Sql;
  readonly #topics: readonly string[] | null;

  constructor(sql: Sql, options: PostgresOutboxStoreOptions = {}) {
    this.#sql = sql;
    this.#topics = options.topics ?? null;
  }

  /** Ids of one key are in the order of commit, see `lockKey`; between keys order means nothing. */
  async next(limit: number, leftOut: readonly string[] = []): Promise<OutboxEntry[]> {
    return this.#sql.query<OutboxEntry>(
      `SELECT id::text AS id, topic, key, payload FROM outbox
       WHERE ($2::text[] IS NULL OR topic = ANY($2)) AND topic || '/' || key <> ALL($3)
       ORDER BY outbox.id LIMIT $1`,
      [limit, this.#topics, leftOut],
    );
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#sql.query('DELETE FROM outbox WHERE id = ANY($1::bigint[])', [ids]);
  }
}
