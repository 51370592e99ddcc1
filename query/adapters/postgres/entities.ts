/** The tables of query as TypeORM sees them; what is read often is read by SQL. */
import { EntitySchema } from 'typeorm';
import type { Answer } from '../../domain/answer.ts';
import type { StandingQuestion } from '../../domain/standing-question.ts';

export interface AnswerRow {
  readonly id: string;
  readonly version: number;
  readonly askedAt: number;
  readonly answer: Answer;
}

export const answerEntity = new EntitySchema<AnswerRow>({
  name: 'answers',
  columns: {
    id: { type: 'text', primary: true },
    version: { type: 'integer' },
    askedAt: { name: 'asked_at', type: 'bigint' },
    answer: { type: 'json' },
  },
});

export interface StandingQuestionRow {
  readonly id: string;
  readonly createdAt: number;
  readonly question: StandingQuestion;
}

export const standingQuestionEntity = new EntitySchema<StandingQuestionRow>({
  name: 'standing_questions',
  columns: {
    id: { type: 'text', primary: true },
    createdAt: { name: 'created_at', type: 'bigint' },
    question: { type: 'json' },
  },
});

export const queryEntities = [answerEntity, standingQuestionEntity];
