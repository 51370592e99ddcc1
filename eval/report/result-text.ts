/** A result as text for a terminal: how it was run, its tables, where it is weak, what to read. */
import type { Column, EvaluationResult, Grouping, Table, TableRow } from '../domain/result.ts';
import { roles } from './compare.ts';
import {
  countOf,
  countText,
  enDash,
  figureText,
  instantText,
  intervalText,
  shareText,
  unitSign,
} from './figures.ts';
import { byMark, reasonsText } from './marks.ts';
import { brokenRules } from './problems.ts';

const mostRules = 5;
const mostColumns = 8;
const mostGroupings = 3;
const mostGroups = 20;
const mostName = 40;
const barWidth = 20;

export function resultText(result: EvaluationResult): string {
  const parts = [
    headText(result),
    ...result.tables.map(tableText),
    ...result.groupings.slice(0, mostGroupings).map(groupingText),
    calibrationText(result),
    outcomesText(result),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function headText({ title, system, ranAt, read }: EvaluationResult): string {
  const rules = brokenRules(read.problems);
  const lines = [
    printable(title),
    '',
    `  asked with      ${printable(`${system.method}, extractor ${system.extractor}, preset ${system.preset}, version ${system.version}`)}`,
    `  run             ${instantText(ranAt)}`,
    `  read            ${countOf(read.rows, 'row')} of ${countOf(read.files, 'file')}, ${countText(read.skipped)} skipped`,
    ...rules
      .slice(0, mostRules)
      .map(
        ({ rule, isSkipped, count }) =>
          `  ${isSkipped ? 'skipped' : 'caveat '}         ${countText(count)} x ${printable(rule)}`,
      ),
  ];
  if (rules.length > mostRules) {
    lines.push(`                  and ${countOf(rules.length - mostRules, 'other rule')}`);
  }
  return lines.join('\n');
}

/** Wide tables break into blocks of columns below each other. */
function tableText({ title, note, columns, rows }: Table): string {
  const heading = [title, ...(note ? [note] : [])].map(printable);
  const starts = columns.flatMap((_, at) => (at % mostColumns === 0 ? [at] : []));
  const blocks = starts.map((at) => blockLines(columns.slice(at, at + mostColumns), rows));
  return [...heading, ...blocks.flatMap((lines) => ['', ...lines])].join('\n');
}

/** Ours and the rows to compare with, under the name of their role; intervals below their figures. */
function blockLines(columns: readonly Column[], rows: readonly TableRow[]): string[] {
  const labels = columns.map(({ label, unit }) => `${label} ${unitSign[unit]}`.trim());
  const lines = roles.flatMap(({ role, title }) =>
    rows
      .filter((row) => row.role === role)
      .flatMap((row, n) => rowLines(row, columns, n === 0 ? title : '')),
  );
  return aligned([['', '', 'n', ...labels], ...lines], 2);
}

function rowLines({ name, n, cells }: TableRow, columns: readonly Column[], group: string) {
  const figures = columns.map(({ key, unit }) => figureText(cells[key]?.value, unit));
  const intervals = columns.map(({ key, unit }) => intervalText(cells[key], unit));
  return [
    [group, shortened(name), n === null ? enDash : countText(n), ...figures],
    ...(intervals.some(Boolean) ? [['', '', '', ...intervals]] : []),
  ];
}

function groupingText({ by, metric, groups }: Grouping): string {
  const lines = groups
    .slice(0, mostGroups)
    .map(({ name, n, value, answered }) => [
      shortened(name),
      barText(value),
      figureText(value, 'percent'),
      countText(n),
      figureText(answered, 'percent'),
    ]);
  const hidden = groups.length - lines.length;
  return [
    printable(`${metric} by ${by}`),
    '',
    ...aligned([['', '', '%', 'n', 'answered %'], ...lines], 2),
    ...(hidden > 0 ? [`  and ${countOf(hidden, 'other group')}`] : []),
  ].join('\n');
}

function calibrationText({ calibration }: EvaluationResult): string {
  if (!calibration) return '';
  const ratio = (value: number) => figureText(value, 'ratio');
  return `confidence: ACE ${ratio(calibration.ace)}, MCE ${ratio(calibration.mce)}, Brier ${ratio(calibration.brier)}, CC@0.9 ${ratio(calibration.ccAt90)}`;
}

function outcomesText({ outcomes }: EvaluationResult): string {
  if (outcomes.length === 0) return '';
  // Only open answers are ever left unjudged.
  const lines = byMark(outcomes)
    .filter(({ mark, outcomes: { length } }) => mark !== 'not-judged' || length > 0)
    .map(({ words, outcomes: { length } }) => [
      words.toLowerCase(),
      countText(length),
      `${shareText(length, outcomes.length)} %`,
    ]);
  const unanswered = outcomes.filter(({ mark }) => mark === 'not-answered');
  const reasons = reasonsText(unanswered);
  return [
    `of ${countOf(outcomes.length, 'question')}`,
    '',
    ...aligned(lines, 1),
    ...(reasons ? [`  not answered: ${printable(reasons)}`] : []),
  ].join('\n');
}

/** Columns as wide as their widest cell, indented by two; all but the first few are numbers. */
function aligned(rows: readonly (readonly string[])[], words: number): string[] {
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.map((row) => printable(row[column]!).length)),
  );
  const cellText = (cell: string, column: number) =>
    column < words
      ? printable(cell).padEnd(widths[column]!)
      : printable(cell).padStart(widths[column]!);
  return rows.map((row) => `  ${row.map(cellText).join('  ')}`.trimEnd());
}

const barText = (percent: number): string => {
  const full = Math.round((Math.min(100, Math.max(0, percent)) / 100) * barWidth);
  return '#'.repeat(full).padEnd(barWidth, '.');
};

const shortened = (name: string): string =>
  name.length > mostName ? `${name.slice(0, mostName - 3)}...` : name;

/** Names come out of question files: nothing in them may steer the terminal. */
const printable = (text: string): string => text.replaceAll(enDash, '-').replace(/\p{C}+/gu, ' ');
