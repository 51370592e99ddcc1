/** The tables of query: what was answered, what is watched for, whom to tell, what was judged. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

class CreateAnswers1764000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE answers (
        id text PRIMARY KEY,
        version integer NOT NULL,
        asked_at bigint NOT NULL,
        answer json NOT NULL
      )`);
    await runner.query('CREATE INDEX answers_by_time ON answers (asked_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE answers');
  }
}

class CreateStandingQuestions1764000031000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE standing_questions (
        id text PRIMARY KEY,
        created_at bigint NOT NULL,
        question json NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE question_steps (
        question_id text NOT NULL REFERENCES standing_questions ON DELETE CASCADE,
        stream_id text NOT NULL,
        at bigint NOT NULL,
        state json,
        PRIMARY KEY (question_id, stream_id)
      )`);
    await runner.query('CREATE INDEX question_steps_by_stream ON question_steps (stream_id)');
    await runner.query(`
      CREATE TABLE alerts (
        id text PRIMARY KEY,
        question_id text NOT NULL,
        stream_id text NOT NULL,
        starts_at bigint NOT NULL,
        alert json NOT NULL
      )`);
    await runner.query('CREATE INDEX alerts_by_time ON alerts (starts_at)');
    await runner.query('CREATE INDEX alerts_by_question ON alerts (question_id, starts_at)');
    await runner.query('CREATE INDEX alerts_by_stream ON alerts (stream_id, starts_at)');
    await runner.query(`
      CREATE TABLE deliveries (
        id text PRIMARY KEY,
        alert_id text NOT NULL,
        transition text NOT NULL,
        url text NOT NULL,
        body json NOT NULL,
        attempts integer NOT NULL,
        next_attempt_at bigint NOT NULL,
        state text NOT NULL,
        error text
      )`);
    await runner.query('CREATE INDEX deliveries_by_alert ON deliveries (alert_id)');
    await runner.query(`
      CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE state = 'due'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deliveries, alerts, question_steps, standing_questions');
  }
}

class CreateCases1764000032000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE cases (
        id text PRIMARY KEY,
        type text NOT NULL,
        question_id text,
        is_right boolean NOT NULL,
        judged_at bigint NOT NULL,
        "case" json NOT NULL
      )`);
    await runner.query('CREATE INDEX cases_by_time ON cases (judged_at)');
    await runner.query('CREATE INDEX cases_by_question ON cases (question_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE cases');
  }
}

export const queryMigrations = [
  CreateAnswers1764000030000,
  CreateStandingQuestions1764000031000,
  CreateCases1764000032000,
];
