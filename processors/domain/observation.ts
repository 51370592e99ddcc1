/** What an extractor reports of one object in one chunk. */
import type { ChunkKey } from '../../ingest/domain/chunk.ts';
import type { Box } from '../../kernel/geometry.ts';
import type { Instant, TimeRange } from '../../kernel/time.ts';
import type { Kind } from './kind.ts';
import type { State } from './state.ts';

export interface PathPoint {
  readonly at: Instant;
  readonly box: Box;
}

/** For example `{ name: 'colour', part: 'top', value: 'grey', confidence: 0.8 }`. */
export interface Attribute {
  readonly name: 'colour';
  /** `top` and `bottom` for people, `whole` for everything else. */
  readonly part: 'top' | 'bottom' | 'whole';
  readonly value: string;
  /** 0..1; several values of one part are alternatives, the best first. */
  readonly confidence: number;
}

/** Something that tells one individual from all others of its kind, read from the picture. */
export interface Identifier {
  readonly type: 'plate' | 'jersey' | 'name';
  readonly value: string;
}

export interface KindVote {
  readonly kind: Kind;
  /** Sum of detection scores that spoke for it. */
  readonly weight: number;
}

export interface Observation {
  /** `<chunk id>#<n>`, the same for the same pictures. */
  readonly id: string;
  readonly chunk: ChunkKey;
  readonly kind: Kind;
  /** 0..1. */
  readonly kindConfidence: number;
  /** True when no detector named it and the kind is the stream's mover kind. */
  readonly kindAssumed: boolean;
  /** All votes, so that a later chunk can change the verdict. */
  readonly kindVotes: readonly KindVote[];
  /** From first to last sight in this chunk; ends one frame interval after the last frame seen. */
  readonly range: TimeRange;
  /** Spans in which it was seen, inside `range`. */
  readonly spans: readonly TimeRange[];
  /** Boxes over time, about two a second, first and last always among them. */
  readonly path: readonly PathPoint[];
  readonly attributes: readonly Attribute[];
  /** Unit vector; compare by dot product, only between equal lengths. */
  readonly appearance?: readonly number[];
  readonly identifiers: readonly Identifier[];
  readonly states: readonly State[];
  /** 0..1: that there was such an object. */
  readonly confidence: number;
  /** Model and version that made it. */
  readonly procedure: string;
}
