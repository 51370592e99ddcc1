/** What was seen of a soak: from outside while it ran, and in the record afterwards. */
import type { GapReason } from '../../ingest/domain/gap.ts';
import type { StreamId } from '../../ingest/domain/stream.ts';
import type { Instant, TimeRange } from '../../kernel/time.ts';
import type { FaultKind } from './plan-faults.ts';

/** A fault of one camera, or of the program where none is named. */
export interface Fault {
  readonly kind: FaultKind;
  readonly streamId?: StreamId;
  readonly from: Instant;
  /** From when on nothing was wrong any more: the camera answers, the program is started again. */
  answersAt?: Instant;
  /** When the first picture after that was seen, or the page answered. */
  backAt?: Instant;
}

/** A camera's newest sampled frame, as the program shows it. */
export interface SeenFrame {
  readonly streamId: StreamId;
  readonly seenAt: Instant;
  readonly delayMs: number;
  /** While nothing was wrong with this camera: whether something was with another. */
  readonly isBesideFault: boolean;
}

/** What the program held. */
export interface Load {
  readonly at: Instant;
  /** How often the program had been started. */
  readonly life: number;
  readonly residentMb: number;
  readonly childrenMb: number;
  /** Without those of the database, which keeps up to a thousand of its files open. */
  readonly openFiles: number;
  readonly captures: number;
}

export interface Recorded extends TimeRange {
  /** Of a gap. */
  readonly reason?: GapReason;
}

export interface StreamRecord {
  readonly streamId: StreamId;
  readonly enabledAt: Instant;
  /** Chunks and gaps in order of time. */
  readonly items: readonly Recorded[];
}

export interface Offset {
  readonly streamId: StreamId;
  /** Where the record has it. */
  readonly at: Instant;
  /** By how much that is later than it was sent. */
  readonly ms: number;
}

/** What the pictures of some chunks told. */
export interface Evidence {
  readonly chunks: number;
  /** Time that a chunk claims and no picture of a segment shows. */
  readonly unseen: readonly (TimeRange & { readonly streamId: StreamId })[];
  readonly claimedMs: number;
  /** How far each picture lies from the instant at which it was sent; none of disturbed cameras. */
  readonly offsets: readonly Offset[];
}

export interface Observed {
  readonly chunkMs: number;
  readonly frameMs: number;
  readonly cameras: number;
  readonly faults: readonly Fault[];
  readonly frames: readonly SeenFrame[];
  readonly loads: readonly Load[];
  /** Held when the cameras were seen for the first time since the last start, and at the end. */
  readonly settled: { readonly first: Load; readonly last: Load } | undefined;
  readonly records: readonly StreamRecord[];
  readonly evidence: Evidence;
  readonly stoppedAt: Instant;
  /** Processes that outlived the program, killed or stopped. */
  readonly leftBehind: number;
  readonly left: { readonly outbox: number; readonly unprocessed: number };
}

/** How often each kind was inflicted; what the killed program took with it does not count. */
export function faultsByKind(faults: readonly Fault[]): Map<FaultKind, number> {
  const counts = new Map<FaultKind, number>();
  for (const { kind, streamId } of faults) {
    if (kind === 'program-killed' && streamId) continue;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
