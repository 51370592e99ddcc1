/**
 * What the parent and a capture child say to each other over IPC. Both sides check what they get;
 * the URL travels here and never in arguments, where other users of the machine could read it.
 */
import { z } from 'zod';
import { frameRefSchema, gapReasonSchema } from '../contract.ts';
import type { PictureLook } from '../domain/picture-health.ts';

const instant = z.int();

const captureOptionsSchema = z.object({
  chunkMs: z.int().positive(),
  /** 0 records without looking at the pictures. */
  framesPerSecond: z.number().nonnegative(),
  longSide: z.int().positive(),
  /** 1..100. */
  jpegQuality: z.int().min(1).max(100),
  /** Segments end at the first key frame after this. */
  segmentMs: z.int().positive(),
  /** Larger pictures are refused by the decoder. */
  maxPixels: z.int().positive(),
  decode: z.enum(['all', 'non-reference', 'key-frames']),
  hardware: z.enum(['auto', 'off', 'vaapi', 'cuda', 'videotoolbox']),
  /** Given to FFmpeg's own network timeouts; the parent has deadlines of its own. */
  networkTimeoutMs: z.int().positive(),
  verifyCertificates: z.enum(['auto', 'always', 'never']),
  caFile: z.string().optional(),
  fatalChildBytes: z.int().positive(),
});

const startSchema = z.object({
  type: z.literal('start'),
  streamId: z.string(),
  kind: z.enum(['file', 'camera', 'http', 'device']),
  /** RTSP. */
  transport: z.enum(['auto', 'tcp', 'udp']).optional(),
  url: z.string(),
  /** Addresses that may be connected to although their kind is refused. */
  allowedAddresses: z.array(z.string()).optional(),
  pace: z.enum(['live', 'paced', 'fast']),
  /** Files: the instant of the first picture. */
  startAt: instant.optional(),
  /** Files: begin reading at the key frame before this instant; needs `startAt`. */
  readFrom: instant.optional(),
  /** Frames before this instant are known already. */
  skipUntil: instant.optional(),
  /** A `paced` file that goes on: when the picture at `startAt` was shown. */
  shownAt: instant.optional(),
  /** Live: no frame is placed before this instant. */
  notBefore: instant.optional(),
  framesRoot: z.string(),
  /** Segments are written to this path with a number and an extension added to it. */
  segmentPrefix: z.string(),
  options: captureOptionsSchema,
});

const parentMessageSchema = z.discriminatedUnion('type', [
  startSchema,
  /** Answers `epoch-needed`. Pictures before `from` belong to time that is recorded already. */
  z.object({ type: z.literal('epoch'), epoch: z.int(), from: instant }),
  /** Answers `window-ended`; a `fast` child waits for it. */
  z.object({ type: z.literal('window-recorded') }),
  /** Finish what is open, then leave. */
  z.object({ type: z.literal('stop') }),
]);

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
    framesDecoded: z.int(),
    decodedUntil: instant.optional(),
    statistics: statisticsSchema,
    /** Of the whole child. */
    residentBytes: z.int().optional(),
    /** By how much the source's clock is fast, parts per million. */
    clockDriftPpm: z.int().optional(),
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
     * picture. `lost`: ended while running.
     */
    kind: z.enum(['unreadable', 'unauthorized', 'no-video', 'lost']),
    reason: z.string(),
  }),
]);

export type StartMessage = z.infer<typeof startSchema>;
export type ParentMessage = z.infer<typeof parentMessageSchema>;
export type ChildMessage = z.infer<typeof childMessageSchema>;
export type SegmentFile = z.infer<typeof segmentFileSchema>;

/** Undefined for anything that is not such a message. */
export const parseParentMessage = (value: unknown): ParentMessage | undefined =>
  parentMessageSchema.safeParse(value).data;

export const parseChildMessage = (value: unknown): ChildMessage | undefined =>
  childMessageSchema.safeParse(value).data;
