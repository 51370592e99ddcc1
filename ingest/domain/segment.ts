/** A recorded media file that starts at a key frame, so that it decodes alone. */
import type { TimeRange } from '../../kernel/time.ts';
import type { StreamId } from './stream.ts';

/**
 * None is longer: without a key frame what comes later is not recorded. A file that grew on and on
 * would be counted, found and kept by no rule before its end.
 */
export const longestSegmentMs = 1_800_000;

export interface Segment extends TimeRange {
  readonly id: string;
  readonly streamId: StreamId;
  readonly epoch: number;
  /** Path relative to the segment store's root. */
  readonly key: string;
  readonly bytes: number;
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Still being written: it is longer and lies elsewhere when it is whole. */
  readonly isOpen?: true;
}
