/** What ingest needs from outside. */
import type { Instant, TimeRange } from '../kernel/time.ts';
import type { ChildMessage, ParentMessage, StartMessage } from './child/messages.ts';
import type { FrameReader, SegmentReader } from './contract.ts';
import type { Chunk, ChunkKey } from './domain/chunk.ts';
import type { FrameRef } from './domain/frame.ts';
import type { Gap } from './domain/gap.ts';
import type { Pin } from './domain/pin.ts';
import type { Segment } from './domain/segment.ts';
import type { Stream, StreamId } from './domain/stream.ts';
import type { RetainedSegment } from './retention/plan-retention.ts';

/** Durable record of streams, epochs, chunks, gaps and segments. Every write is idempotent by key. */
export interface RecordingStore {
  /** Creates or updates the stream; `enabledAt` stays that of the first call. */
  saveStream(stream: Stream, enabledAt: number): Promise<void>;
  streams(): Promise<{ stream: Stream; enabledAt: number; isKept: boolean }[]>;
  /** A kept stream is watched again at every start, although no configuration names it. */
  keepStream(streamId: StreamId, isKept: boolean): Promise<void>;
  /** Number of a new epoch of the stream: one more than any before. Never returns a number twice. */
  openEpoch(streamId: StreamId): Promise<number>;
  /** Writes the row and its outbox entry in one transaction; false when the chunk was there already. */
  recordChunk(chunk: Chunk): Promise<boolean>;
  /** As recordChunk. A gap that overlaps recorded time is cut to what is really missing. */
  recordGap(gap: Gap): Promise<void>;
  recordSegment(segment: Segment): Promise<void>;
  findSegments(streamId: StreamId, range: TimeRange): Promise<Segment[]>;
  /** End of the newest chunk or gap of the stream. */
  recordedUntil(streamId: StreamId): Promise<number | undefined>;
  /** Chunks recorded but neither processed nor given up, oldest first: what `fast` sources wait for. */
  backlog(streamId: StreamId): Promise<ChunkKey[]>;
  /** The newest chunk of the stream. */
  lastChunk(streamId: StreamId): Promise<Chunk | undefined>;
}

export interface SegmentStore extends SegmentReader {
  /** Absolute path to write under. */
  temporaryPath(streamId: StreamId, name: string): string;
  /**
   * The file being written is readable up to the segment's end: from now on it is found as a
   * segment that goes so far, and it is kept should this process be killed.
   */
  noteGrowth(temporaryPath: string, segment: Omit<Segment, 'bytes'>): Promise<void>;
  /**
   * fsync, rename to the final name, then the row; the size is read from the file. When it rejects
   * it may be called again; what has its name and no row then gets it at the next start at the latest.
   */
  commit(temporaryPath: string, segment: Omit<Segment, 'bytes'>): Promise<void>;
  /** Removes what was written under the temporary path, whatever was added to it, and not committed. */
  discard(temporaryPath: string): Promise<void>;
}

/** The files of segments, as retention deals with them. */
export interface SegmentFiles {
  /** Bytes of the disk that are free to us. */
  freeBytes(): Promise<number>;
  /**
   * Commits what was left behind with a note of it, as after a stop while the store was away. Returns
   * the streams of which something is still left: files of theirs that have no row may be that.
   */
  commitNoted(): Promise<ReadonlySet<StreamId>>;
  /** Those that have a folder. */
  streamIds(): Promise<StreamId[]>;
  /** Keys of the whole files of a stream, in no order; none where it has no folder. */
  keys(streamId: StreamId): AsyncIterable<string>;
  /** When the file was last written; undefined when there is none. */
  writtenAt(key: string): Promise<Instant | undefined>;
  /** Why files could not be deleted, by key; what was gone already is no error. */
  remove(keys: readonly string[]): Promise<Map<string, Error>>;
}

export type WithdrawnSegment = Pick<RetainedSegment, 'id' | 'key'>;

/** Which segments are listed, at most `limit`. */
export interface SegmentPage {
  readonly limit: number;
  /** Without it those of all streams. */
  readonly streamId?: StreamId | undefined;
  readonly recordedBefore?: Instant;
  /** Those that follow it in the order of recording. */
  readonly after?: Pick<RetainedSegment, 'recordedAt' | 'id'> | undefined;
}

/**
 * The rows of segments, as retention deals with them. A segment is withdrawn before its file is
 * deleted, and forgotten afterwards, so that whatever dies in between leaves a row that says so.
 */
export interface RetentionStore {
  /** Bytes of the segments of each stream; those withdrawn do not count. */
  recordedBytes(): Promise<ReadonlyMap<StreamId, number>>;
  /** In the order of recording; none that is withdrawn. */
  oldestSegments(page: SegmentPage): Promise<RetainedSegment[]>;
  /** From now on no reader finds them. */
  withdraw(ids: readonly string[]): Promise<void>;
  /** In the order of ids, those after the given one. */
  withdrawn(limit: number, after?: string): Promise<WithdrawnSegment[]>;
  /** Deletes the rows of withdrawn segments. */
  forget(ids: readonly string[]): Promise<void>;
  /** Those that no segment has, withdrawn or not; none of a stream that is not known. */
  unknownKeys(streamId: StreamId, keys: readonly string[]): Promise<string[]>;
}

/** What later contexts want kept. Asked anew by every sweep, so that no crash leaves it behind. */
export interface PinReader {
  /** Pins that overlap the range. Rejects rather than leaving one out. */
  pins(range: TimeRange): Promise<Pin[]>;
}

export interface FrameStore extends FrameReader {
  /** Folder that the keys of frames are relative to; capture children write there. */
  readonly root: string;
  /** Tells the store of the newest frame of a stream, for `newest`. */
  noteStored(streamId: StreamId, frame: FrameRef): void;
  /** Deletes chunks whose frames were stored before the instant, except those that wait. */
  sweep(storedBefore: Instant, isWaiting: (chunk: ChunkKey) => boolean): Promise<void>;
}

/** A running capture child. */
export interface Capture {
  /** In order; ends when the child is gone. */
  readonly messages: AsyncIterable<ChildMessage>;
  /** Resolves when the process is gone and silent; what it said may still wait to be read. */
  readonly gone: Promise<void>;
  /** What the child's standard error said last, for the log. */
  readonly lastWords: string;
  /** Silently does nothing once the child is gone. */
  send(message: ParentMessage): void;
  kill(): void;
  /** It does not end even so: `messages` ends with what it has said by now. */
  abandon(): void;
}

/**
 * `onArrival` sees each message at once, before its turn in `messages`; `onComplaint` each line of
 * the child's standard error.
 */
export type StartCapture = (
  start: StartMessage,
  onArrival: (message: ChildMessage) => void,
  onComplaint: (line: string) => void,
) => Capture;
