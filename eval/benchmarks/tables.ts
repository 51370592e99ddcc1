/** Parts of result tables that benchmarks share. Pure. */
import type { Cell, Column, Mark, Outcome, Table, TableRow } from '../domain/result.ts';
import { shareCell } from '../metrics/accuracy.ts';
import { isAnswered, isJudged, isRight } from './outcomes.ts';

export const percentColumn = (
  key: string,
  label: string,
  isBetter: Column['isBetter'] = 'higher',
): Column => ({ key, label, unit: 'percent', isBetter });

/** A row of figures from a paper: what it does not report is null. */
export const publishedRow = (
  name: string,
  values: Readonly<Record<string, number | null>>,
  over: Partial<TableRow> = {},
): TableRow => ({
  name,
  role: 'published',
  n: null,
  cells: Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, Cell] => [key, { value }]),
  ),
  ...over,
});

/**
 * What became of the items: every benchmark shows it, because a share of right answers says nothing
 * of how many were wrong and how many were not given.
 */
export function answeredTable(
  outcomes: readonly Outcome[],
  others: readonly TableRow[] = [],
): Table {
  return {
    title: 'What was answered',
    note: 'Shares of all items that were asked; `right of answered` leaves out what was unknown or missing.',
    columns: [
      percentColumn('right', 'right'),
      percentColumn('wrong', 'wrong', 'lower'),
      percentColumn('unparsable', 'unparsable', 'lower'),
      percentColumn('notAnswered', 'not answered', 'neither'),
      percentColumn('missing', 'missing', 'lower'),
      ...(outcomes.every(isJudged) ? [] : [percentColumn('notJudged', 'not judged', 'neither')]),
      percentColumn('rightOfAnswered', 'right of answered'),
    ],
    rows: [answeredRow('Strandline', 'ours', outcomes), ...others],
  };
}

/** A row of `answeredTable`. */
export function answeredRow(
  name: string,
  role: TableRow['role'],
  outcomes: readonly Pick<Outcome, 'mark'>[],
): TableRow {
  const shareOf = (mark: Mark) => shareCell(outcomes.map((outcome) => outcome.mark === mark));
  const cells = {
    right: shareOf('right'),
    wrong: shareOf('wrong'),
    unparsable: shareOf('unparsable'),
    notAnswered: shareOf('not-answered'),
    missing: shareOf('missing'),
    notJudged: shareOf('not-judged'),
    rightOfAnswered: shareCell(outcomes.filter(isAnswered).filter(isJudged).map(isRight)),
  };
  return { name, role, n: outcomes.length, cells };
}
