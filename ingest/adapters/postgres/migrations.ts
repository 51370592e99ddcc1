/**
 * The tables of ingest. A chunk's `processed_at` and `given_up_at` are written by processors: they
 * are how far the recorded chunks have come, which ingest needs to know.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

class CreateRecording1764000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE streams (
        id text PRIMARY KEY,
        name text NOT NULL,
        source json NOT NULL,
        profile json,
        enabled_at bigint NOT NULL,
        is_kept boolean NOT NULL DEFAULT false
      )`);
    await runner.query(`
      CREATE TABLE epochs (
        stream_id text PRIMARY KEY,
        last_epoch integer NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE chunks (
        stream_id text NOT NULL,
        epoch integer NOT NULL,
        seq bigint NOT NULL,
        start_at bigint NOT NULL,
        end_at bigint NOT NULL,
        frames json NOT NULL,
        statistics json NOT NULL,
        flags json NOT NULL,
        processed_at bigint,
        given_up_at bigint,
        given_up_reason text,
        PRIMARY KEY (stream_id, epoch, seq)
      )`);
    await runner.query('CREATE INDEX chunks_by_start ON chunks (stream_id, start_at)');
    await runner.query('CREATE INDEX chunks_by_end ON chunks (stream_id, end_at)');
    await runner.query(`
      CREATE INDEX chunks_unprocessed ON chunks (stream_id, start_at) WHERE processed_at IS NULL`);
    await runner.query(`
      CREATE TABLE gaps (
        stream_id text NOT NULL,
        start_at bigint NOT NULL,
        end_at bigint NOT NULL,
        reason text NOT NULL,
        passed_at bigint,
        PRIMARY KEY (stream_id, start_at)
      )`);
    await runner.query('CREATE INDEX gaps_by_end ON gaps (stream_id, end_at)');
    await runner.query('CREATE INDEX gaps_not_passed ON gaps (stream_id) WHERE passed_at IS NULL');
    await runner.query(`
      CREATE TABLE segments (
        id text PRIMARY KEY,
        stream_id text NOT NULL,
        epoch integer NOT NULL,
        start_at bigint NOT NULL,
        end_at bigint NOT NULL,
        key text NOT NULL,
        bytes bigint NOT NULL,
        codec text NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL
      )`);
    await runner.query('CREATE INDEX segments_by_start ON segments (stream_id, start_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE segments, gaps, chunks, epochs, streams');
  }
}

/** Segments that are there already count as recorded now. */
class AddRetention1764000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE segments
        ADD COLUMN recorded_at bigint NOT NULL
          DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
        ADD COLUMN withdrawn_at bigint`);
    await runner.query('CREATE INDEX segments_by_age ON segments (recorded_at, id)');
    await runner.query(`
      CREATE INDEX segments_withdrawn ON segments (id) WHERE withdrawn_at IS NOT NULL`);
    await runner.query(`
      CREATE TABLE recorded_bytes (
        stream_id text PRIMARY KEY,
        bytes bigint NOT NULL
      )`);
    await runner.query(`
      INSERT INTO recorded_bytes SELECT stream_id, sum(bytes) FROM segments GROUP BY stream_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recorded_bytes');
    await runner.query('ALTER TABLE segments DROP COLUMN recorded_at, DROP COLUMN withdrawn_at');
  }
}

/** `source` holds what people may see; the URL with its credentials is sealed. */
class SealCredentials1764000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE streams ADD COLUMN sealed_url text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE streams DROP COLUMN sealed_url');
  }
}

class AddBlindStretches1764000013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE blind_stretches (
        stream_id text NOT NULL,
        start_at bigint NOT NULL,
        end_at bigint NOT NULL,
        reason text NOT NULL,
        PRIMARY KEY (stream_id, start_at, reason)
      )`);
    await runner.query(`
      CREATE INDEX blind_stretches_by_end ON blind_stretches (stream_id, end_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE blind_stretches');
  }
}

/** What sweeps ask for again and again is found without walking through what they never want. */
class AddSweepIndexes1764000014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX segments_by_stream_age ON segments (stream_id, recorded_at, id)`);
    await runner.query('CREATE INDEX segments_by_key ON segments (key)');
    await runner.query(`
      CREATE INDEX chunks_waiting ON chunks (stream_id, epoch, seq)
        WHERE processed_at IS NULL AND given_up_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX segments_by_stream_age, segments_by_key, chunks_waiting');
  }
}

export const ingestMigrations = [
  CreateRecording1764000010000,
  AddRetention1764000011000,
  SealCredentials1764000012000,
  AddBlindStretches1764000013000,
  AddSweepIndexes1764000014000,
];
