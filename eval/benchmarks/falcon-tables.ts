/** Result tables of FALCON-Bench. Published averages are over its sources, each counting the same. */
import type { Cell, Column, Outcome, Table, TableRow } from '../domain/result.ts';
import { type BootstrapOptions, bootstrapInterval, meanInterval } from '../metrics/bootstrap.ts';
import { calibrationOf } from '../metrics/calibration.ts';
import { macroMean } from '../metrics/macro.ts';
import type { FalconOverlap } from '../metrics/overlap.ts';
import { isAnswered, isRight } from './outcomes.ts';
import { percentColumn, publishedRow } from './tables.ts';

/** One question, graded; null where nothing was judged, or the system does not answer. */
export interface FalconGrade {
  readonly source: string;
  readonly isRight: boolean | null;
  /** The judge's, 0..5; null for multiple choice. */
  readonly score: number | null;
  /** Null: the system points nowhere by design. */
  readonly overlap: FalconOverlap | null;
}

const figures = {
  acc: ({ isRight }: FalconGrade) => isRight && 100,
  score: ({ score }: FalconGrade) => score,
  gtou: ({ overlap }: FalconGrade) => overlap && 100 * overlap.gtou,
  iou: ({ overlap }: FalconGrade) => overlap && 100 * overlap.iou,
  gtLength: ({ overlap }: FalconGrade) => overlap?.truthLength ?? null,
  predictionLength: ({ overlap }: FalconGrade) => overlap?.predictionLength ?? null,
};

type Figure = keyof typeof figures;

const value = (grade: FalconGrade, figure: Figure): number | null => {
  const found = figures[figure](grade);
  return found === false ? 0 : found;
};

const ratioColumn = (key: string, label: string): Column => ({
  key,
  label,
  unit: 'ratio',
  isBetter: 'higher',
});

const secondsColumn = (key: string, label: string): Column => ({
  key,
  label,
  unit: 'seconds',
  isBetter: 'neither',
});

const spanColumns = [
  percentColumn('gtou', 'mGToU'),
  percentColumn('gtouMicro', 'mGToU per question'),
  percentColumn('iou', 'mIoU'),
  secondsColumn('gtLength', 'mGTLength'),
  secondsColumn('predictionLength', 'mPredLength'),
];

export const choiceColumns: readonly Column[] = [
  percentColumn('acc', 'accuracy'),
  percentColumn('accMicro', 'accuracy per question'),
  ...spanColumns,
];

export const openColumns: readonly Column[] = [
  percentColumn('acc', 'accuracy'),
  percentColumn('accMicro', 'accuracy per question'),
  ratioColumn('score', 'score (0 to 5)'),
  ...spanColumns,
];

/** A figure is absent where the system has none for some question. */
export function falconRow(
  name: string,
  role: TableRow['role'],
  grades: readonly FalconGrade[],
  bootstrap?: BootstrapOptions,
): TableRow {
  const cells = (Object.keys(figures) as Figure[]).flatMap((figure) => {
    const values = grades.map((grade) => value(grade, figure));
    if (!values.every((one) => one !== null)) return [];
    const sourceOf = (index: number) => grades[index]!.source;
    return [
      [figure, macroCell(values, sourceOf, bootstrap)],
      [`${figure}Micro`, microCell(values, bootstrap)],
    ] as [string, Cell][];
  });
  return { name, role, n: grades.length, cells: Object.fromEntries(cells) };
}

function macroCell(
  values: readonly number[],
  sourceOf: (index: number) => string,
  bootstrap?: BootstrapOptions,
): Cell {
  const statistic = (indices?: Iterable<number>) => macroMean(values, sourceOf, indices);
  return {
    value: statistic(),
    ...(bootstrap && bootstrapInterval(values.length, statistic, bootstrap)),
  };
}

const microCell = (values: readonly number[], bootstrap?: BootstrapOptions): Cell => ({
  value: macroMean(values, () => ''),
  ...(bootstrap && meanInterval(values, bootstrap)),
});

