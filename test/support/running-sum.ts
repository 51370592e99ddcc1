/** Instants out of steps: `start` plus the sum of the steps up to and including each. */
export function runningSum(steps: readonly number[], start = 0): number[] {
  let sum = start;
  return steps.map((step) => {
    sum += step;
    return sum;
  });
}
