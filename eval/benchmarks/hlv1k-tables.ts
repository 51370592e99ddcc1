/** The tables of HLV-1K: ours beside constants, blind baselines and what the paper reports. Pure. */
import { type HlvRow, hlvLevels } from '../datasets/hlv1k.ts';
import type { Cell, Table, TableRow } from '../domain/result.ts';
import { shareCell } from '../metrics/accuracy.ts';
import {
  bestConstantPerType,
  type ClosedQuestion,
  majorityFromOtherVideos,
} from '../metrics/baselines.ts';
import { lettersOf } from '../parse/options.ts';
import { percentColumn, publishedRow } from './tables.ts';

/** A column of accuracy: over the rows for which it holds. */
interface Part {
  readonly key: string;
  readonly label: string;
  readonly holds: (row: HlvRow) => boolean;
}

const levelParts: readonly Part[] = [
  { key: 'overall', label: 'overall', holds: () => true },
  ...hlvLevels.map((level) => ({
    key: level,
    label: level.replace('_', ' '),
    holds: (row: HlvRow) => row.level === level,
  })),
];

export function levelTable(
  rows: readonly HlvRow[],
  ours: { readonly strict: readonly boolean[]; readonly tolerant: readonly boolean[] },
): Table {
  return {
    title: 'Accuracy by level',
    note: [
      'Overall is the mean over questions. Strict: as the official evaluator reads replies;',
      'tolerant: as a person would. Options stand in the order of the files,',
      'so that a constant letter is worth what the rows `always A / Yes` and `best constant` say.',
      'Papers report on all 14,847 questions.',
    ].join(' '),
    primary: 'overall',
    columns: levelParts.map(({ key, label }) => percentColumn(key, label)),
    rows: [
      rowOf('Strandline, strict', 'ours', rows, ours.strict, levelParts),
      rowOf('Strandline, tolerant', 'ours', rows, ours.tolerant, levelParts),
      ...baselineRows(rows, levelParts),
      ...publishedRows,
    ],
  };
}

export function taskTable(rows: readonly HlvRow[], tolerant: readonly boolean[]): Table {
  const parts = [...Map.groupBy(rows, ({ task }) => task)]
    .sort(([, some], [, others]) => others.length - some.length)
    .map(([name, { length }]) => ({
      key: name,
      label: `${name} (${length})`,
      holds: ({ task }: HlvRow) => task === name,
    }));
  return {
    title: 'Accuracy by task',
    note: 'Tolerant reading; how many questions a task has stands behind its name.',
    columns: parts.map(({ key, label }) => percentColumn(key, label)),
    rows: [
      rowOf('Strandline, tolerant', 'ours', rows, tolerant, parts),
      ...baselineRows(rows, parts),
    ],
  };
}

function rowOf(
  name: string,
  role: TableRow['role'],
  rows: readonly HlvRow[],
  right: readonly boolean[],
  parts: readonly Part[],
): TableRow {
  const cells = parts.map(({ key, holds }): [string, Cell] => [
    key,
    shareCell(right.filter((_, index) => holds(rows[index]!))),
  ]);
  return { name, role, n: rows.length, cells: Object.fromEntries(cells) };
}

function baselineRows(rows: readonly HlvRow[], parts: readonly Part[]): TableRow[] {
  const questions = rows.map(closedQuestion);
  const answered: [string, readonly string[]][] = [
    ['always A / Yes', rows.map(({ type }) => (type === 'qa' ? 'Yes' : 'A'))],
    ['best constant of each type and level', bestConstantPerType(questions)],
    ['majority of the other videos, by type, level and task', majorityByTask(rows, questions)],
  ];
  return [
    ...answered.map(([name, answers]) => {
      const right = rows.map(({ gold }, index) => answers[index] === gold);
      return rowOf(name, 'baseline', rows, right, parts);
    }),
    chanceRow(rows, questions, parts),
  ];
}

const closedQuestion = ({ video, type, level, options, gold }: HlvRow): ClosedQuestion => ({
  video,
  type: `${type} ${level}`,
  choices: type === 'qa' ? ['Yes', 'No'] : lettersOf(options),
  gold,
});

const majorityByTask = (rows: readonly HlvRow[], questions: readonly ClosedQuestion[]) =>
  majorityFromOtherVideos(
    questions.map((question, index) => ({
      ...question,
      type: `${question.type} ${rows[index]!.task}`,
    })),
  );

/** What a random choice is worth on average. */
function chanceRow(
  rows: readonly HlvRow[],
  questions: readonly ClosedQuestion[],
  parts: readonly Part[],
): TableRow {
  const cells = parts.map(({ key, holds }): [string, Cell] => {
    const chances = questions
      .filter((_, index) => holds(rows[index]!))
      .map(({ choices }) => 1 / choices.length);
    const sum = chances.reduce((a, b) => a + b, 0);
    return [key, { value: chances.length === 0 ? null : (100 * sum) / chances.length }];
  });
  return {
    name: 'random choice',
    role: 'baseline',
    n: rows.length,
    cells: Object.fromEntries(cells),
  };
}

const publishedRows: readonly TableRow[] = (
  [
    ['LLaVA-Video-72B', 78.93, 84.41, 78.43, 80.1, 75.65],
    ['LLaVA-OV-72B', 74.01, 80.33, 75.06, 77.25, 68.74],
    ['Qwen2-VL-72B', 65.78],
    ['Kangaroo-8B', 62.71],
    ['Qwen2-VL-7B', 62.57],
    ['Gemini 1.5 Pro', 62.41],
    ['LongVA', 61.74],
    ['InternVL2.5-8B', 61.24],
    ['GPT-4o', 55.48],
    ['Claude 3.5, 20 frames', 27.24],
  ] as const
).map(([name, ...values]) =>
  publishedRow(
    name,
    Object.fromEntries(levelParts.map(({ key }, index) => [key, values[index] ?? null])),
    { n: 14_847 },
  ),
);
