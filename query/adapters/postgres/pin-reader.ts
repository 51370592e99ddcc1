/**
 * What retention must leave alone, in ingest's words: the evidence of alerts that fired, and of
 * what people judged. Read from query's own tables whenever it is asked for.
 */
import type { Pin } from '../../../ingest/domain/pin.ts';
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { TimeRange } from '../../../kernel/time.ts';

/** So much of long evidence is pinned, from its start: what a clip shows of it. */
const longestPinMs = 600_000;
/** What is pinned for an alert begins no further from the alert's own start. */
const leadMs = 60_000;

export class PostgresPinReader {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Pins that overlap the range. */
  async pins({ start, end }: TimeRange): Promise<Pin[]> {
    return this.#sql.query<Pin>(
      `SELECT "streamId", start, least("end", start + $3) AS "end", reason FROM (
         SELECT alert #>> '{evidence,streamId}' AS "streamId",
                (alert #>> '{evidence,range,start}')::bigint AS start,
                (alert #>> '{evidence,range,end}')::bigint AS "end",
                'alert' AS reason
         FROM alerts
         WHERE starts_at > $1::bigint - $3::bigint - $4 AND starts_at < $2::bigint + $4
           AND alert ->> 'firedAt' IS NOT NULL AND json_typeof(alert -> 'evidence') = 'object'
         UNION ALL
         SELECT piece ->> 'streamId', (piece #>> '{range,start}')::bigint,
                (piece #>> '{range,end}')::bigint, 'judged ' || type
         FROM cases, json_array_elements("case" #> '{said,evidence}') AS piece
       ) AS pinned
       WHERE start < $2 AND least("end", start + $3) > $1`,
      [start, end, longestPinMs, leadMs],
    );
  }
}
