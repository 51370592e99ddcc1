/** A stream: one camera's live feed (or a file played as if it were one), named, with one source. */

/** Short name that is safe in paths, URLs and keys: `[a-z0-9][a-z0-9_-]{0,62}`. */
export type StreamId = string;

/**
 * `live`: frames arrive when they happen; the end of the source is a fault.
 * `paced`: a file played at its own rate as if live.
 * `fast`: a file taken in as quickly as it can be processed.
 */
export type Pace = 'live' | 'paced' | 'fast';

export interface Source {
  /** URL or absolute file path. May hold credentials: show it only through `redactUrl`. */
  readonly url: string;
  readonly pace: Pace;
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

/** `ended`: a file came to its end. `failed`: a file cannot be read. Live sources never end. */
export type StreamState = 'connecting' | 'live' | 'reconnecting' | 'stopped' | 'ended' | 'failed';

export interface StreamStatus {
  readonly streamId: StreamId;
  readonly state: StreamState;
  /** Since when it has been in this state. */
  readonly since: number;
  /** Why, in words for people; no credentials. */
  readonly reason?: string;
  /** Instant of the newest sampled frame. */
  readonly lastFrameAt?: number;
}
