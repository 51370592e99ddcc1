/** Media cut for a person from a time range of a stream; its id names exactly that. */
import { z } from 'zod';
import type { TimeRange } from '../../kernel/time.ts';
import { timeRangeSchema } from './coverage.ts';

export const clipSchema = z
  .object({
    id: z.string().describe('`<stream>_<start>_<end>`: the same range has the same id'),
    streamId: z.string(),
    range: timeRangeSchema.describe('What was asked for'),
    mediaRange: timeRangeSchema.describe('What the file holds: starts at the key frame before'),
    bytes: z.int(),
    encodedFrom: z
      .string()
      .optional()
      .describe(
        'Codec of the recording, where browsers do not play it: the picture is encoded anew',
      ),
  })
  .describe('A playable clip');

export type Clip = z.infer<typeof clipSchema>;

const clipIdPattern = /^([a-z0-9][a-z0-9_-]{0,62})_(\d+)_(\d+)$/;

export const clipIdOf = (streamId: string, range: TimeRange): string =>
  `${streamId}_${Math.floor(range.start)}_${Math.ceil(range.end)}`;

/** The stream and range a clip id names; undefined when it is not a clip id. */
export function parseClipId(id: string): { streamId: string; range: TimeRange } | undefined {
  const match = clipIdPattern.exec(id);
  if (!match) return undefined;
  const range = { start: Number(match[2]), end: Number(match[3]) };
  return range.start < range.end ? { streamId: match[1]!, range } : undefined;
}
