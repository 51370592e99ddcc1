/** Keeps the union of a stream's processed chunks as few long rows. */
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { TimeRange } from '../../../kernel/time.ts';

/** Less than a second between two chunks is the pace of the frames, not time unwatched. */
const toleranceMs = 999;

/** Replaces the spans that the range touches by one that holds them all. */
export async function extendWatchedSpans(
  sql: Sql,
  streamId: string,
  range: TimeRange,
): Promise<void> {
  const touched = await sql.query<TimeRange>(
    `DELETE FROM watched_spans
     WHERE stream_id = $1 AND end_at >= $2::bigint - $4 AND start_at <= $3::bigint + $4
     RETURNING start_at AS start, end_at AS "end"`,
    [streamId, range.start, range.end, toleranceMs],
  );
  const start = Math.min(range.start, ...touched.map((span) => span.start));
  const end = Math.max(range.end, ...touched.map((span) => span.end));
  await sql.query('INSERT INTO watched_spans (stream_id, start_at, end_at) VALUES ($1, $2, $3)', [
    streamId,
    start,
    end,
  ]);
}
