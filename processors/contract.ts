/** What other contexts may use of processors. */
import { z } from 'zod';
import { gapReasonSchema } from '../ingest/contract.ts';
import { defineTopic } from '../kernel/message-log.ts';
import type { TimeRange } from '../kernel/time.ts';
import type { Hole } from './domain/hole.ts';

/** The memory of a stream moved on by one chunk or one gap; the rows are committed before this. */
export type MemoryAdvanced =
  | {
      readonly type: 'chunk';
      readonly streamId: string;
      readonly epoch: number;
      readonly seq: number;
      readonly range: TimeRange;
      readonly trajectoryIds: readonly string[];
      readonly eventIds: readonly string[];
    }
  | { readonly type: 'gap'; readonly gap: Hole };

const holeSchema: z.ZodType<Hole> = z.object({
  streamId: z.string(),
  start: z.int(),
  end: z.int(),
  reason: gapReasonSchema.or(z.literal('extraction-failed')),
});

export const memoryTopic = defineTopic<MemoryAdvanced>(
  'memory',
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('chunk'),
      streamId: z.string(),
      epoch: z.int(),
      seq: z.int(),
      range: z.object({ start: z.int(), end: z.int() }),
      trajectoryIds: z.array(z.string()),
      eventIds: z.array(z.string()),
    }),
    z.object({ type: z.literal('gap'), gap: holeSchema }),
  ]),
);
