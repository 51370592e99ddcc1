/** Reads the streams; the source's URL leaves here without credentials only. */
import { redactUrl } from '../../../ingest/domain/redact-url.ts';
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { StoredStream, StreamReader } from '../../ports.ts';

export class PostgresStreamReader implements StreamReader {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async streams(): Promise<StoredStream[]> {
    const rows = await this.#sql.query<StoredStream>(
      `SELECT id, name, source ->> 'url' AS url, enabled_at AS "enabledAt", profile
       FROM streams ORDER BY id`,
    );
    return rows.map((row) => ({ ...row, url: redactUrl(row.url) }));
  }
}
