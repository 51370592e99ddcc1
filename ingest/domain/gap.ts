/** A stretch of an enabled stream's time for which no picture was recorded, and why. */
import type { TimeRange } from '../../kernel/time.ts';
import type { StreamId } from './stream.ts';

export type GapReason =
  | 'not-connected'
  | 'connection-lost'
  | 'stalled'
  | 'worker-died'
  | 'process-down'
  | 'source-ended'
  | 'clock-jump'
  | 'no-frames';

export interface Gap extends TimeRange {
  readonly streamId: StreamId;
  readonly reason: GapReason;
}
