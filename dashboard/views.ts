/** Schemas of what goes over the wire and has no schema in its own context. */
import { z } from 'zod';
import { pictureFaults } from '../ingest/contract.ts';
import type { Event, Synopsis } from '../processors/domain/event.ts';
import type { PathPoint } from '../processors/domain/observation.ts';
import { streamProfileSchema } from '../processors/domain/stream-profile.ts';
import type { QueryApi, StreamView } from '../query/contract.ts';
import { boxSchema } from '../query/domain/answer.ts';
import {
  coverageGapSchema,
  type StreamCoverage,
  timeRangeSchema,
} from '../query/domain/coverage.ts';
import { alertSchema } from '../query/domain/standing-question.ts';

/** A trajectory with its states that overlap the asked range. */
export type TrajectoryHistory = Awaited<ReturnType<QueryApi['trajectories']>>[number];

export const streamViewSchema: z.ZodType<StreamView> = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string().describe('Without credentials'),
    state: z.string(),
    reason: z.string().nullable().describe('Why it is in this state, for people'),
    faults: z
      .array(z.object({ fault: z.enum(pictureFaults), since: z.int() }))
      .describe('What is wrong with its picture although pictures come; the oldest first'),
    enabledAt: z.int(),
    profile: streamProfileSchema.nullable(),
    asOf: z.int().nullable().describe('How far the video was processed'),
    recorded: timeRangeSchema.nullable().describe('First to last recorded instant'),
  })
  .describe('A stream as people see it');

const stateSchema = z.object({
  id: z.string(),
  trajectoryId: z.string(),
  type: z.enum(['attribute', 'action', 'relation']),
  predicate: z.enum([
    'present',
    'enters',
    'leaves',
    'appears',
    'disappears',
    'moves',
    'stops',
    'stationary',
    'near',
    'approaches',
    'carries',
    'holds',
    'rides',
    'inside',
    'crosses',
  ]),
  args: z.array(z.string()),
  range: timeRangeSchema,
  confidence: z.number(),
});

export const trajectorySchema: z.ZodType<TrajectoryHistory> = z
  .object({
    id: z.string(),
    streamId: z.string(),
    kind: z.string(),
    kindConfidence: z.number(),
    kindAssumed: z.boolean().describe('No detector named it: the kind is what usually moves here'),
    kindVotes: z.array(z.object({ kind: z.string(), weight: z.number() })),
    attributes: z.array(
      z.object({
        name: z.literal('colour'),
        part: z.enum(['top', 'bottom', 'whole']),
        value: z.string(),
        confidence: z.number(),
      }),
    ),
    identifiers: z.array(
      z.object({ type: z.enum(['plate', 'jersey', 'name']), value: z.string() }),
    ),
    firstAt: z.int(),
    lastAt: z.int(),
    firstBox: boxSchema,
    lastBox: boxSchema,
    typicalBox: boxSchema,
    observationCount: z.int(),
    confidence: z.number(),
    procedure: z.string(),
    states: z.array(stateSchema).describe('States that overlap the asked range'),
  })
  .describe('One object over the whole stream');

export const pathPointSchema: z.ZodType<PathPoint> = z
  .object({ at: z.int(), box: boxSchema })
  .describe('Where the object was');

export const eventLevelSchema = z.enum(['short', 'medium', 'long']);

export const eventSchema: z.ZodType<Event> = z
  .object({
    id: z.string(),
    streamId: z.string(),
    level: eventLevelSchema,
    range: timeRangeSchema,
    caption: z.string(),
    participants: z.array(z.string()).describe('Trajectory ids'),
    watched: z.number().describe('Share of the window that was watched'),
  })
  .describe('Something worth telling');

export const synopsisSchema: z.ZodType<Synopsis> = z
  .object({ streamId: z.string(), range: timeRangeSchema, text: z.string() })
  .describe('The story of a stream so far');

export const streamCoverageSchema = z
  .object({
    streamId: z.string(),
    watched: z.array(timeRangeSchema),
    gaps: z.array(coverageGapSchema),
    asOf: z.int().nullable().describe('How far the video was processed; null when not at all'),
  })
  .describe('What of a range was watched on one stream');

export type StreamCoverageView = z.infer<typeof streamCoverageSchema>;

export const coverageToView = (coverage: StreamCoverage): StreamCoverageView => ({
  streamId: coverage.streamId,
  watched: [...coverage.watched],
  gaps: [...coverage.gaps],
  asOf: coverage.asOf ?? null,
});

export const viewToCoverage = (view: StreamCoverageView): StreamCoverage => ({
  ...view,
  asOf: view.asOf ?? undefined,
});

export const alertPageSchema = z
  .object({
    alerts: z.array(alertSchema),
    cursor: z.string().describe('Pass it as `since` to get what changed after this reply'),
    isComplete: z
      .boolean()
      .describe('False: only what changed since the cursor; true: forget what you had'),
  })
  .describe('Alerts, and a place to continue from');

export type AlertPage = z.infer<typeof alertPageSchema>;

export const systemSchema = z
  .object({
    version: z.string(),
    detector: z.object({ engine: z.string(), model: z.string() }),
    now: z.int().describe('Clock of the server'),
    presets: z.array(z.string()),
    notice: z.object({ isSample: z.boolean(), text: z.string() }).nullable(),
    disk: z
      .object({
        state: z.enum(['ample', 'low', 'full']),
        freeBytes: z.number(),
        text: z.string().nullable().describe('For people; null while all is well'),
      })
      .nullable()
      .describe('The disk that is recorded to; null where it is not watched'),
  })
  .describe('The running system');

export type SystemView = z.infer<typeof systemSchema>;
