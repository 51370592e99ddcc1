/**
 * Standing questions, how far each has come on each stream, their alerts and the deliveries they
 * need. A step, its alerts and its deliveries are one transaction, so that no alert is lost or
 * made twice, whenever the process dies.
 */
import type { Database, Sql } from '../../../kernel/adapters/postgres/database.ts';
import type { TimeRange } from '../../../kernel/time.ts';
import type { Alert, StandingQuestion } from '../../domain/standing-question.ts';
import type {
  AlertFilter,
  Delivery,
  QuestionStep,
  StandingQuestionStore,
  StepCommit,
} from '../../ports.ts';
import { standingQuestionEntity } from './entities.ts';

const stepColumns = 'question_id AS "questionId", stream_id AS "streamId", at, state';

const deliveryColumns = `id, alert_id AS "alertId", transition, url, body, attempts,
  next_attempt_at AS "nextAttemptAt"`;

export class PostgresStandingQuestionStore implements StandingQuestionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async save(question: StandingQuestion): Promise<void> {
    await this.#database.query(
      `INSERT INTO standing_questions (id, created_at, question) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE
       SET created_at = excluded.created_at, question = excluded.question`,
      [question.id, question.createdAt, JSON.stringify(question)],
    );
  }

  /** Its alerts and their deliveries stay: they tell what happened. */
  async remove(id: string): Promise<boolean> {
    const rows = await this.#database.query(
      'DELETE FROM standing_questions WHERE id = $1 RETURNING 1',
      [id],
    );
    return rows.length > 0;
  }

  async all(): Promise<StandingQuestion[]> {
    const rows = await this.#database.manager.find(standingQuestionEntity, {
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return rows.map((row) => row.question);
  }

  async lastStep(questionId: string, streamId: string): Promise<QuestionStep | undefined> {
    const [step] = await this.#database.query<QuestionStep>(
      `SELECT ${stepColumns} FROM question_steps WHERE question_id = $1 AND stream_id = $2`,
      [questionId, streamId],
    );
    return step;
  }

  async lastSteps(streamId: string): Promise<QuestionStep[]> {
    return this.#database.query<QuestionStep>(
      `SELECT ${stepColumns} FROM question_steps WHERE stream_id = $1 ORDER BY question_id`,
      [streamId],
    );
  }

  /** Also false for a question that was removed meanwhile. */
  async commitStep(
    step: QuestionStep,
    alerts: readonly Alert[],
    deliveries: readonly Delivery[],
  ): Promise<boolean> {
    const [advanced] = await this.commitSteps([{ step, alerts, deliveries }]);
    return advanced!;
  }

  async commitSteps(commits: readonly StepCommit[]): Promise<boolean[]> {
    return this.#database.transaction(async (sql) => {
      const advanced = new Set<StepCommit>();
      for (const batch of inBatches(commits)) {
        const forward = await advance(sql, batch);
        await writeAlerts(
          sql,
          forward.flatMap((commit) => commit.alerts),
        );
        await writeDeliveries(
          sql,
          forward.flatMap((commit) => commit.deliveries),
        );
        for (const commit of forward) advanced.add(commit);
      }
      return commits.map((commit) => advanced.has(commit));
    });
  }

  /** A chunk that was given up is a gap here: nothing is known of it. */
  async stepsAfter(
    streamId: string,
    at: number,
  ): Promise<{ type: 'chunk' | 'gap'; range: TimeRange }[]> {
    return this.#database.query<{ type: 'chunk' | 'gap'; range: TimeRange }>(
      `SELECT type, json_build_object('start', start_at, 'end', end_at) AS range FROM (
         SELECT CASE WHEN processed_at IS NULL THEN 'gap' ELSE 'chunk' END AS type, start_at, end_at
         FROM chunks
         WHERE stream_id = $1 AND end_at > $2
           AND (processed_at IS NOT NULL OR given_up_at IS NOT NULL)
         UNION ALL
         SELECT 'gap', start_at, end_at FROM gaps
         WHERE stream_id = $1 AND end_at > $2 AND passed_at IS NOT NULL
       ) AS step ORDER BY end_at, start_at`,
      [streamId, at],
    );
  }

  /** The newest first. */
  async alerts({ id, questionId, streamId, limit }: AlertFilter): Promise<Alert[]> {
    const rows = await this.#database.query<{ alert: Alert }>(
      `SELECT alert FROM alerts
       WHERE ($1::text IS NULL OR id = $1) AND ($2::text IS NULL OR question_id = $2)
         AND ($3::text IS NULL OR stream_id = $3)
       ORDER BY starts_at DESC, id LIMIT $4`,
      [id ?? null, questionId ?? null, streamId ?? null, limit],
    );
    return rows.map((row) => row.alert);
  }

  async dueDeliveries(
    now: number,
    limit: number,
    leftOut: readonly string[] = [],
  ): Promise<Delivery[]> {
    return this.#database.query<Delivery>(
      `SELECT ${deliveryColumns} FROM deliveries
       WHERE state = 'due' AND next_attempt_at <= $1 AND url <> ALL($3)
       ORDER BY next_attempt_at, id LIMIT $2`,
      [now, limit, leftOut],
    );
  }

  async deliveryDone(id: string): Promise<void> {
    await this.#database.query(
      `UPDATE deliveries SET state = 'done', attempts = attempts + 1, error = NULL
       WHERE id = $1 AND state = 'due'`,
      [id],
    );
  }

  async deliveryFailed(
    id: string,
    error: string,
    nextAttemptAt: number | undefined,
  ): Promise<void> {
    await this.#database.query(
      `UPDATE deliveries
       SET attempts = attempts + 1, error = $2,
           next_attempt_at = coalesce($3, next_attempt_at),
           state = CASE WHEN $3::bigint IS NULL THEN 'dead' ELSE 'due' END
       WHERE id = $1 AND state = 'due'`,
      [id, error, nextAttemptAt ?? null],
    );
  }

  async deliveries(
    alertId: string,
  ): Promise<(Delivery & { state: 'due' | 'done' | 'dead'; error: string | null })[]> {
    return this.#database.query<
      Delivery & { state: 'due' | 'done' | 'dead'; error: string | null }
    >(`SELECT ${deliveryColumns}, state, error FROM deliveries WHERE alert_id = $1 ORDER BY id`, [
      alertId,
    ]);
  }
}

