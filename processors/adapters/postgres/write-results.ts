/**
 * Writes what one step of processing made: each kind of row in one statement, from one JSON
 * parameter. Rows are replaced by id, so writing them twice changes nothing more.
 */
import type { Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { Synopsis } from '../../domain/event.ts';
import type { Observation } from '../../domain/observation.ts';
import type { IdentityLink, TrajectoryChanges, TrajectoryState } from '../../domain/trajectory.ts';
import type { ChunkResult } from '../../ports.ts';

export async function insertObservations(
  sql: Sql,
  observations: readonly Observation[],
): Promise<void> {
  if (observations.length === 0) return;
  const rows = observations.map((observation) => ({
    id: observation.id,
    stream_id: observation.chunk.streamId,
    start_at: observation.range.start,
    end_at: observation.range.end,
    path: observation.path,
    observation,
  }));
  await sql.query(
    `INSERT INTO observations (id, stream_id, start_at, end_at, path, observation)
     SELECT id, stream_id, start_at, end_at, path, observation FROM json_to_recordset($1::json)
       AS row(id text, stream_id text, start_at bigint, end_at bigint, path json, observation json)
     ON CONFLICT (id) DO UPDATE
     SET start_at = excluded.start_at, end_at = excluded.end_at, path = excluded.path,
         observation = excluded.observation`,
    [JSON.stringify(rows)],
  );
}

/** Removals come first: a trajectory that is folded again may be removed and written in one step. */
export async function writeChanges(
  sql: Sql,
  changes: TrajectoryChanges,
  revision: number,
): Promise<void> {
  await removeTrajectories(sql, changes.removedTrajectoryIds);
  await writeTrajectories(sql, changes.trajectories, revision);
  await writeStates(sql, changes.states);
  await markChanged(sql, changes, revision);
  await assign(sql, changes.assignments);
  await writeLinks(sql, changes.links);
}

async function removeTrajectories(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.query('DELETE FROM states WHERE trajectory_id = ANY($1)', [ids]);
  await sql.query('DELETE FROM identity_links WHERE from_id = ANY($1)', [ids]);
  await sql.query('DELETE FROM identity_links WHERE to_id = ANY($1)', [ids]);
  await sql.query('UPDATE observations SET trajectory_id = NULL WHERE trajectory_id = ANY($1)', [
    ids,
  ]);
  await sql.query('DELETE FROM trajectories WHERE id = ANY($1)', [ids]);
}

async function writeTrajectories(
  sql: Sql,
  trajectories: TrajectoryChanges['trajectories'],
  revision: number,
): Promise<void> {
  if (trajectories.length === 0) return;
  const rows = trajectories.map((head) => ({
    id: head.id,
    stream_id: head.streamId,
    kind: head.kind,
    first_at: head.firstAt,
    last_at: head.lastAt,
    head,
  }));
  await sql.query(
    `INSERT INTO trajectories (id, stream_id, kind, first_at, last_at, revision, head)
     SELECT id, stream_id, kind, first_at, last_at, $2, head FROM json_to_recordset($1::json)
       AS row(id text, stream_id text, kind text, first_at bigint, last_at bigint, head json)
     ON CONFLICT (id) DO UPDATE
     SET kind = excluded.kind, first_at = excluded.first_at, last_at = excluded.last_at,
         revision = excluded.revision, head = excluded.head`,
    [JSON.stringify(rows), revision],
  );
}

/** A trajectory of which only states were written has changed too. */
async function markChanged(
  sql: Sql,
  { states, trajectories }: TrajectoryChanges,
  revision: number,
): Promise<void> {
  const heads = new Set(trajectories.map(({ id }) => id));
  const others = states.map(({ trajectoryId }) => trajectoryId).filter((id) => !heads.has(id));
  if (others.length === 0) return;
  await sql.query('UPDATE trajectories SET revision = $2 WHERE id = ANY($1)', [others, revision]);
}

async function writeStates(sql: Sql, states: readonly TrajectoryState[]): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map((state) => ({
    id: state.id,
    trajectory_id: state.trajectoryId,
    start_at: state.range.start,
    end_at: state.range.end,
    state,
  }));
  await sql.query(
    `INSERT INTO states (id, trajectory_id, start_at, end_at, state)
     SELECT id, trajectory_id, start_at, end_at, state FROM json_to_recordset($1::json)
       AS row(id text, trajectory_id text, start_at bigint, end_at bigint, state json)
     ON CONFLICT (id) DO UPDATE
     SET trajectory_id = excluded.trajectory_id, start_at = excluded.start_at,
         end_at = excluded.end_at, state = excluded.state`,
    [JSON.stringify(rows)],
  );
}

async function assign(sql: Sql, assignments: TrajectoryChanges['assignments']): Promise<void> {
  if (assignments.length === 0) return;
  await sql.query(
    `UPDATE observations SET trajectory_id = assignment."trajectoryId"
     FROM json_to_recordset($1::json) AS assignment("observationId" text, "trajectoryId" text)
     WHERE observations.id = assignment."observationId"`,
    [JSON.stringify(assignments)],
  );
}

async function writeLinks(sql: Sql, links: readonly IdentityLink[]): Promise<void> {
  if (links.length === 0) return;
  const rows = links.map((link) => ({
    id: link.id,
    stream_id: link.streamId,
    from_id: link.from,
    to_id: link.to,
    link,
  }));
  await sql.query(
    `INSERT INTO identity_links (id, stream_id, from_id, to_id, link)
     SELECT id, stream_id, from_id, to_id, link FROM json_to_recordset($1::json)
       AS row(id text, stream_id text, from_id text, to_id text, link json)
     ON CONFLICT (id) DO UPDATE
     SET from_id = excluded.from_id, to_id = excluded.to_id, link = excluded.link`,
    [JSON.stringify(rows)],
  );
}

export async function writeEvents(sql: Sql, events: ChunkResult['events']): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ embedding, ...event }) => ({
    id: event.id,
    stream_id: event.streamId,
    level: event.level,
    start_at: event.range.start,
    end_at: event.range.end,
    embedding: [...embedding],
    event,
  }));
  await sql.query(
    `INSERT INTO events (id, stream_id, level, start_at, end_at, event, embedding)
     SELECT id, stream_id, level, start_at, end_at, event, embedding
     FROM json_to_recordset($1::json)
       AS row(id text, stream_id text, level text, start_at bigint, end_at bigint, event json,
              embedding real[])
     ON CONFLICT (id) DO UPDATE
     SET start_at = excluded.start_at, end_at = excluded.end_at, event = excluded.event,
         embedding = excluded.embedding`,
    [JSON.stringify(rows)],
  );
}

export async function writeSynopsis(sql: Sql, synopsis: Synopsis | undefined): Promise<void> {
  if (!synopsis) return;
  const { streamId, range, text } = synopsis;
  await sql.query(
    `INSERT INTO synopses (stream_id, start_at, end_at, text) VALUES ($1, $2, $3, $4)
     ON CONFLICT (stream_id) DO UPDATE
     SET start_at = excluded.start_at, end_at = excluded.end_at, text = excluded.text`,
    [streamId, range.start, range.end, text],
  );
}
