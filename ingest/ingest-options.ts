/** What an operator can set about ingest, with the defaults. Durations are milliseconds. */
import type { CertificateMode } from './domain/certificate-policy.ts';
import type { DecodeMode } from './domain/stream.ts';

export type HardwareKind = 'vaapi' | 'cuda' | 'videotoolbox';
export type HardwareChoice = HardwareKind | 'auto' | 'off';

export interface IngestOptions {
  /** Length of a chunk's window. */
  readonly chunkMs: number;
  /** Sampled frames per second of media. */
  readonly framesPerSecond: number;
  /** Longer side of a sampled frame at most, pixels. */
  readonly longSide: number;
  /** 1..100. */
  readonly jpegQuality: number;
  /** How long sampled frames are kept; those of unprocessed chunks are kept longer. */
  readonly frameLifeMs: number;
  /** Segments end at the first key frame after this. */
  readonly segmentMs: number;
  /** Pictures with more pixels are refused. */
  readonly maxPixels: number;
  /** Which pictures are decoded, where a stream does not say. */
  readonly decode: DecodeMode;
  /** What decodes; software where the hardware is not there. */
  readonly hardware: HardwareChoice;
  readonly startTimeoutMs: number;
  readonly openTimeoutMs: number;
  readonly firstFrameTimeoutMs: number;
  readonly stallTimeoutMs: number;
  /** How long a child may take to finish when told to stop. */
  readonly stopTimeoutMs: number;
  /** A capture child that holds more memory is replaced, but lives at least so long. */
  readonly maxChildBytes: number;
  readonly minChildLifeMs: number;
  /** One that holds so much is ended at once, also while it opens its source. */
  readonly fatalChildBytes: number;
  /** Pause before the first reconnect; doubles up to `maxPauseMs`. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** The same after a refused login: cameras lock accounts. */
  readonly firstLoginPauseMs: number;
  readonly maxLoginPauseMs: number;
  /** How often a source that does not answer is asked between attempts. */
  readonly probeEveryMs: number;
  /** After so long a source that does not answer is tried all the same. */
  readonly maxUnansweredMs: number;
  /** A `fast` source waits while so many of its chunks are unprocessed. */
  readonly maxBacklog: number;
  /** Addresses and CIDR ranges that sources may have although their kind is refused. */
  readonly allowAddresses: readonly string[];
  /** Which servers must prove who they are, where a stream does not say. */
  readonly verifyCertificates: CertificateMode;
  /** Certificates (PEM) of authorities that are trusted beside those of the system. */
  readonly caFile?: string | undefined;
}

export const defaultIngestOptions: IngestOptions = {
  chunkMs: 15_000,
  framesPerSecond: 4,
  longSide: 960,
  jpegQuality: 90,
  frameLifeMs: 600_000,
  segmentMs: 10_000,
  maxPixels: 8_912_896,
  decode: 'all',
  hardware: 'off',
  startTimeoutMs: 15_000,
  openTimeoutMs: 10_000,
  firstFrameTimeoutMs: 10_000,
  stallTimeoutMs: 10_000,
  stopTimeoutMs: 2_000,
  maxChildBytes: 1_000_000_000,
  minChildLifeMs: 60_000,
  fatalChildBytes: 1_500_000_000,
  firstPauseMs: 1_000,
  maxPauseMs: 30_000,
  firstLoginPauseMs: 50_000,
  maxLoginPauseMs: 900_000,
  probeEveryMs: 5_000,
  maxUnansweredMs: 45_000,
  maxBacklog: 4,
  allowAddresses: [],
  verifyCertificates: 'auto',
};
