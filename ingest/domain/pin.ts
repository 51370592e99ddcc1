/** Recorded time that retention leaves alone, however old it is, and why. */
import type { TimeRange } from '../../kernel/time.ts';
import type { StreamId } from './stream.ts';

export interface Pin extends TimeRange {
  readonly streamId: StreamId;
  /** For people: what the recording is evidence of. */
  readonly reason: string;
}
