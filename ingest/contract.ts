/** What other contexts may use of ingest: its topics and the readers of what it stored. */
import { z } from 'zod';
import { defineTopic } from '../kernel/message-log.ts';
import type { TimeRange } from '../kernel/time.ts';
import type { Chunk, ChunkKey } from './domain/chunk.ts';
import type { FrameRef, Picture } from './domain/frame.ts';
import type { Gap, GapReason } from './domain/gap.ts';
import type { BlindStretch, PictureFault } from './domain/picture-health.ts';
import type { Segment } from './domain/segment.ts';
import type { StreamId, StreamStatus } from './domain/stream.ts';

const rangeSchema = z.object({ start: z.int(), end: z.int() });
const keyShape = { streamId: z.string(), epoch: z.int(), seq: z.int() };

export const frameRefSchema: z.ZodType<FrameRef> = z.object({
  index: z.int(),
  at: z.int(),
  width: z.int(),
  height: z.int(),
  key: z.string(),
});

export const pictureFaults = [
  'frozen',
  'black',
  'dark',
  'covered',
  'low-rate',
  'high-loss',
] as const satisfies readonly PictureFault[];

const blindStretchSchema: z.ZodType<BlindStretch> = rangeSchema.extend({
  reason: z.enum([
    'picture-frozen',
    'picture-black',
    'picture-covered',
    'decode-errors',
    'no-frames',
  ]),
});

export const chunkSchema: z.ZodType<Chunk> = z.object({
  ...keyShape,
  range: rangeSchema,
  frames: z.array(frameRefSchema),
  statistics: z.object({
    packets: z.int(),
    framesDecoded: z.int(),
    decodeErrors: z.int(),
    packetsLost: z.int().optional(),
  }),
  flags: z.array(z.enum(['partial', 'degraded', ...pictureFaults])),
  blind: z.array(blindStretchSchema).optional(),
});

export const gapReasonSchema: z.ZodType<GapReason> = z.enum([
  'not-connected',
  'auth-failed',
  'no-video',
  'connection-lost',
  'stalled',
  'worker-died',
  'worker-recycled',
  'process-down',
  'source-ended',
  'clock-jump',
  'no-frames',
  'disk-full',
]);

export const gapSchema: z.ZodType<Gap> = z.object({
  streamId: z.string(),
  start: z.int(),
  end: z.int(),
  reason: gapReasonSchema,
});

/** A frame of the open chunk was stored. A hint that lets extraction begin before the chunk closes. */
export interface FrameSampled {
  readonly chunk: ChunkKey;
  readonly frame: FrameRef;
}

export const framesTopic = defineTopic<FrameSampled>(
  'frames',
  z.object({ chunk: z.object(keyShape), frame: frameRefSchema }),
);

/** One step of a stream's time: a chunk or a gap, durable before it is published, in order. */
export type StreamRecorded =
  | { readonly type: 'chunk'; readonly chunk: Chunk }
  | { readonly type: 'gap'; readonly gap: Gap };

export const chunksTopic = defineTopic<StreamRecorded>(
  'chunks',
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('chunk'), chunk: chunkSchema }),
    z.object({ type: z.literal('gap'), gap: gapSchema }),
  ]),
);

export const streamStatusTopic = defineTopic<StreamStatus>(
  'stream-status',
  z.object({
    streamId: z.string(),
    state: z.enum([
      'connecting',
      'live',
      'reconnecting',
      'auth-failed',
      'no-video',
      'disk-full',
      'stopped',
      'ended',
      'failed',
    ]),
    since: z.int(),
    reason: z.string().optional(),
    lastFrameAt: z.int().optional(),
    clockDriftPpm: z.int().optional(),
    keyFrameIntervalMs: z.int().optional(),
    faults: z.array(z.object({ fault: z.enum(pictureFaults), since: z.int() })).optional(),
  }),
);

export interface FrameReader {
  /**
   * The decoded frame, scaled so that its longer side is at most `longSide` pixels.
   * Throws NOT_FOUND when the frame store has already let it go, MEDIA_CORRUPT when it is damaged.
   */
  read(frame: FrameRef, longSide: number): Promise<Picture>;
  /** The stored JPEG of the newest frame of a stream, for previews. */
  newest(streamId: StreamId): Promise<{ frame: FrameRef; jpeg: Uint8Array } | undefined>;
}

export interface SegmentReader {
  /** Segments of the stream that overlap the range, in order of time. */
  find(streamId: StreamId, range: TimeRange): Promise<Segment[]>;
  /** Absolute path of the segment's file. */
  pathOf(segment: Segment): string;
}
