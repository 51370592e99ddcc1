/** Reads events and synopses from the tables of processors, by time and by nearness of caption. */
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { TimeRange } from '../../../kernel/time.ts';
import type { Event, EventLevel, Synopsis } from '../../../processors/domain/event.ts';
import type { EventReader } from '../../ports.ts';

export class PostgresEventReader implements EventReader {
  readonly #sql: Sql;
  #hasVectors: Promise<boolean> | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The newest `limit` events that overlap the range, in order of time. */
  async find(filter: {
    streamIds?: readonly string[];
    range: TimeRange;
    levels?: readonly EventLevel[];
    limit: number;
  }): Promise<Event[]> {
    const rows = await this.#sql.query<{ event: Event }>(
      `SELECT event FROM events
       WHERE start_at < $2 AND end_at > $1
         AND ($3::text[] IS NULL OR stream_id = ANY($3))
         AND ($4::text[] IS NULL OR level = ANY($4))
       ORDER BY start_at DESC, id DESC LIMIT $5`,
      [
        filter.range.start,
        filter.range.end,
        filter.streamIds ?? null,
        filter.levels ?? null,
        filter.limit,
      ],
    );
    return rows.map((row) => row.event).reverse();
  }

  async nearest(
    embedding: Float32Array,
    filter: {
      streamIds?: readonly string[];
      range: TimeRange;
      levels?: readonly EventLevel[];
      limit: number;
    },
  ): Promise<{ event: Event; similarity: number }[]> {
    const { similarity, hasLength } = (await this.#vectorColumn()) ? vectorSql : arraySql;
    return this.#sql.query<{ event: Event; similarity: number }>(
      `SELECT event, similarity FROM (
         SELECT event, id, ${similarity} AS similarity FROM events
         WHERE start_at < $3 AND end_at > $2 AND ${hasLength}
           AND ($4::text[] IS NULL OR stream_id = ANY($4))
           AND ($7::text[] IS NULL OR level = ANY($7))
       ) AS candidate
       ORDER BY similarity DESC, id LIMIT $5`,
      [
        [...embedding],
        filter.range.start,
        filter.range.end,
        filter.streamIds ?? null,
        filter.limit,
        embedding.length,
        filter.levels ?? null,
      ],
    );
  }

  async synopsis(streamId: string): Promise<Synopsis | undefined> {
    const [row] = await this.#sql.query<Synopsis>(
      `SELECT stream_id AS "streamId", text,
              json_build_object('start', start_at, 'end', end_at) AS range
       FROM synopses WHERE stream_id = $1`,
      [streamId],
    );
    return row;
  }

  /** Which of the two forms the migration gave the column. */
  async #vectorColumn(): Promise<boolean> {
    this.#hasVectors ??= this.#sql
      .query(
        `SELECT 1 FROM pg_attribute
         WHERE attrelid = 'events'::regclass AND attname = 'embedding'
           AND atttypid = to_regtype('vector')`,
      )
      .then((rows) => rows.length > 0);
    return this.#hasVectors;
  }
}

/** The dot product of unit vectors, exact; $1 is an array of floats, $6 its length. */
const vectorSql = {
  similarity: '-(embedding <#> $1::real[]::vector)',
  hasLength: 'vector_dims(embedding) = $6',
};

/** In the server as well: fetching the vectors would hold up this thread for longer. */
const arraySql = {
  similarity: '(SELECT sum(a * b) FROM unnest(embedding, $1::real[]) AS pair(a, b))',
  hasLength: 'cardinality(embedding) = $6',
};