/** The answered questions of each task alone. Accuracy and overlap per question. */
export function falconSelectiveTable(
  tasks: readonly { name: string; grades: readonly FalconGrade[]; outcomes: readonly Outcome[] }[],
  bootstrap: BootstrapOptions,
): Table {
  const rows = tasks.map(({ name, grades, outcomes }): TableRow => {
    const answered = grades.filter((_, index) => isAnswered(outcomes[index]!));
    const { accMicro, gtouMicro } = falconRow(name, 'ours', answered, bootstrap).cells;
    const shares = outcomes.map((outcome) => (isAnswered(outcome) ? 100 : 0));
    return {
      name,
      role: 'ours',
      n: answered.length,
      cells: {
        answered: microCell(shares, bootstrap),
        ...(accMicro && { accMicro }),
        ...(gtouMicro && { gtouMicro }),
      },
    };
  });
  return {
    title: 'Of what was answered',
    note: 'Accuracy and overlap of the answered questions alone: what was unknown or missing is left out.',
    primary: 'accMicro',
    columns: [
      percentColumn('answered', 'answered', 'neither'),
      percentColumn('accMicro', 'accuracy of answered'),
      percentColumn('gtouMicro', 'mGToU of answered'),
    ],
    rows,
  };
}

/** How far confidence can be believed, per task; only of what was answered and judged. */
export function falconCalibrationTable(
  tasks: readonly { name: string; outcomes: readonly Outcome[] }[],
): Table {
  const rows = tasks.map(({ name, outcomes }): TableRow => {
    const judged = outcomes.filter((one) => isAnswered(one) && one.mark !== 'not-judged');
    const found = calibrationOf(
      judged.map((one) => ({ confidence: one.confidence, isRight: isRight(one) })),
    );
    const { ace = null, mce = null, ccAt90 = null, brier = null } = found ?? {};
    const cells = { ace, mce, ccAt90, brier };
    return {
      name,
      role: 'ours',
      n: judged.length,
      cells: Object.fromEntries(Object.entries(cells).map(([key, one]) => [key, { value: one }])),
    };
  });
  return {
    title: 'Calibration',
    note: 'Ten equal bins of confidence; of what was answered and judged. Published: ACE 0.11 to 0.12 for multiple choice, 0.29 for open answers (Qwen2.5-VL).',
    primary: 'ace',
    columns: [
      { ...ratioColumn('ace', 'ACE'), isBetter: 'lower' },
      { ...ratioColumn('mce', 'MCE'), isBetter: 'lower' },
      ratioColumn('ccAt90', 'CC@0.9'),
      { ...ratioColumn('brier', 'Brier'), isBetter: 'lower' },
    ],
    rows,
  };
}

const choice = (name: string, acc: number, gtou: number | null) =>
  publishedRow(name, { acc, gtou });

const open = (name: string, acc: number, score: number | null, gtou: number | null) =>
  publishedRow(name, { acc, score, gtou });

const asBound = (row: TableRow): TableRow => ({ ...row, role: 'bound' });

export const publishedChoice: readonly TableRow[] = [
  asBound(choice('People', 92.3, 73.3)),
  asBound(choice('GPT-4o given the true frame', 94.1, null)),
  asBound(choice('Qwen2.5-VL given the true minute', 75.9, null)),
  choice('GPT-4o-mini, blind', 39.8, 0),
  choice('Qwen2.5-VL-7B, 768 frames', 40.8, null),
  choice('Apollo-7B', 50.5, null),
  choice('Socratic', 51.9, 21.3),
  choice('VideoAgent++', 45.4, 19.1),
  choice('FALCONEye Flash', 64.7, 25.2),
  choice('FALCONEye Pro', 70.0, 27.7),
];

export const publishedOpen: readonly TableRow[] = [
  asBound(open('People', 85.4, 4.42, 69.2)),
  asBound(open('GPT-4o given the true frame', 73.0, null, null)),
  asBound(open('Qwen2.5-VL given the true minute', 60.3, null, null)),
  open('GPT-4o-mini, blind', 3.6, 0.22, 0),
  open('Qwen2.5-VL-7B, 768 frames', 10.0, 0.62, null),
  open('Apollo-7B', 15.1, 0.9, null),
  open('Socratic', 24.8, 1.45, 19.6),
  open('VideoAgent++', 13.8, 0.79, 13.3),
  open('Sequential', 34.8, null, 9.1),
  open('SequentialBP', 28.7, null, 13.7),
  open('IterativeSampling', 24.0, null, 1.3),
  open('FALCONEye Flash', 41.1, 2.22, 22.7),
  open('FALCONEye Pro', 44.7, 2.38, 24.9),
];
