/** Puts spans into as few lanes as can be without two of them overlapping. Pure. */
import type { TimeRange } from '../../kernel/time.ts';

/** Lane number of each span, in the order given; spans keep `apart` ms between them. */
export function packLanes(spans: readonly TimeRange[], apart = 0): number[] {
  const order = spans.map((_, index) => index).sort((a, b) => spans[a]!.start - spans[b]!.start);
  const laneEnds: number[] = [];
  const lanes = new Array<number>(spans.length).fill(0);
  for (const index of order) {
    const { start, end } = spans[index]!;
    const free = laneEnds.findIndex((laneEnd) => laneEnd + apart <= start);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = end;
    lanes[index] = lane;
  }
  return lanes;
}
