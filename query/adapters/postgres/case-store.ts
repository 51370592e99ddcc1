/** One case per judged subject. */
import type { Database } from '../../../kernel/adapters/postgres/database.ts';
import type { Case, CaseFilter } from '../../domain/judgement.ts';
import type { CaseStore, JudgementTally } from '../../ports.ts';

export class PostgresCaseStore implements CaseStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async save(one: Case): Promise<void> {
    await this.#database.query(
      `INSERT INTO cases (id, type, question_id, is_right, judged_at, "case")
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE
       SET question_id = excluded.question_id, is_right = excluded.is_right,
           judged_at = excluded.judged_at, "case" = excluded."case"
       WHERE cases.judged_at <= excluded.judged_at`,
      [
        one.id,
        one.subject.type,
        one.standing?.questionId ?? null,
        one.isRight,
        one.judgedAt,
        JSON.stringify(one),
      ],
    );
  }

  async remove(id: string): Promise<boolean> {
    const rows = await this.#database.query('DELETE FROM cases WHERE id = $1 RETURNING 1', [id]);
    return rows.length > 0;
  }

  async find({ ids, type, questionId, isRight, limit }: CaseFilter): Promise<Case[]> {
    const rows = await this.#database.query<{ case: Case }>(
      `SELECT "case" FROM cases
       WHERE ($1::text[] IS NULL OR id = ANY($1)) AND ($2::text IS NULL OR type = $2)
         AND ($3::text IS NULL OR question_id = $3) AND ($4::boolean IS NULL OR is_right = $4)
       ORDER BY judged_at DESC, id LIMIT $5`,
      [ids ?? null, type ?? null, questionId ?? null, isRight ?? null, limit],
    );
    return rows.map((row) => row.case);
  }

  async tally(): Promise<Map<string, JudgementTally>> {
    const rows = await this.#database.query<JudgementTally & { questionId: string }>(
      `SELECT question_id AS "questionId", (count(*) FILTER (WHERE is_right))::int AS right,
              (count(*) FILTER (WHERE NOT is_right))::int AS wrong
       FROM cases WHERE question_id IS NOT NULL GROUP BY question_id`,
    );
    return new Map(rows.map(({ questionId, right, wrong }) => [questionId, { right, wrong }]));
  }
}
