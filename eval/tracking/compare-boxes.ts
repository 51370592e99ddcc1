/**
 * A tracker's boxes beside the true ones, as a sequence that metrics are computed from. The rules
 * are those of MOT15: true boxes of confidence 0 do not count, every box of the tracker does,
 * whatever its confidence, and boxes are compared by intersection over union.
 */
import { boxOverlap } from '../../kernel/geometry.ts';
import type { MotBox } from '../datasets/mot.ts';
import type { TrackingSequence } from './tracking-sequence.ts';

/** `frames`: length of the sequence; later boxes do not count. */
export function compareBoxes(
  truth: readonly MotBox[],
  tracked: readonly MotBox[],
  frames: number,
): TrackingSequence {
  const scored = truth.filter(({ confidence }) => confidence !== 0);
  const truthSide = byFrame(scored, frames);
  const trackerSide = byFrame(tracked, frames);
  const timesteps = truthSide.boxes.map((truths, at) => {
    const boxes = trackerSide.boxes[at]!;
    return {
      truthIds: truths.map(({ id }) => truthSide.numberOf.get(id)!),
      trackerIds: boxes.map(({ id }) => trackerSide.numberOf.get(id)!),
      similarity: truths.map((one) => boxes.map((other) => boxOverlap(one, other))),
    };
  });
  return {
    truthCount: truthSide.numberOf.size,
    trackerCount: trackerSide.numberOf.size,
    timesteps,
  };
}

/** Identities are numbered from 0 in order of their ids. */
function byFrame(boxes: readonly MotBox[], frames: number) {
  const counted = boxes.filter(({ frame }) => frame <= frames);
  const ids = [...new Set(counted.map(({ id }) => id))].sort((a, b) => a - b);
  const grouped = Map.groupBy(counted, ({ frame }) => frame);
  return {
    boxes: Array.from({ length: frames }, (_, at) => grouped.get(at + 1) ?? []),
    numberOf: new Map(ids.map((id, number) => [id, number])),
  };
}
