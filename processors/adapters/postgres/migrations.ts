/**
 * The tables of processors. Rows keep the whole object as a document beside the columns that are
 * searched; `json` and not `jsonb`, because documents are only ever read back as they were. The
 * watched spans are the union of the processed chunks, kept as few long rows, so that the coverage
 * of a day costs no more than that of a minute. A stream's revision counts its commits; each
 * trajectory carries that of its last change, so that a reader can fetch what is new to it, and
 * `refolded_revision` is the last one in which trajectories were removed.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

class CreateProcessing1764000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE trajectories (
        id text PRIMARY KEY,
        stream_id text NOT NULL,
        kind text NOT NULL,
        first_at bigint NOT NULL,
        last_at bigint NOT NULL,
        revision bigint NOT NULL,
        head json NOT NULL
      )`);
    await runner.query(`
      CREATE INDEX trajectories_by_revision ON trajectories (stream_id, revision)`);
    await runner.query(`
      CREATE INDEX trajectories_by_time ON trajectories USING gist (int8range(first_at, last_at))`);
    await runner.query(`
      CREATE TABLE states (
        id text PRIMARY KEY,
        trajectory_id text NOT NULL,
        start_at bigint NOT NULL,
        end_at bigint NOT NULL,
        state json NOT NULL
      )`);
    await runner.query('CREATE INDEX states_by_trajectory ON states (trajectory_id, start_at)');
    await runner.query(`
      CREATE TABLE observations (
        id text PRIMARY KEY,
        stream_id text NOT NULL,
        start_at bigint NOT NULL,
        end_at bigint NOT NULL,
        trajectory_id text,
        path json NOT NULL,
        observation json NOT NULL
      )`);
    await runner.query('CREATE INDEX observations_by_start ON observations (stream_id, start_at)');
    await runner.query(`
      CREATE INDEX observations_by_trajectory ON observations (trajectory_id, start_at)`);
    await runner.query(`
      CREATE TABLE identity_links (
        id text PRIMARY KEY,
        stream_id text NOT NULL,
        from_id text NOT NULL,
        to_id text NOT NULL,
        link json NOT NULL
      )`);
    await runner.query('CREATE INDEX identity_links_by_from ON identity_links (from_id)');
    await runner.query('CREATE INDEX identity_links_by_to ON identity_links (to_id)');
    await runner.query(`
      CREATE TABLE events (
        id text PRIMARY KEY,
        stream_id text NOT NULL,
        level text NOT NULL,
        start_at bigint NOT NULL,
        end_at bigint NOT NULL,
        event json NOT NULL
      )`);
    await runner.query('CREATE INDEX events_by_start ON events (stream_id, start_at)');
    await runner.query(`
      CREATE TABLE synopses (
        stream_id text PRIMARY KEY,
        start_at bigint NOT NULL,
        end_at bigint NOT NULL,
        text text NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE stream_memories (
        stream_id text PRIMARY KEY,
        revision bigint NOT NULL,
        refolded_revision bigint NOT NULL,
        scene bytea,
        aggregation json,
        events json
      )`);
    await runner.query(`
      CREATE TABLE watched_spans (
        stream_id text NOT NULL,
        start_at bigint NOT NULL,
        end_at bigint NOT NULL,
        PRIMARY KEY (stream_id, start_at)
      )`);
    await runner.query('CREATE INDEX watched_spans_by_end ON watched_spans (stream_id, end_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE trajectories, states, observations, identity_links, events, synopses,
        stream_memories, watched_spans`);
  }
}

/**
 * Embeddings of event captions: a pgvector column where the server has the extension, an array of
 * floats elsewhere, which the reader then searches itself. Both take an array when written.
 */
class AddEventEmbeddings1764000021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const type = (await enableVectors(runner)) ? 'vector' : 'real[]';
    await runner.query(`ALTER TABLE events ADD COLUMN embedding ${type} NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events DROP COLUMN embedding');
  }
}

async function enableVectors(runner: QueryRunner): Promise<boolean> {
  const found = await runner.query(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`);
  if (found.length === 0) return false;
  await runner.query('SAVEPOINT vectors');
  try {
    await runner.query('CREATE EXTENSION IF NOT EXISTS vector');
    return true;
  } catch {
    // Not everybody who owns a database may add extensions to it.
    await runner.query('ROLLBACK TO SAVEPOINT vectors');
    return false;
  }
}

export const processorMigrations = [CreateProcessing1764000020000, AddEventEmbeddings1764000021000];
