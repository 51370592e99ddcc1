/** How far confidence can be believed: over ten equal bins of confidence, as FALCON-Bench reports it. */
import type { Calibration } from '../domain/result.ts';

export interface ConfidentAnswer {
  /** 0..1. */
  readonly confidence: number;
  readonly isRight: boolean;
}

const binCount = 10;

/**
 * ACE is the mean over the bins that are not empty of |confidence - accuracy|, MCE the largest;
 * CC@0.9 is the share of answers of the top bin times 1 - |confidence - accuracy| there; Brier is
 * the mean squared distance from what was right. All 0..1. Empty bins are left out; null without
 * answers.
 */
export function calibrationOf(answers: readonly ConfidentAnswer[]): Calibration | null {
  if (answers.length === 0) return null;
  const byBin = Map.groupBy(answers, ({ confidence }) => binOf(confidence));
  const bins = [...byBin]
    .sort(([a], [b]) => a - b)
    .map(([bin, some]) => ({
      from: bin / binCount,
      to: (bin + 1) / binCount,
      n: some.length,
      confidence: mean(some.map(({ confidence }) => confidence)),
      accuracy: mean(some.map(({ isRight }) => Number(isRight))),
    }));
  const errors = bins.map(({ confidence, accuracy }) => Math.abs(confidence - accuracy));
  const top = bins.findIndex(({ from }) => from === (binCount - 1) / binCount);
  return {
    ace: mean(errors),
    mce: Math.max(...errors),
    brier: mean(answers.map(({ confidence, isRight }) => (confidence - Number(isRight)) ** 2)),
    ccAt90: top < 0 ? 0 : (bins[top]!.n / answers.length) * (1 - errors[top]!),
    bins,
  };
}

/** Lower ends belong to a bin, and 1 to the last. */
const binOf = (confidence: number): number =>
  Math.max(0, Math.min(binCount - 1, Math.floor(confidence * binCount)));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
