/**
 * The answer to a question: the documented schema of `ask --json`, REST and the page. A verdict of
 * `unknown` is not `no`: it says what was not seen or not understood.
 */
import { z } from 'zod';
import { coverageSchema, timeRangeSchema } from './coverage.ts';
import { questionSchema } from './question.ts';

export const boxSchema = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .describe('Normalised picture coordinates, 0..1, top left corner first');

export const evidenceSchema = z
  .object({
    streamId: z.string(),
    range: timeRangeSchema.describe('Tight, never empty'),
    trajectoryIds: z.array(z.string()),
    clipId: z
      .string()
      .nullable()
      .describe('Id of a playable clip that covers the range; null when no recording is left'),
    boxes: z
      .array(z.object({ trajectoryId: z.string(), at: z.int(), box: boxSchema }))
      .describe('Where the objects are during the range, in order of time'),
  })
  .describe('Where and when the statement can be seen');

export const factSchema = z
  .object({
    statement: z.string(),
    holds: z.enum(['yes', 'no', 'unknown']),
    confidence: z.number().min(0).max(1),
    evidence: z.array(evidenceSchema),
  })
  .describe('A sub-answer the answer rests on, with its own evidence');

export const valueSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('count'), count: z.int() }),
    z.object({ type: z.literal('instant'), at: z.int() }),
    z.object({ type: z.literal('instants'), at: z.array(z.int()) }),
    z.object({ type: z.literal('duration'), ms: z.int() }),
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({
      type: z.literal('objects'),
      trajectoryIds: z.array(z.string()),
      labels: z.array(z.string()),
    }),
    z.object({
      type: z.literal('option'),
      option: z.string().describe('Letter, A first'),
      text: z.string(),
    }),
  ])
  .describe('The answer as data');

export const answerSchema = z
  .object({
    id: z.string(),
    version: z.int().describe('Counts up when better evidence changes the answer'),
    question: z.string(),
    asked: questionSchema
      .optional()
      .describe('The question in full: asked again, it means the same times and streams'),
    askedAt: z.int(),
    text: z.string().describe('The answer in words'),
    verdict: z.enum(['yes', 'no', 'unknown', 'value']),
    reason: z
      .enum(['not-covered', 'not-understood', 'not-seen-clearly', 'nothing-to-measure'])
      .nullable()
      .describe('Why the verdict is unknown; null otherwise'),
    value: valueSchema.nullable(),
    confidence: z.number().min(0).max(1),
    confidenceBasis: z
      .enum(['detector-scores', 'token-probabilities', 'none'])
      .describe('How the confidence was obtained'),
    evidence: z.array(evidenceSchema),
    facts: z.array(factSchema),
    coverage: coverageSchema,
    plan: z.object({
      understoodAs: z.string().describe('The plan as a sentence'),
      query: z.unknown().describe('The typed plan'),
    }),
    method: z.enum(['symbolic']),
    models: z.array(z.string()),
    cost: z.object({ modelCalls: z.int(), tokens: z.int(), ms: z.number() }),
  })
  .describe('An answer, grounded in evidence');

export type Evidence = z.infer<typeof evidenceSchema>;
export type Fact = z.infer<typeof factSchema>;
export type AnswerValue = z.infer<typeof valueSchema>;
export type Answer = z.infer<typeof answerSchema>;
