/**
 * What the parent and a capture child say to each other over IPC. The parent checks what it gets,
 * because a child reads what strangers send; the child believes its parent, and need not load zod.
 * The URL travels here and never in arguments, where other users of the machine could read it.
 */
import { z } from 'zod';
import type { Instant } from '../../kernel/time.ts';
import { frameRefSchema, gapReasonSchema } from '../contract.ts';
import type { ClockDoubt } from '../domain/cautious-clock.ts';
import type { PictureLook } from '../domain/picture-health.ts';
import type { Source, StreamId } from '../domain/stream.ts';
import type { IngestOptions } from '../ingest-options.ts';
import type { AcceptedSource } from '../source-policy.ts';

type OptionsOfChild =
  | 'chunkMs'
  | 'framesPerSecond'
  | 'longSide'
  | 'jpegQuality'
  | 'segmentMs'
  | 'maxPixels'
  | 'decode'
  | 'hardware'
  | 'verifyCertificates'
  | 'caFile'
  | 'fatalChildBytes';

export interface CaptureOptions extends Pick<IngestOptions, OptionsOfChild> {
  /** Given to FFmpeg's own network timeouts; the parent has deadlines of its own. */
  readonly networkTimeoutMs: number;
}

export interface StartMessage {
  readonly type: 'start';
  readonly streamId: StreamId;
  readonly kind: AcceptedSource['kind'];
  readonly url: string;
  /** Addresses that may be connected to although their kind is refused. */
  readonly allowedAddresses?: readonly string[];
  readonly transport?: Source['transport'];
  readonly pace: Source['pace'];
  /** Files: the instant of the first picture. */
  readonly startAt?: Instant;
  /** Files: begin reading at the key frame before this instant; needs `startAt`. */
  readonly readFrom?: Instant;
  /** Frames before this instant are known already. */
  readonly skipUntil?: Instant;
  /** A `paced` file that goes on: when the picture at `startAt` was shown. */
  readonly shownAt?: Instant;
  /** Live: no frame is placed before this instant. */
  readonly notBefore?: Instant;
  /** What is not believed of the machine's clock yet. */
  readonly doubt?: ClockDoubt;
  readonly framesRoot: string;
  /** Segments are written to this path with a number and an extension added to it. */
  readonly segmentPrefix: string;
  readonly options: CaptureOptions;
}

export type ParentMessage =
  | StartMessage
  /** Answers `epoch-needed`. Pictures before `from` belong to time that is recorded already. */
  | { readonly type: 'epoch'; readonly epoch: number; readonly from: Instant }
  /** Answers `window-ended`; a `fast` child waits for it. */
  | { readonly type: 'window-recorded' }
  /** Finish what is open, then leave. */
  | { readonly type: 'stop' };

const instant = z.int();

const statisticsSchema = z.object({
  packets: z.int(),
  framesDecoded: z.int(),
  decodeErrors: z.int(),
  packetsLost: z.int().optional(),
});

const segmentFileSchema = z.object({
  path: z.string(),
  start: instant,
  end: instant,
  codec: z.string(),
  width: z.int(),
  height: z.int(),
});

const pictureLookSchema: z.ZodType<PictureLook> = z.object({
  mean: z.number(),
  spread: z.number(),
  detail: z.number(),
  stillMs: z.int().nonnegative(),
  alikeMs: z.int().nonnegative(),
  isRefreshed: z.boolean(),
});

const childMessageSchema = z.discriminatedUnion('type', [
  /** The process is up and turns to the source. */
  z.object({ type: z.literal('started') }),
  z.object({
    type: z.literal('opened'),
    /** Undefined for software. */
    hardware: z.enum(['vaapi', 'cuda', 'videotoolbox']).optional(),
    codec: z.string(),
    width: z.int(),
    height: z.int(),
    durationMs: z.int().optional(),
    /** A media segment at a time. */
    arrivesInBursts: z.boolean().optional(),
  }),
  /** Sent about once a second, whether or not anything arrives. */
  z.object({
    type: z.literal('alive'),
    /** How many came whose times go on, decoded or, since the first of them, passed over. */
    pictures: z.int(),
    decodedUntil: instant.optional(),
    statistics: statisticsSchema,
    /** Packets of video that have come since the start, whatever became of them. */
    videoPackets: z.int(),
    /** Of the whole child. */
    residentBytes: z.int().optional(),
    /** By how much the source's clock is fast, parts per million. */
    clockDriftPpm: z.int().optional(),
    /** Live: by how much new pictures are labelled ahead of the machine's clock. */
    labelsAheadMs: z.int().optional(),
    /** The longest time from key frame to key frame lately. */
    keyFrameIntervalMs: z.int().optional(),
  }),
  /** A frame that starts a new epoch was decoded; the child waits for the number. */
  z.object({
    type: z.literal('epoch-needed'),
    reason: gapReasonSchema.optional(),
    firstFrameAt: instant,
    frameIntervalMs: z.number(),
  }),
  z.object({
    type: z.literal('frame'),
    seq: z.int(),
    frame: frameRefSchema,
    look: pictureLookSchema.optional(),
  }),
  z.object({
    type: z.literal('window-ended'),
    seq: z.int(),
    end: instant,
    statistics: statisticsSchema,
  }),
  /** The open segment is readable up to here, should the child die. */
  z.object({ type: z.literal('segment-grew'), segment: segmentFileSchema }),
  z.object({ type: z.literal('segment-ended'), segment: segmentFileSchema }),
  /** A file came to its end, or the parent asked to stop. */
  z.object({
    type: z.literal('ended'),
    /** Set when a file could not be read to its end. */
    reason: z.string().optional(),
  }),
  z.object({
    type: z.literal('failed'),
    /**
     * `unreadable`: cannot be opened. `unauthorized`: refuses the login. `no-video`: holds no
     * picture. `lost`: ended while running. `overrun`: said more than was taken from it; this word
     * is the parent's.
     */
    kind: z.enum(['unreadable', 'unauthorized', 'no-video', 'lost', 'overrun']),
    reason: z.string(),
  }),
]);

export type ChildMessage = z.infer<typeof childMessageSchema>;
export type SegmentFile = z.infer<typeof segmentFileSchema>;

/** Undefined for anything that is not such a message. */
export const parseChildMessage = (value: unknown): ChildMessage | undefined =>
  childMessageSchema.safeParse(value).data;
