/** How near a count is, for counts that are seldom exact. */

const thresholds = [50, 55, 60, 65, 70, 75, 80, 85, 90, 95];

/**
 * Mean relative accuracy of VSI-Bench (arXiv 2412.14171): the share of the thresholds .5, .55, ...
 * .95 for which the relative error is below one minus the threshold; 0..1. Where the truth is 0
 * only 0 is near; no answer (null) is never.
 */
export function meanRelativeAccuracy(said: number | null, truth: number): number {
  if (said === null) return 0;
  if (truth === 0) return Number(said === 0);
  const error = Math.abs(said - truth) * 100;
  const passed = thresholds.filter((threshold) => error < (100 - threshold) * Math.abs(truth));
  return passed.length / thresholds.length;
}
