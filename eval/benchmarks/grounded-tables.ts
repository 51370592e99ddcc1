/** Result tables of NExT-GQA and DeVE-QA. Pure. */
import type { Cell, Column, Grouping, Table, TableRow } from '../domain/result.ts';
import { type BootstrapOptions, meanInterval } from '../metrics/bootstrap.ts';
import {
  type Grade,
  type GroundingFigure,
  groundingFigures,
  groundingScore,
} from '../metrics/grounding.ts';
import { percentColumn, publishedRow } from './tables.ts';

/** A grade, and whether anything was answered and pointed at. */
export interface AnsweredGrade extends Grade {
  readonly isAnswered: boolean;
  readonly hasSpan: boolean;
}

const labels: Readonly<Record<GroundingFigure, string>> = {
  accQa: 'Acc@QA',
  miop: 'mIoP',
  iop03: 'IoP@0.3',
  iop05: 'IoP@0.5',
  miou: 'mIoU',
  iou03: 'IoU@0.3',
  iou05: 'IoU@0.5',
  accGqa: 'Acc@GQA',
};

const figures = Object.keys(labels) as GroundingFigure[];

export const groundedColumns: readonly Column[] = figures.map((figure) =>
  percentColumn(figure, labels[figure]),
);

/** One system's figures; with intervals when told how to draw them. */
export function groundedRow(
  name: string,
  role: TableRow['role'],
  grades: readonly Grade[],
  bootstrap?: BootstrapOptions,
): TableRow {
  const cells = figures.map((figure) => [figure, cellOf(grades, figure, bootstrap)] as const);
  return { name, role, n: grades.length, cells: Object.fromEntries(cells) };
}

/** A row of a paper, in the order in which the papers print it; null: not printed. */
export function publishedGrounding(
  name: string,
  [miop, iop05, miou, iou05, accQa, accGqa]: readonly [
    ...grounding: [number, number, number, number],
    accQa: number | null,
    accGqa: number,
  ],
): TableRow {
  return publishedRow(name, { accQa, miop, iop05, miou, iou05, accGqa });
}

/** Figures of an answerer that points nowhere: its overlaps are not 0, there are none. */
export const answersOnly = (row: TableRow): TableRow => ({
  ...row,
  cells: { accQa: row.cells.accQa! },
});

function cellOf(
  grades: readonly Grade[],
  figure: GroundingFigure,
  bootstrap?: BootstrapOptions,
): Cell {
  const value = groundingScore(grades, figure);
  if (!bootstrap) return { value };
  return { value, ...meanInterval(grades.map(groundingFigures[figure]), bootstrap) };
}

/** How good the answers are that were given, and how many that is. */
export function selectiveTable(
  grades: readonly AnsweredGrade[],
  bootstrap: BootstrapOptions,
): Table {
  const answered = grades.filter(({ isAnswered }) => isAnswered);
  const share = (isSo: (grade: AnsweredGrade) => boolean): Cell => {
    const values = grades.map((grade) => (isSo(grade) ? 100 : 0));
    const value = values.reduce((sum: number, one) => sum + one, 0) / values.length;
    return { value: values.length > 0 ? value : null, ...meanInterval(values, bootstrap) };
  };
  const cells = {
    answered: share(({ isAnswered }) => isAnswered),
    pointed: share(({ hasSpan }) => hasSpan),
    accQa: cellOf(answered, 'accQa', bootstrap),
    miop: cellOf(answered, 'miop', bootstrap),
    accGqa: cellOf(answered, 'accGqa', bootstrap),
  };
  return {
    title: 'Of what was answered',
    note: 'Accuracy and overlap of the answered questions alone: what was unknown or missing is left out.',
    primary: 'accQa',
    columns: [
      percentColumn('answered', 'answered', 'neither'),
      percentColumn('pointed', 'with a span', 'neither'),
      percentColumn('accQa', 'Acc@QA of answered'),
      percentColumn('miop', 'mIoP of answered'),
      percentColumn('accGqa', 'Acc@GQA of answered'),
    ],
    rows: [{ name: 'Strandline', role: 'ours', n: answered.length, cells }],
  };
}

/** One figure per group, in the order in which groups first appear. */
export function groundedGrouping(
  by: string,
  figure: GroundingFigure,
  grades: readonly AnsweredGrade[],
  groupOf: (index: number) => string,
): Grouping {
  const members = grades.map((grade, index) => ({ grade, group: groupOf(index) }));
  const groups = [...Map.groupBy(members, ({ group }) => group)].map(([name, some]) => ({
    name,
    n: some.length,
    value: groundingScore(
      some.map(({ grade }) => grade),
      figure,
    )!,
    answered: (100 * some.filter(({ grade }) => grade.isAnswered).length) / some.length,
  }));
  return { by, metric: labels[figure], groups };
}
