/** Reads what was watched from the tables of ingest and processors. */
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { TimeRange } from '../../../kernel/time.ts';
import type { StreamCoverage } from '../../domain/coverage.ts';
import type { CoverageReader } from '../../ports.ts';
import { tileCoverage } from './tile-coverage.ts';

interface Piece extends TimeRange {
  readonly streamId: string;
  /** Null for a watched span. */
  readonly reason: string | null;
}

interface Extent {
  readonly streamId: string;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly asOf: number | null;
}

export class PostgresCoverageReader implements CoverageReader {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async coverage(streamIds: readonly string[], range: TimeRange): Promise<StreamCoverage[]> {
    const pieces = Map.groupBy(await this.#pieces(streamIds, range), (piece) => piece.streamId);
    const extents = await this.#extents(streamIds);
    return extents.map(({ streamId, firstAt, lastAt, asOf }) => {
      const own = pieces.get(streamId) ?? [];
      const recorded =
        firstAt === null || lastAt === null ? undefined : { start: firstAt, end: lastAt };
      const watched = own.filter((piece) => piece.reason === null);
      const missing = own.flatMap(({ start, end, reason }) =>
        reason === null ? [] : { start, end, reason },
      );
      return tileCoverage({ streamId, watched, missing, recorded, asOf: asOf ?? undefined }, range);
    });
  }

  async extent(streamIds: readonly string[]): Promise<TimeRange | undefined> {
    const [row] = await this.#sql.query<{ start: number | null; end: number | null }>(
      `SELECT min((SELECT min(start_at) FROM watched_spans WHERE stream_id = asked.id)) AS start,
              max((SELECT max(end_at) FROM watched_spans WHERE stream_id = asked.id)) AS "end"
       FROM unnest($1::text[]) AS asked(id)`,
      [streamIds],
    );
    if (!row || row.start === null || row.end === null) return undefined;
    return { start: row.start, end: row.end };
  }

  /**
   * Spans and gaps of one stream do not overlap, so few rows of a long history are looked at. Where
   * several reasons hold, the first counts: what was not recorded before what showed nothing.
   */
  async #pieces(streamIds: readonly string[], range: TimeRange): Promise<Piece[]> {
    return this.#sql.query<Piece>(
      `SELECT stream_id AS "streamId", start_at AS start, end_at AS "end", NULL AS reason,
              0 AS rank
       FROM watched_spans WHERE stream_id = ANY($1) AND start_at < $3 AND end_at > $2
       UNION ALL
       SELECT stream_id, start_at, end_at, reason, 0
       FROM gaps WHERE stream_id = ANY($1) AND start_at < $3 AND end_at > $2
       UNION ALL
       SELECT stream_id, start_at, end_at, reason, 1
       FROM blind_stretches WHERE stream_id = ANY($1) AND start_at < $3 AND end_at > $2
       UNION ALL
       SELECT stream_id, start_at, end_at,
              CASE WHEN given_up_at IS NULL THEN 'not-yet-analysed' ELSE 'extraction-failed' END, 2
       FROM chunks
       WHERE processed_at IS NULL AND stream_id = ANY($1) AND start_at < $3 AND end_at > $2
       ORDER BY rank, start`,
      [streamIds, range.start, range.end],
    );
  }

  async #extents(streamIds: readonly string[]): Promise<Extent[]> {
    return this.#sql.query<Extent>(
      `SELECT asked.id AS "streamId",
         least((SELECT min(start_at) FROM chunks WHERE stream_id = asked.id),
               (SELECT min(start_at) FROM gaps WHERE stream_id = asked.id)) AS "firstAt",
         greatest((SELECT max(end_at) FROM chunks WHERE stream_id = asked.id),
                  (SELECT max(end_at) FROM gaps WHERE stream_id = asked.id)) AS "lastAt",
         (SELECT max(end_at) FROM watched_spans WHERE stream_id = asked.id) AS "asOf"
       FROM unnest($1::text[]) WITH ORDINALITY AS asked(id, place) ORDER BY place`,
      [streamIds],
    );
  }
}
