/** Reads trajectories with their states, paths and identity links from the tables of processors. */
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { TimeRange } from '../../../kernel/time.ts';
import type { PathPoint } from '../../../processors/domain/observation.ts';
import type {
  IdentityLink,
  Trajectory,
  TrajectoryState,
} from '../../../processors/domain/trajectory.ts';
import type { TrajectoryFilter, TrajectoryHistory, TrajectoryReader } from '../../ports.ts';

/** How far a stream's history has come; see the migrations of processors. */
export interface StreamRevision {
  readonly streamId: string;
  readonly revision: number;
  readonly refoldedRevision: number;
  /** First and last processed instant. */
  readonly processed: TimeRange;
}

interface HistoryRow {
  readonly head: Trajectory;
  readonly states: readonly TrajectoryState[] | null;
}

export class PostgresTrajectoryReader implements TrajectoryReader {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** One row for each trajectory: the server joins documents faster than rows are sent. */
  async find(filter: TrajectoryFilter): Promise<TrajectoryHistory[]> {
    const { range, streamIds, kinds, ids, limit } = filter;
    const rows = await this.#sql.query<HistoryRow>(
      `SELECT head,
         (SELECT json_agg(state ORDER BY start_at, states.id) FROM states
          WHERE trajectory_id = trajectories.id AND start_at < $2 AND end_at > $1) AS states
       FROM trajectories
       WHERE int8range(first_at, last_at) && int8range($1, $2)
         AND ($3::text[] IS NULL OR stream_id = ANY($3))
         AND ($4::text[] IS NULL OR kind = ANY($4))
         AND ($5::text[] IS NULL OR id = ANY($5))
         AND ($6::int IS NULL OR EXISTS (
           SELECT 1 FROM states WHERE trajectory_id = trajectories.id
             AND state ->> 'predicate' = 'present' AND start_at < $2 AND end_at > $1))
       ORDER BY first_at DESC, id COLLATE "C" DESC LIMIT $6`,
      [range.start, range.end, streamIds ?? null, kinds ?? null, ids ?? null, limit ?? null],
    );
    return rows.map(rowToHistory).filter(wasPresent).reverse();
  }

  /** Of all streams when no ids are given; a stream of which nothing was processed has none. */
  async revisions(streamIds: readonly string[] | undefined): Promise<StreamRevision[]> {
    return this.#sql.query<StreamRevision>(
      `SELECT stream_id AS "streamId", revision, refolded_revision AS "refoldedRevision",
         json_build_object(
           'start', coalesce((SELECT min(start_at) FROM watched_spans AS span
                              WHERE span.stream_id = memory.stream_id), 0),
           'end', coalesce((SELECT max(end_at) FROM watched_spans AS span
                            WHERE span.stream_id = memory.stream_id), 0)) AS processed
       FROM stream_memories AS memory WHERE $1::text[] IS NULL OR stream_id = ANY($1)`,
      [streamIds ?? null],
    );
  }

  /** What changed after the revision and was still there after the instant, with all its states. */
  async changedAfter(
    seen: readonly { streamId: string; revision: number; since: number }[],
  ): Promise<TrajectoryHistory[]> {
    const rows = await this.#sql.query<HistoryRow>(
      `SELECT head,
         (SELECT json_agg(state ORDER BY start_at, states.id) FROM states
          WHERE trajectory_id = trajectories.id AND end_at > seen.since) AS states
       FROM json_to_recordset($1::json)
         AS seen("streamId" text, revision bigint, since bigint)
       JOIN trajectories ON trajectories.stream_id = seen."streamId"
         AND trajectories.revision > seen.revision AND trajectories.last_at > seen.since
       ORDER BY first_at, id`,
      [JSON.stringify(seen)],
    );
    return rows.map(rowToHistory);
  }

  async path(trajectoryId: string, range: TimeRange): Promise<PathPoint[]> {
    const rows = await this.#sql.query<{ path: PathPoint[] }>(
      `SELECT path FROM observations
       WHERE trajectory_id = $1 AND start_at < $3 AND end_at > $2 ORDER BY start_at`,
      [trajectoryId, range.start, range.end],
    );
    return rows
      .flatMap((row) => row.path)
      .filter((point) => point.at >= range.start && point.at < range.end)
      .sort((a, b) => a.at - b.at);
  }

  /** Links of which either end was there during the range. */
  async links(streamIds: readonly string[], range: TimeRange): Promise<IdentityLink[]> {
    const rows = await this.#sql.query<{ link: IdentityLink }>(
      `WITH there AS (
         SELECT id FROM trajectories
         WHERE stream_id = ANY($1) AND int8range(first_at, last_at) && int8range($2, $3)
       )
       SELECT link FROM identity_links
       WHERE stream_id = ANY($1)
         AND (from_id IN (SELECT id FROM there) OR to_id IN (SELECT id FROM there))
       ORDER BY id`,
      [streamIds, range.start, range.end],
    );
    return rows.map((row) => row.link);
  }
}

const rowToHistory = ({ head, states }: HistoryRow): TrajectoryHistory => ({
  ...head,
  states: states ?? [],
});

/** Between its first and last sight it may have been away. */
export const wasPresent = (history: TrajectoryHistory): boolean =>
  history.states.some((state) => state.predicate === 'present');
