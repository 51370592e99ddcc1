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

type StateRow = Omit<TrajectoryState, 'range'> & { readonly start: number; readonly end: number };

export class PostgresTrajectoryReader implements TrajectoryReader {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async find(filter: TrajectoryFilter): Promise<TrajectoryHistory[]> {
    const heads = await this.#heads(filter);
    if (heads.length === 0) return [];
    const states = await this.#states(
      heads.map((head) => head.id),
      filter.range,
    );
    return heads
      .map((head) => ({ ...head, states: states.get(head.id) ?? [] }))
      .filter((history) => history.states.some((state) => state.predicate === 'present'));
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

  async #heads({ range, streamIds, kinds, ids }: TrajectoryFilter): Promise<Trajectory[]> {
    const rows = await this.#sql.query<{ head: Trajectory }>(
      `SELECT head FROM trajectories
       WHERE int8range(first_at, last_at) && int8range($1, $2)
         AND ($3::text[] IS NULL OR stream_id = ANY($3))
         AND ($4::text[] IS NULL OR kind = ANY($4))
         AND ($5::text[] IS NULL OR id = ANY($5))
       ORDER BY first_at, id`,
      [range.start, range.end, streamIds ?? null, kinds ?? null, ids ?? null],
    );
    return rows.map((row) => row.head);
  }

  async #states(ids: readonly string[], range: TimeRange): Promise<Map<string, TrajectoryState[]>> {
    const rows = await this.#sql.query<StateRow>(
      `SELECT id, trajectory_id AS "trajectoryId", type, predicate, args, start_at AS start,
              end_at AS "end", confidence
       FROM states WHERE trajectory_id = ANY($1) AND start_at < $3 AND end_at > $2
       ORDER BY start_at, id`,
      [ids, range.start, range.end],
    );
    return Map.groupBy(rows.map(rowToState), (state) => state.trajectoryId);
  }
}

const rowToState = ({ start, end, ...state }: StateRow): TrajectoryState => ({
  ...state,
  range: { start, end },
});
