/** A recorded media file that starts at a key frame, so that it decodes alone. */
import type { TimeRange } from '../../kernel/time.ts';
import type { StreamId } from './stream.ts';

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
