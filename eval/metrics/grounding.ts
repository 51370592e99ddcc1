/** What grounded question answering is scored by: whether the answer is right, and seen where it is. */
import type { Overlap } from './overlap.ts';

/** One question, graded. */
export interface Grade {
  readonly isRight: boolean;
  /** 0 and 0 without a predicted span. */
  readonly overlap: Overlap;
}

/** Each 0..100 for one question; the figure of a set is their mean. */
export const groundingFigures = {
  accQa: ({ isRight }) => share(isRight),
  miop: ({ overlap }) => 100 * overlap.iop,
  iop03: ({ overlap }) => share(overlap.iop >= 0.3),
  iop05: ({ overlap }) => share(overlap.iop >= 0.5),
  miou: ({ overlap }) => 100 * overlap.iou,
  iou03: ({ overlap }) => share(overlap.iou >= 0.3),
  iou05: ({ overlap }) => share(overlap.iou >= 0.5),
  /** Right, and at least half of what was pointed at is true. */
  accGqa: ({ isRight, overlap }) => share(isRight && overlap.iop >= 0.5),
} satisfies Readonly<Record<string, (grade: Grade) => number>>;

export type GroundingFigure = keyof typeof groundingFigures;

const share = (isSo: boolean): number => (isSo ? 100 : 0);

/** The figure of a set of questions; null of none. */
export function groundingScore(grades: readonly Grade[], figure: GroundingFigure): number | null {
  if (grades.length === 0) return null;
  const sum = grades.reduce((total, grade) => total + groundingFigures[figure](grade), 0);
  return sum / grades.length;
}
