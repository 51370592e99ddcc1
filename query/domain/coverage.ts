/** Which part of a range was recorded and analysed, with the gaps and their reasons. */
import { z } from 'zod';
import type { TimeRange } from '../../kernel/time.ts';

export const timeRangeSchema = z
  .object({ start: z.int(), end: z.int() })
  .describe('Half-open range [start, end) of milliseconds since the Unix epoch, UTC');

export const coverageGapSchema = z.object({
  streamId: z.string(),
  start: z.int(),
  end: z.int(),
  reason: z
    .string()
    .describe(
      'Why nothing is known: a gap reason of ingest, `picture-frozen`, `picture-black`, `picture-covered`, `decode-errors`, `not-yet-analysed`, `extraction-failed`, `before-first-recording` or `not-yet-recorded`',
    ),
});

export const coverageSchema = z
  .object({
    asked: timeRangeSchema,
    watchedShare: z.number().min(0).max(1).describe('Share of the asked range that was analysed'),
    gaps: z.array(coverageGapSchema),
    asOf: z.int().nullable().describe('How far the video had been processed; null when not at all'),
  })
  .describe('What was watched of the asked range');

export type CoverageGap = z.infer<typeof coverageGapSchema>;
export type Coverage = z.infer<typeof coverageSchema>;

/** Coverage of one stream before it is reduced to an answer's. */
export interface StreamCoverage {
  readonly streamId: string;
  readonly watched: readonly TimeRange[];
  readonly gaps: readonly CoverageGap[];
  readonly asOf: number | undefined;
}
