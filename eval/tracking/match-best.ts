/** One-to-one matching with the highest total score (Kuhn-Munkres). */
import { munkres } from 'munkres';

export interface Match {
  readonly row: number;
  readonly column: number;
}

/** Every row or every column, whichever are fewer, is matched, with a score of 0 too. */
export function matchBest(scores: readonly (readonly number[])[]): Match[] {
  if (scores.length === 0 || scores[0]!.length === 0) return [];
  const costs = scores.map((row) => row.map((score) => -score));
  return munkres(costs).map(([row, column]) => ({ row, column }));
}
