/** A stream: one camera's live feed (or a file played as if it were one), named, with one source. */

import type { Instant } from '../../kernel/time.ts';
import type { CertificateMode } from './certificate-policy.ts';
import type { PictureFault } from './picture-health.ts';

/** Short name that is safe in paths, URLs and keys: `[a-z0-9][a-z0-9_-]{0,62}`. */
export type StreamId = string;

/**
 * `live`: frames arrive when they happen; the end of the source is a fault.
 * `paced`: a file played at its own rate as if live.
 * `fast`: a file taken in as quickly as it can be processed.
 */
export type Pace = 'live' | 'paced' | 'fast';

/**
 * Which pictures are decoded. `all`. `non-reference`: those that others are decoded from; B-frames
 * are mostly passed over. `key-frames`: only those that decode alone.
 */
export type DecodeMode = 'all' | 'non-reference' | 'key-frames';

export interface Source {
  /** URL or absolute file path. May hold credentials: show it only through `redactUrl`. */
  readonly url: string;
  readonly pace: Pace;
  /** How RTSP media come: over TCP, falling back to UDP where the camera refuses it (`auto`). */
  readonly transport?: 'auto' | 'tcp' | 'udp';
  /** Which pictures are decoded; default is the general setting. */
  readonly decode?: DecodeMode;
  /** Whether its servers must prove who they are; default is the general setting. */
  readonly verifyCertificates?: CertificateMode;
  /** For `paced` and `fast`: the instant of the first frame; default is the time of starting. */
  readonly startAt?: number;
}

export interface Stream {
  readonly id: StreamId;
  readonly name: string;
  readonly source: Source;
  /** What the operator says of its picture; kept for later contexts, nothing to ingest. */
  readonly profile?: unknown;
}

/**
 * `auth-failed`: the source refuses the login, and is seldom tried again. `no-video`: it has sound
 * alone. `disk-full`: nothing is recorded until there is space. `ended`: a file came to its end. `failed`: a
 * file cannot be read. Live sources never end.
 */
export type StreamState =
  | 'connecting'
  | 'live'
  | 'reconnecting'
  | 'auth-failed'
  | 'no-video'
  | 'disk-full'
  | 'stopped'
  | 'ended'
  | 'failed';

export interface StreamStatus {
  readonly streamId: StreamId;
  readonly state: StreamState;
  /** Since when it has been in this state. */
  readonly since: number;
  /** Why, in words for people; no credentials. */
  readonly reason?: string;
  /** Instant of the newest sampled frame. */
  readonly lastFrameAt?: number;
  /** By how much the source's clock is fast, parts per million; undefined while that is not known. */
  readonly clockDriftPpm?: number;
  /** The longest time from key frame to key frame lately. */
  readonly keyFrameIntervalMs?: number;
  /** What is wrong with the picture although pictures come; the oldest first. */
  readonly faults?: readonly FaultSince[];
}

export interface FaultSince {
  readonly fault: PictureFault;
  readonly since: Instant;
}
