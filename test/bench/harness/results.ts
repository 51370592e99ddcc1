/**
 * RESULTS.md, written and read back: a section for a run, in it one for each bench, in it a table
 * with a row for each measurement. The table is the only record, so what people read is what the
 * next run is compared with. Anything else in the file is left alone.
 */
import type { Measurement } from './measure.ts';
import { formatNumber, targetText } from './report.ts';

/** A row as it was written: what is needed to compare with it. */
export type RecordedRow = Pick<Measurement, 'name' | 'unit' | 'value' | 'low' | 'high'> & {
  readonly machine: string;
  readonly bench: string;
};

export interface Change {
  /** New over old. */
  readonly ratio: number;
  /** `same`: the spreads touch. */
  readonly verdict: 'better' | 'worse' | 'same';
}

const columns = ['what', 'median', 'low', 'high', 'n', 'target', 'before', 'change'];

/** `## 2026-11-30T09:18Z, 2 cores of Some Processor, load 1.4`. */
export const runHeading = (at: Date, machine: string, load: number): string =>
  `## ${at.toISOString().slice(0, 16)}Z, ${machine}, load ${load.toFixed(1)}`;

/** The table of one bench; `rows` are those recorded before it. */
export function benchTable(
  measurements: readonly Measurement[],
  { machine, bench, rows }: { machine: string; bench: string; rows: readonly RecordedRow[] },
): string {
  const lines = measurements.map((measurement) => {
    const { name, unit, value, low, high, n } = measurement;
    const before = rows.findLast(
      (row) =>
        row.machine === machine && row.bench === bench && row.name === name && row.unit === unit,
    );
    const figures = [`${formatNumber(value)} ${unit}`, formatNumber(low), formatNumber(high), n];
    const compared = before
      ? [formatNumber(before.value), changeText(compare(before, measurement))]
      : ['', ''];
    return [name, ...figures, targetText(measurement), ...compared];
  });
  const rule = columns.map((_, i) => (i >= 1 && i <= 4 ? '--:' : '---'));
  return [columns, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Every row of every table in the file, in its order. */
export function parseResults(text: string): RecordedRow[] {
  const rows: RecordedRow[] = [];
  let [machine, bench] = ['', ''];
  for (const line of text.split('\n')) {
    machine = /^## \S+, (.*), load [\d.]+$/.exec(line)?.[1] ?? machine;
    bench = /^### (.+?)(?: \(load .*)?$/.exec(line)?.[1] ?? bench;
    const row = parseRow(line);
    if (row) rows.push({ machine, bench, ...row });
  }
  return rows;
}

function parseRow(line: string) {
  const cells = line.split('|').map((cell) => cell.trim());
  if (cells.length !== columns.length + 2) return undefined;
  const [, name, median, low, high] = cells as [string, string, string, string, string];
  const [value, unit] = median.split(' ');
  const row = {
    name,
    unit: unit ?? '',
    value: Number(value),
    low: Number(low),
    high: Number(high),
  };
  return Number.isFinite(row.value + row.low + row.high) ? row : undefined;
}

/** Where the spreads of both touch, a difference is not told from noise. */
export function compare(
  before: Pick<Measurement, 'value' | 'low' | 'high'>,
  now: Pick<Measurement, 'value' | 'low' | 'high' | 'isBetter'>,
): Change {
  const ratio = now.value / before.value;
  if (now.low <= before.high && now.high >= before.low) return { ratio, verdict: 'same' };
  const isLower = now.high < before.low;
  return { ratio, verdict: isLower === (now.isBetter === 'lower') ? 'better' : 'worse' };
}

const changeText = ({ ratio, verdict }: Change): string =>
  verdict === 'same' ? `x ${ratio.toFixed(2)}` : `**x ${ratio.toFixed(2)} ${verdict}**`;
