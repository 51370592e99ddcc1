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
      .object({ now: z.int(), recorded: timeRangeSchema.nullable() })
      .optional()
      .describe(
        'Clock and recording that `now` and `the last hour` are counted from; default: as they are. For asking again what was asked before',
      ),
  })
  .describe('A question');

export type Question = z.infer<typeof questionSchema>;
