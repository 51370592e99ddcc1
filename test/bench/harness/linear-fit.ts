/** How fast something grows: a straight line through what was measured, and how sure that is. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Slope {
  /** Of the least squares line: units of y per unit of x. */
  readonly value: number;
  /** The 95 % confidence interval, as if residuals were independent and normal. */
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/** Student's t at 97.5 %, by degrees of freedom; in between, the larger one of the neighbours. */
const quantiles: readonly (readonly [number, number])[] = [
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [4, 2.776],
  [5, 2.571],
  [6, 2.447],
  [8, 2.306],
  [10, 2.228],
  [15, 2.131],
  [20, 2.086],
  [30, 2.042],
  [60, 2.0],
  [120, 1.98],
];

/**
 * Ordinary least squares. Throws a RangeError for fewer than three points, or when all have the
 * same x: no slope is known from those.
 */
export function slopeOf(points: readonly Point[]): Slope {
  const n = points.length;
  const meanX = meanOf(points.map(({ x }) => x));
  const meanY = meanOf(points.map(({ y }) => y));
  const spread = sumOf(points.map(({ x }) => (x - meanX) ** 2));
  if (n < 3 || spread === 0) throw new RangeError(`no slope is known from ${n} such points`);
  const value = sumOf(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread;
  const residuals = points.map(({ x, y }) => (y - meanY - value * (x - meanX)) ** 2);
  const margin = quantileOf(n - 2) * Math.sqrt(sumOf(residuals) / (n - 2) / spread);
  return { value, low: value - margin, high: value + margin, n };
}

const quantileOf = (freedom: number): number => quantiles.findLast(([df]) => df <= freedom)![1];

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;
