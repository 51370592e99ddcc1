/** Means over groups of unequal size. */

/**
 * The mean over the groups of their means, each group counting the same; of the values at `indices`
 * (some may be there repeatedly), or of all. Null of none.
 */
export function macroMean(
  values: readonly number[],
  groupOf: (index: number) => string,
  indices: Iterable<number> = values.keys(),
): number | null {
  const groups = new Map<string, { sum: number; count: number }>();
  for (const index of indices) {
    const name = groupOf(index);
    const { sum, count } = groups.get(name) ?? { sum: 0, count: 0 };
    groups.set(name, { sum: sum + values[index]!, count: count + 1 });
  }
  if (groups.size === 0) return null;
  const means = [...groups.values()].map(({ sum, count }) => sum / count);
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}
