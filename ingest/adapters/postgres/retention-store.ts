/** The rows of segments, as retention deals with them. Bytes are summed up as rows come and go. */
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { StreamId } from '../../domain/stream.ts';
import type { RetentionStore, WithdrawnSegment } from '../../ports.ts';
import type { RetainedSegment } from '../../retention/plan-retention.ts';

export class PostgresRetentionStore implements RetentionStore {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async recordedBytes(): Promise<Map<StreamId, number>> {
    const rows = await this.#sql.query<{ id: StreamId; bytes: number }>(
      'SELECT stream_id AS id, bytes FROM recorded_bytes',
    );
    return new Map(rows.map(({ id, bytes }) => [id, bytes]));
  }

  async oldestSegments(limit: number, after?: RetainedSegment): Promise<RetainedSegment[]> {
    return this.#sql.query<RetainedSegment>(
      `SELECT id, key, stream_id AS "streamId", start_at AS start, end_at AS "end", bytes,
              recorded_at AS "recordedAt"
       FROM segments
       WHERE withdrawn_at IS NULL AND (recorded_at, id) > ($1, $2)
       ORDER BY recorded_at, id LIMIT $3`,
      [after?.recordedAt ?? -1, after?.id ?? '', limit],
    );
  }

  async withdraw(ids: readonly string[]): Promise<void> {
    await this.#sql.query(
      `WITH gone AS (
         UPDATE segments SET withdrawn_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
         WHERE id = ANY($1) AND withdrawn_at IS NULL RETURNING stream_id, bytes),
       sums AS (SELECT stream_id, sum(bytes)::bigint AS bytes FROM gone GROUP BY stream_id)
       UPDATE recorded_bytes SET bytes = recorded_bytes.bytes - sums.bytes
       FROM sums WHERE recorded_bytes.stream_id = sums.stream_id`,
      [ids],
    );
  }

  async withdrawn(limit: number, after = ''): Promise<WithdrawnSegment[]> {
    return this.#sql.query<WithdrawnSegment>(
      `SELECT id, key FROM segments
       WHERE withdrawn_at IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`,
      [after, limit],
    );
  }

  async forget(ids: readonly string[]): Promise<void> {
    await this.#sql.query('DELETE FROM segments WHERE id = ANY($1) AND withdrawn_at IS NOT NULL', [
      ids,
    ]);
  }

  async segmentKeys(streamId: StreamId): Promise<Map<string, string> | undefined> {
    const known = await this.#sql.query('SELECT 1 FROM streams WHERE id = $1', [streamId]);
    if (known.length === 0) return undefined;
    const rows = await this.#sql.query<{ id: string; key: string }>(
      'SELECT id, key FROM segments WHERE stream_id = $1',
      [streamId],
    );
    return new Map(rows.map(({ id, key }) => [key, id]));
  }
}
