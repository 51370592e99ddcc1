/** Where objects are in the picture at an instant between the boxes that are known. Pure. */
import type { Box } from '../../kernel/geometry.ts';
import type { Evidence } from '../../query/domain/answer.ts';

export type TimedBox = Evidence['boxes'][number];

/** Between boxes further apart than this nothing is known, so nothing is drawn. */
const maxStepMs = 2_000;
/** How long the first and the last box stand before and after their instant. */
const holdMs = 250;

/** One box per trajectory that is there at `at`, straight-line between its neighbours in time. */
export function boxesAt(
  boxes: readonly TimedBox[],
  at: number,
): { trajectoryId: string; box: Box }[] {
  const ids = [...new Set(boxes.map(({ trajectoryId }) => trajectoryId))];
  return ids.flatMap((trajectoryId) => {
    const box = boxAt(
      boxes.filter((one) => one.trajectoryId === trajectoryId),
      at,
    );
    return box ? [{ trajectoryId, box }] : [];
  });
}

function boxAt(track: readonly TimedBox[], at: number): Box | undefined {
  const next = track.find((one) => one.at >= at);
  const before = track.findLast((one) => one.at <= at);
  if (next && before && next.at - before.at <= maxStepMs) {
    const step = next.at - before.at;
    return step === 0 ? before.box : between(before.box, next.box, (at - before.at) / step);
  }
  if (before && at - before.at <= holdMs) return before.box;
  return next && next.at - at <= holdMs ? next.box : undefined;
}

function between(a: Box, b: Box, share: number): Box {
  const mix = (from: number, to: number) => from + (to - from) * share;
  return {
    x: mix(a.x, b.x),
    y: mix(a.y, b.y),
    width: mix(a.width, b.width),
    height: mix(a.height, b.height),
  };
}
