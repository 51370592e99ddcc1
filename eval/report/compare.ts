/** What a table says: its best values, and the one figure that sums a result up. Pure. */
import type { Cell, Column, EvaluationResult, Table, TableRow } from '../domain/result.ts';
import { figureText } from './figures.ts';

export type Role = TableRow['role'];

/** In the order shown. */
export const roles: readonly { readonly role: Role; readonly title: string }[] = [
  { role: 'ours', title: 'Strandline' },
  { role: 'baseline', title: 'Baselines' },
  { role: 'published', title: 'Published' },
  { role: 'bound', title: 'Upper bounds' },
];

export interface Standing {
  readonly name: string;
  readonly n: number | null;
  readonly cell: Cell;
  readonly value: number;
}

/** Our figure beside the best to compare it with; each is absent when no row has a value. */
export interface Headline {
  readonly column: Column;
  readonly ours?: Standing;
  readonly baseline?: Standing;
  readonly published?: Standing;
}

/** Of the first table's primary column; our first row is the one that counts. */
export function headlineOf(result: EvaluationResult): Headline | undefined {
  const table = result.tables[0];
  const column = table?.columns.find(({ key }) => key === table.primary) ?? table?.columns[0];
  if (!table || !column) return undefined;
  return {
    column,
    ours: standings(table, column, 'ours')[0],
    baseline: bestStanding(table, column, 'baseline'),
    published: bestStanding(table, column, 'published'),
  };
}

/** Whether the interval of our figure leaves open which of the two is better. */
export const isWithinInterval = ({ cell }: Standing, other: Standing): boolean =>
  cell.low !== undefined &&
  cell.high !== undefined &&
  other.value >= cell.low &&
  other.value <= cell.high;

/**
 * The text of the best value of a column, so that equal looks are equally best. Bounds do not
 * compete, and a value without a rival is not best.
 */
export function bestText(table: Table, column: Column): string | undefined {
  const values = table.rows
    .filter(({ role }) => role !== 'bound')
    .flatMap(({ cells }) => cells[column.key]?.value ?? []);
  if (column.isBetter === 'neither' || values.length < 2) return undefined;
  return figureText(bestOf(values, column), column.unit);
}

function bestStanding(table: Table, column: Column, role: Role): Standing | undefined {
  const all = standings(table, column, role);
  if (column.isBetter === 'neither') return all[0];
  const best = bestOf(
    all.map(({ value }) => value),
    column,
  );
  return all.find(({ value }) => value === best);
}

const standings = (table: Table, column: Column, role: Role): Standing[] =>
  table.rows
    .filter((row) => row.role === role)
    .flatMap(({ name, n, cells }) => {
      const cell = cells[column.key];
      return cell?.value == null ? [] : [{ name, n, cell, value: cell.value }];
    });

const bestOf = (values: readonly number[], { isBetter }: Column): number =>
  isBetter === 'lower' ? Math.min(...values) : Math.max(...values);
