/** Builders of evaluation results: valid, small, and overridden field by field. */
import type {
  Cell,
  Column,
  EvaluationResult,
  Outcome,
  TableRow,
} from '../../eval/domain/result.ts';
import { noon } from './query-things.ts';

export const aColumn = (over: Partial<Column> = {}): Column => ({
  key: 'accuracy',
  label: 'Accuracy',
  unit: 'percent',
  isBetter: 'higher',
  ...over,
});

/** An undefined or defined value, or a value with its interval. */
export type Figure = number | null | readonly [value: number, low: number, high: number];

export const aTableRow = (
  name: string,
  role: TableRow['role'],
  figures: Readonly<Record<string, Figure>>,
  n: number | null = null,
): TableRow => ({
  name,
  role,
  n,
  cells: Object.fromEntries(Object.entries(figures).map(([key, one]) => [key, cellOf(one)])),
});

const cellOf = (figure: Figure): Cell =>
  figure === null || typeof figure === 'number'
    ? { value: figure }
    : { value: figure[0], low: figure[1], high: figure[2] };

export const anOutcome = (over: Partial<Outcome> = {}): Outcome => ({
  itemId: 'item-1',
  video: 'dock.mp4',
  question: 'Did a person enter through the gate?',
  group: 'action',
  mark: 'wrong',
  expected: 'Yes',
  said: 'No. Nobody was seen at the gate.',
  reason: null,
  understoodAs: 'Whether a person crossed the line gate',
  confidence: 0.82,
  span: [12.3, 18.9],
  goldSpan: [11, 16.5],
  clipId: 'dock-1',
  ...over,
});

export const aResult = (over: Partial<EvaluationResult> = {}): EvaluationResult => ({
  benchmark: 'strand',
  title: 'STRAND',
  ranAt: noon,
  system: { method: 'symbolic', extractor: 'builtin', preset: 'any', version: '0.1.0' },
  read: { files: 1, rows: 1, skipped: 0, problems: [] },
  tables: [],
  groupings: [],
  calibration: null,
  outcomes: [],
  ...over,
});
