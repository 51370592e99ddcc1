/** Time of a stream of which nothing will be known: a gap, or a chunk that was given up. */
import type { Chunk } from '../../ingest/domain/chunk.ts';
import type { Gap, GapReason } from '../../ingest/domain/gap.ts';

export interface Hole extends Omit<Gap, 'reason'> {
  readonly reason: GapReason | 'extraction-failed';
}

/** What a chunk leaves that was given up. */
export const holeOf = ({ streamId, range }: Chunk): Hole => ({
  streamId,
  ...range,
  reason: 'extraction-failed',
});
