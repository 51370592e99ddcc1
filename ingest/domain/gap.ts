/** A stretch of an enabled stream's time for which no picture was recorded, and why. */
import type { TimeRange } from '../../kernel/time.ts';
import type { StreamId } from './stream.ts';

export type GapReason =
  | 'not-connected'
  | 'auth-failed'
  | 'no-video'
  | 'connection-lost'
  | 'stalled'
  | 'worker-died'
  | 'worker-recycled'
  | 'process-down'
  | 'source-ended'
  | 'clock-jump'
  | 'no-frames'
  | 'disk-full';

export interface Gap extends TimeRange {
  readonly streamId: StreamId;
  readonly reason: GapReason;
}
