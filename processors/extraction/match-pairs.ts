/** Optimal one-to-one matching between tracks and what was found, by the Hungarian algorithm. */
import { munkres } from 'munkres';

export interface Pair {
  readonly row: number;
  readonly column: number;
}

/** Stands for "may not be matched"; finite, because the algorithm subtracts costs. */
const forbidden = 1e6;

/** `cost` returns undefined for pairs that must not be matched. Fewer forbidden pairs always win. */
export function matchPairs<Row, Column>(
  rows: readonly Row[],
  columns: readonly Column[],
  cost: (row: Row, column: Column) => number | undefined,
): Pair[] {
  if (rows.length === 0 || columns.length === 0) return [];
  const matrix = rows.map((row) => columns.map((column) => cost(row, column) ?? forbidden));
  return munkres(matrix)
    .filter(([row, column]) => matrix[row]![column]! < forbidden)
    .map(([row, column]) => ({ row, column }));
}
