/**
 * A question registered once and evaluated on every new chunk, and the alerts it gives. The state
 * of an alert is derived from times, never stored beside them.
 */
import { z } from 'zod';
import { evidenceSchema } from './answer.ts';

export const newStandingQuestionSchema = z
  .object({
    question: z.string().trim().min(1).max(500),
    streamIds: z.array(z.string()).optional().describe('Default: every stream, each by itself'),
    holdForSeconds: z
      .number()
      .min(0)
      .max(86_400)
      .default(0)
      .describe('The answer must hold this long'),
    keepFiringForSeconds: z.number().min(0).max(86_400).default(0),
    threshold: z
      .object({ comparison: z.enum(['>', '>=', '<', '<=', '=']), value: z.number() })
      .optional()
      .describe('For counts and durations (seconds): when the answer counts as yes'),
    webhookUrl: z.url({ protocol: /^https?$/ }).optional(),
  })
  .describe('A standing question to register');

export const standingQuestionSchema = newStandingQuestionSchema
  .extend({
    id: z.string(),
    version: z.int(),
    createdAt: z.int(),
    understoodAs: z.string(),
    cost: z.string().describe('What it costs, for people: `from stored states: 0 model calls`'),
  })
  .describe('A registered standing question');

export const alertTransitionSchema = z.enum(['firing', 'resolved', 'noData', 'dataBack']);

export const alertSchema = z
  .object({
    id: z.string(),
    questionId: z.string(),
    question: z.string(),
    streamId: z.string(),
    state: z.enum(['pending', 'firing', 'resolved', 'noData']),
    startsAt: z.int().describe('Since when the answer holds'),
    firedAt: z.int().nullable().describe('Instant in stream time at which it had held long enough'),
    endsAt: z.int().nullable(),
    evidence: evidenceSchema.nullable(),
  })
  .describe('One instance of a standing question turning yes');

export type NewStandingQuestion = z.infer<typeof newStandingQuestionSchema>;
export type StandingQuestion = z.infer<typeof standingQuestionSchema>;
export type AlertTransition = z.infer<typeof alertTransitionSchema>;
export type Alert = z.infer<typeof alertSchema>;
