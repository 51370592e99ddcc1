/** Shares in percent, with their intervals, as cells of a table. */
import type { Cell } from '../domain/result.ts';
import { type BootstrapOptions, meanInterval } from './bootstrap.ts';

/** Percent of `values` that are true; null of none. */
export function percentOf(values: readonly boolean[]): number | null {
  if (values.length === 0) return null;
  return (100 * values.filter(Boolean).length) / values.length;
}

/** `percentOf` with its bootstrap interval. */
export function shareCell(values: readonly boolean[], options: BootstrapOptions): Cell {
  const percents = values.map((value) => (value ? 100 : 0));
  return { value: percentOf(values), ...meanInterval(percents, options) };
}
