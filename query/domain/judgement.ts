/**
 * What an operator says of an answer or alert: right or wrong, and what would have been right. A
 * judged question with what was said is a case: it can be asked again of another configuration.
 */
import { z } from 'zod';
import { answerSchema, valueSchema } from './answer.ts';
import { timeRangeSchema } from './coverage.ts';
import { questionSchema } from './question.ts';
import { newStandingQuestionSchema, standingQuestionSchema } from './standing-question.ts';

export const subjectSchema = z
  .object({ type: z.enum(['answer', 'alert']), id: z.string().min(1).max(300) })
  .describe('What is judged');

export const expectedSchema = z
  .object({ verdict: answerSchema.shape.verdict, value: valueSchema.nullable().default(null) })
  .refine(({ verdict, value }) => (verdict === 'value') === (value !== null), {
    error: 'a value comes with the verdict `value`, and only with it',
    path: ['value'],
  })
  .describe('What would have been right');

export const newJudgementSchema = z
  .object({
    isRight: z.boolean(),
    note: z.string().trim().max(1000).optional(),
    expected: expectedSchema.optional(),
  })
  .refine(({ isRight, expected }) => !(isRight && expected), {
    error: 'what is right needs no other answer',
    path: ['expected'],
  })
  .describe('Right or wrong, as an operator says');

export const judgementSchema = z
  .object({
    id: z.string().describe('`<type>:<id of the subject>`: a subject has one judgement'),
    subject: subjectSchema,
    isRight: z.boolean(),
    note: z.string().nullable(),
    expected: expectedSchema.nullable().describe('What would have been right; null: not said'),
    judgedAt: z.int(),
  })
  .describe('An operator said whether an answer or alert is right');

export const caseSchema = judgementSchema
  .extend({
    question: questionSchema.describe('To ask it again of the same time and streams'),
    range: timeRangeSchema.describe('The time it was about'),
    said: answerSchema
      .pick({ verdict: true, reason: true, value: true, text: true })
      .extend({ evidence: z.array(z.object({ streamId: z.string(), range: timeRangeSchema })) }),
    standing: newStandingQuestionSchema
      .pick({ holdForSeconds: true, threshold: true })
      .extend({ questionId: z.string() })
      .nullable()
      .describe('The standing question of an alert; null for an answer'),
  })
  .describe('A judged question with what was said');

export const standingQuestionViewSchema = standingQuestionSchema
  .extend({
    judged: z
      .object({ right: z.int(), wrong: z.int() })
      .describe('Alerts that operators judged; precision is the share of right ones'),
  })
  .describe('A registered standing question, with what operators say of its alerts');

export type Subject = z.infer<typeof subjectSchema>;
export type Expected = z.infer<typeof expectedSchema>;
export type NewJudgement = z.infer<typeof newJudgementSchema>;
export type Judgement = z.infer<typeof judgementSchema>;
export type Case = z.infer<typeof caseSchema>;
export type StandingQuestionView = z.infer<typeof standingQuestionViewSchema>;

export interface CaseFilter {
  /** Ids of judgements. */
  readonly ids?: readonly string[];
  readonly type?: Subject['type'];
  /** Only alerts of this standing question. */
  readonly questionId?: string;
  readonly isRight?: boolean;
  readonly limit: number;
}

export const judgementIdOf = ({ type, id }: Subject): string => `${type}:${id}`;
