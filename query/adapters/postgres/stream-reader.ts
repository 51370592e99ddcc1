/** Reads the streams; the source's URL leaves here without credentials only. */
import { redactUrl } from '../../../ingest/domain/redact-url.ts';
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { StreamReader } from '../../ports.ts';

interface StreamRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly enabledAt: number;
}

export class PostgresStreamReader implements StreamReader {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async streams(): Promise<StreamRow[]> {
    const rows = await this.#sql.query<StreamRow>(
      `SELECT id, name, source ->> 'url' AS url, enabled_at AS "enabledAt"
       FROM streams ORDER BY id`,
    );
    return rows.map((row) => ({ ...row, url: redactUrl(row.url) }));
  }
}
