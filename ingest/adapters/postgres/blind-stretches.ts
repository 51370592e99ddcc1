/** Recorded time that shows nothing of the scene, for whoever asks what was watched. */
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { Chunk } from '../../domain/chunk.ts';

/** A stretch that goes on is known by its start, and grows. */
export async function writeBlindStretches(
  sql: Sql,
  { streamId, blind = [] }: Chunk,
): Promise<void> {
  if (blind.length === 0) return;
  await sql.query(
    `INSERT INTO blind_stretches AS known (stream_id, reason, start_at, end_at)
     SELECT $1, reason, start, max("end")
     FROM json_to_recordset($2::json) AS stretch(start bigint, "end" bigint, reason text)
     GROUP BY reason, start
     ON CONFLICT (stream_id, start_at, reason) DO UPDATE
     SET end_at = greatest(known.end_at, excluded.end_at)`,
    [streamId, JSON.stringify(blind)],
  );
}
