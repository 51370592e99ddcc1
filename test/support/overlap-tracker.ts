/** The barest tracker: each box continues the box of the frame before that it overlaps most. */
import { matchBest } from '../../eval/tracking/match-best.ts';
import { type Box, boxOverlap } from '../../kernel/geometry.ts';
import type { Detection } from '../../processors/domain/detection.ts';

const leastOverlap = 0.3;

interface OverlapTrack {
  readonly trajectoryId: string;
  readonly box: Box;
}

/** Hungarian matching on IoU, without motion and without memory. */
export function trackByOverlap(frames: readonly (readonly Detection[])[]): OverlapTrack[][] {
  let before: OverlapTrack[] = [];
  let nextId = 1;
  return frames.map((detections) => {
    const overlaps = before.map((track) => detections.map(({ box }) => boxOverlap(track.box, box)));
    const matches = matchBest(overlaps).filter(
      ({ row, column }) => overlaps[row]![column]! >= leastOverlap,
    );
    before = detections.map(({ box }, column) => {
      const match = matches.find((one) => one.column === column);
      return { trajectoryId: match ? before[match.row]!.trajectoryId : String(nextId++), box };
    });
    return before;
  });
}
