/** A question as it is asked, with its scope. */
import { z } from 'zod';
import { timeRangeSchema } from './coverage.ts';

export const questionSchema = z
  .object({
    text: z.string().trim().min(1).max(500),
    streamIds: z.array(z.string()).optional().describe('Default: all streams'),
    from: z
      .int()
      .optional()
      .describe('Start of the scope, ms since the epoch; default: first recording'),
    to: z.int().optional().describe('End of the scope; default: as far as the video was processed'),
    options: z.array(z.string().min(1)).min(2).max(26).optional().describe('Multiple choice'),
    timeZone: z
      .string()
      .optional()
      .describe('IANA zone that clock times in the text are read in; default UTC'),
    standpoint: z
      .object({
        now: z.int().describe('What `now` and `today` mean'),
        recorded: timeRangeSchema.nullable().describe('What `the last hour` is counted from'),
        streams: z
          .array(z.object({ id: z.string(), name: z.string() }))
          .describe('Streams that the text may name'),
        asOf: z.int().optional().describe('What was seen later is not known; default: all is'),
      })
      .optional()
      .describe('For asking again what was asked before; default: everything as it is'),
  })
  .describe('A question');

export type Question = z.infer<typeof questionSchema>;
