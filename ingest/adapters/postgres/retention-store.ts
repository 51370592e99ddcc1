/** The rows of segments, as retention deals with them. Bytes are summed up as rows come and go. */
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { StreamId } from '../../domain/stream.ts';
import type { RetentionStore, SegmentPage, WithdrawnSegment } from '../../ports.ts';
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

  async oldestSegments({
    limit,
    streamId,
    recordedBefore = Number.POSITIVE_INFINITY,
    after = { recordedAt: -1, id: '' },
  }: SegmentPage): Promise<RetainedSegment[]> {
    const before = Math.min(recordedBefore, Number.MAX_SAFE_INTEGER);
    const page = [after.recordedAt, after.id, before, limit];
    return this.#sql.query<RetainedSegment>(
      `SELECT id, key, stream_id AS "streamId", start_at AS start, end_at AS "end", bytes,
              recorded_at AS "recordedAt"
       FROM segments
       WHERE withdrawn_at IS NULL AND (recorded_at, id) > ($1, $2) AND recorded_at < $3
         ${streamId === undefined ? '' : 'AND stream_id = $5'}
       ORDER BY recorded_at, id LIMIT $4`,
      streamId === undefined ? page : [...page, streamId],
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

  async unknownKeys(streamId: StreamId, keys: readonly string[]): Promise<string[]> {
    const rows = await this.#sql.query<{ key: string }>(
      `SELECT asked.key FROM unnest($2::text[]) AS asked(key)
       WHERE EXISTS (SELECT 1 FROM streams WHERE id = $1)
         AND NOT EXISTS (SELECT 1 FROM segments WHERE segments.key = asked.key)`,
      [streamId, keys],
    );
    return rows.map(({ key }) => key);
  }
}