/** Steps of one question on one stream go into batches one after the other, in their order. */
function inBatches(commits: readonly StepCommit[]): StepCommit[][] {
  const batches: StepCommit[][] = [];
  const turns = new Map<string, number>();
  for (const commit of commits) {
    const turn = turns.get(keyOf(commit.step)) ?? 0;
    turns.set(keyOf(commit.step), turn + 1);
    batches[turn] ??= [];
    batches[turn].push(commit);
  }
  return batches;
}

const keyOf = (step: Pick<QuestionStep, 'questionId' | 'streamId'>): string =>
  JSON.stringify([step.questionId, step.streamId]);

/** Moves the questions on; the commits whose step went forward. */
async function advance(sql: Sql, commits: readonly StepCommit[]): Promise<StepCommit[]> {
  const steps = commits.map(({ step }) => step);
  const rows = await sql.query<{ questionId: string; streamId: string }>(
    `INSERT INTO question_steps (question_id, stream_id, at, state)
     SELECT question.id, step."streamId", step.at, step.state
     FROM json_to_recordset($1::json)
       AS step("questionId" text, "streamId" text, at bigint, state json)
     JOIN standing_questions AS question ON question.id = step."questionId"
     ORDER BY question.id, step."streamId"
     FOR KEY SHARE OF question
     ON CONFLICT (question_id, stream_id) DO UPDATE
     SET at = excluded.at, state = excluded.state WHERE question_steps.at < excluded.at
     RETURNING question_id AS "questionId", stream_id AS "streamId"`,
    [JSON.stringify(steps)],
  );
  const forward = new Set(rows.map(keyOf));
  return commits.filter((commit) => forward.has(keyOf(commit.step)));
}

async function writeAlerts(sql: Sql, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return;
  const rows = alerts.map((alert) => ({
    id: alert.id,
    question_id: alert.questionId,
    stream_id: alert.streamId,
    starts_at: alert.startsAt,
    alert,
  }));
  await sql.query(
    `INSERT INTO alerts (id, question_id, stream_id, starts_at, alert)
     SELECT id, question_id, stream_id, starts_at, alert FROM json_to_recordset($1::json)
       AS row(id text, question_id text, stream_id text, starts_at bigint, alert json)
     ON CONFLICT (id) DO UPDATE SET starts_at = excluded.starts_at, alert = excluded.alert`,
    [JSON.stringify(rows)],
  );
}

async function writeDeliveries(sql: Sql, deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await sql.query(
    `INSERT INTO deliveries
       (id, alert_id, transition, url, body, attempts, next_attempt_at, state)
     SELECT id, "alertId", transition, url, body, attempts, "nextAttemptAt", 'due'
     FROM json_to_recordset($1::json)
       AS row(id text, "alertId" text, transition text, url text, body json, attempts integer,
              "nextAttemptAt" bigint)
     ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(deliveries)],
  );
}
