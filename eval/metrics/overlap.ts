/**
 * How a predicted span overlaps the true one, by the rules of each benchmark's official code. They
 * agree on proper spans that overlap, and nowhere else: see the corner cases of each.
 */
import type { Span } from '../domain/item.ts';

export interface Overlap {
  /** Intersection over union. */
  readonly iou: number;
  /** Intersection over prediction: the share of what was pointed at that is true. */
  readonly iop: number;
}

/**
 * NExT-GQA, for one true span (`eval_ground`). The union is the hull, so a space between the two
 * counts; disjoint and reversed spans give negative values; a point inside gives IoP 1, IoU 0.
 */
export function nextGqaOverlap([start, end]: Span, [trueStart, trueEnd]: Span): Overlap {
  if (start === end) return { iou: 0, iop: trueStart <= start && start <= trueEnd ? 1 : 0 };
  const common = Math.min(trueEnd, end) - Math.max(trueStart, start);
  const hull = Math.max(trueEnd, end) - Math.min(trueStart, start);
  return { iou: hull > 0 ? common / hull : 0, iop: end > start ? common / (end - start) : 0 };
}

/** NExT-GQA's value of a question: the best IoU and, apart from it, the best IoP; at least 0. */
export function bestNextGqaOverlap(prediction: Span, truths: readonly Span[]): Overlap {
  const each = truths.map((truth) => nextGqaOverlap(prediction, truth));
  return {
    iou: Math.max(0, ...each.map(({ iou }) => iou)),
    iop: Math.max(0, ...each.map(({ iop }) => iop)),
  };
}

/** A span as DeVE-QA's code keeps it: nothing before 0, a reversed span becomes a point. */
export function deveQaSpan([start, end]: Span): Span {
  const from = Math.max(0, start);
  return [from, Math.max(from, end)];
}

/** DeVE-QA (`TimeSpan`): true union; 0 for a point, for a reversed span and without overlap. */
export function deveQaOverlap(prediction: Span, truth: Span): Overlap {
  const [start, end] = deveQaSpan(prediction);
  const [trueStart, trueEnd] = deveQaSpan(truth);
  const common = Math.max(0, Math.min(end, trueEnd) - Math.max(start, trueStart));
  const union = end - start + (trueEnd - trueStart) - common;
  return { iou: union > 0 ? common / union : 0, iop: end > start ? common / (end - start) : 0 };
}

export interface FalconOverlap {
  readonly iou: number;
  /** Length of the truth over that of the hull of truth and prediction, where they overlap. */
  readonly gtou: number;
  /** Seconds. */
  readonly predictionLength: number;
  readonly truthLength: number;
}

/**
 * FALCON-Bench (`evaluate_temporal_localization`), each value rounded to 5 decimals. GToU is 1
 * for every prediction inside the truth, a point included. Without a prediction all is 0, also
 * the length of the truth.
 */
export function falconOverlap(prediction: Span | null, truth: Span): FalconOverlap {
  if (!prediction) return { iou: 0, gtou: 0, predictionLength: 0, truthLength: 0 };
  const [start, end] = prediction;
  const [trueStart, trueEnd] = truth;
  const common = Math.max(0, Math.min(end, trueEnd) - Math.max(start, trueStart));
  const hull = Math.max(0, Math.max(end, trueEnd) - Math.min(start, trueStart));
  const truthLength = Math.max(0, trueEnd - trueStart);
  const isInside = trueStart <= start && start <= end && end <= trueEnd;
  return {
    iou: rounded(hull > 0 ? common / hull : 0),
    gtou: common > 0 ? rounded(truthLength / hull) : Number(isInside),
    predictionLength: rounded(Math.max(0, end - start)),
    truthLength: rounded(truthLength),
  };
}

/** Python's `round(value, 5)`. Halves go to the even neighbour: they are odd multiples of 1/64. */
function rounded(value: number): number {
  const isHalf = Number.isInteger(value * 64) && !Number.isInteger(value * 32);
  return isHalf ? (2 * Math.round((value * 1e5) / 2)) / 1e5 : Number(value.toFixed(5));
}

/**
 * The span, widened evenly to `length` seconds where it is shorter, and moved rather than cut at
 * the ends of the video. A reversed span is not widened: it says nothing.
 */
export function atLeast(
  [start, end]: Span,
  length: number,
  duration = Number.POSITIVE_INFINITY,
): Span {
  if (end < start || end - start >= length) return [start, end];
  const wanted = Math.min(length, duration);
  const latest = duration - wanted;
  const from = Math.min(Math.max(0, (start + end - wanted) / 2), latest);
  return [from, from + wanted];
}
