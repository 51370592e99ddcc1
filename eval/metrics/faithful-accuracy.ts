/**
 * Faithful accuracy of STRAND: a target counts only when every sub-question it rests on is answered
 * right as well. Pooled over all targets; percent. Pure.
 */
import { AppError } from '../../kernel/errors.ts';

export interface JudgedTarget {
  readonly isRight: boolean;
  /** One for each sub-question; a target without any rests on nothing, and can be faithful. */
  readonly subsRight: readonly boolean[];
}

export interface FaithfulScores {
  /** Target and all its sub-questions right, of all targets. */
  readonly aFaith: number | null;
  /** Targets right, of all targets. */
  readonly aTarget: number | null;
  /** Sub-questions right, of all sub-questions. */
  readonly aSub: number | null;
  /**
   * Mean share of right sub-questions over the targets answered right that have any; null without
   * such a target. For reference only: it rises when few targets are answered right.
   */
  readonly aCons: number | null;
}

/** Throws INTERNAL when the scores contradict each other, which only a broken evaluation can. */
export function faithfulAccuracy(targets: readonly JudgedTarget[]): FaithfulScores {
  const scores = scoresOf(targets);
  checkScores(scores, scoresOf(targets.filter(({ subsRight }) => subsRight.length > 0)));
  return scores;
}

function scoresOf(targets: readonly JudgedTarget[]): FaithfulScores {
  const counts = targets.map(faithfulCounts);
  const percent = (metric: keyof FaithfulScores): number | null => {
    const whole = counts.reduce((sum, count) => sum + count[metric].whole, 0);
    const part = counts.reduce((sum, count) => sum + count[metric].part, 0);
    return whole === 0 ? null : (100 * part) / whole;
  };
  return {
    aFaith: percent('aFaith'),
    aTarget: percent('aTarget'),
    aSub: percent('aSub'),
    aCons: percent('aCons'),
  };
}

/** What one target adds to each score: every score is the sum of parts over the sum of wholes. */
export function faithfulCounts(
  target: JudgedTarget,
): Record<keyof FaithfulScores, { readonly part: number; readonly whole: number }> {
  const { isRight, subsRight } = target;
  const rightSubs = subsRight.filter(Boolean).length;
  const countsForCons = isRight && subsRight.length > 0;
  return {
    aFaith: { part: Number(isFaithful(target)), whole: 1 },
    aTarget: { part: Number(isRight), whole: 1 },
    aSub: { part: rightSubs, whole: subsRight.length },
    aCons: countsForCons ? { part: rightSubs / subsRight.length, whole: 1 } : { part: 0, whole: 0 },
  };
}

export const isFaithful = ({ isRight, subsRight }: JudgedTarget): boolean =>
  isRight && subsRight.every(Boolean);

const slack = 1e-9;

/**
 * A_faith is at most A_target, and at most A_target times A_cons over the targets that have
 * sub-questions (`withSubs`): A_cons knows no others.
 */
export function checkScores(all: FaithfulScores, withSubs: FaithfulScores): void {
  if ((all.aFaith ?? 0) > (all.aTarget ?? 0) + slack) {
    throw new AppError('INTERNAL', 'faithful accuracy is above the accuracy of the targets');
  }
  const bound = ((withSubs.aTarget ?? 0) * (withSubs.aCons ?? 0)) / 100;
  if ((withSubs.aFaith ?? 0) > bound + slack) {
    throw new AppError('INTERNAL', 'faithful accuracy is above A_target times A_cons');
  }
}
