/** Keeps the newest version of each answer. */
import type { Database } from '../../../kernel/adapters/postgres/database.ts';
import type { Answer } from '../../domain/answer.ts';
import type { AnswerStore } from '../../ports.ts';
import { answerEntity } from './entities.ts';

export class PostgresAnswerStore implements AnswerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** An older version than the stored one changes nothing. */
  async save(answer: Answer): Promise<void> {
    await this.#database.query(
      `INSERT INTO answers (id, version, asked_at, answer) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE
       SET version = excluded.version, asked_at = excluded.asked_at, answer = excluded.answer
       WHERE answers.version <= excluded.version`,
      [answer.id, answer.version, answer.askedAt, JSON.stringify(answer)],
    );
  }

  async find(id: string): Promise<Answer | undefined> {
    const row = await this.#database.manager.findOneBy(answerEntity, { id });
    return row?.answer;
  }

  /** The newest first. */
  async recent(limit: number): Promise<Answer[]> {
    const rows = await this.#database.manager.find(answerEntity, {
      order: { askedAt: 'DESC', id: 'ASC' },
      take: limit,
    });
    return rows.map((row) => row.answer);
  }
}
