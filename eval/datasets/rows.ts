/** Files that are a list of questions: a JSON list or JSON Lines, each row of one form. */
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import type { SourceFile } from '../domain/benchmark.ts';
import type { Span } from '../domain/item.ts';
import type { Problem } from '../domain/result.ts';
import { type Report, readJson } from './source.ts';

export interface SourceRow<Row> {
  /** In its file, from 0. */
  readonly index: number;
  readonly row: Row;
}

export const spanSchema = z.tuple([z.number(), z.number()]);

/** The values of a JSON list or of JSON Lines; undefined, and reported, when it is neither. */
export function readValues(file: SourceFile, report: Report): unknown[] | undefined {
  if (/\.jsonl$/i.test(file.path)) return readLines(file, report);
  const json = readJson(file, report);
  if (json === undefined || Array.isArray(json)) return json;
  report(null, 'is not a list of questions', true);
  return undefined;
}

/** A line that is not JSON keeps its place, so that rows are counted as people count them. */
function readLines({ path, text }: SourceFile, report: Report): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) =>
    readJson({ path, text: line }, (_, rule, isSkipped) => report(index, rule, isSkipped)),
  );
}

/** The rows of that form. A file without any is reported once, for it is another file altogether. */
export function rowsOf<Row>(
  values: readonly unknown[],
  schema: z.ZodType<Row>,
  report: Report,
): SourceRow<Row>[] {
  const parsed = values.map((value, index) => ({ index, ...schema.safeParse(value) }));
  const rows = parsed.flatMap(({ index, data }) =>
    data === undefined ? [] : [{ index, row: data }],
  );
  for (const { index, error } of rows.length > 0 ? parsed : parsed.slice(0, 1)) {
    // What is not JSON was reported as such.
    if (!error || values[index] === undefined) continue;
    const rule = z.prettifyError(error);
    if (rows.length > 0) report(index, `is not a question: ${rule}`, true);
    else report(null, `holds no question of this benchmark: ${rule}`, true);
  }
  return rows;
}

/** Says what is odd about a true span: the row is used all the same. */
export function checkSpan(
  [start, end]: Span,
  duration: number | undefined,
  report: (rule: string) => void,
): void {
  const text = `[${start}, ${end}]`;
  if (end < start) report(`has the reversed true span ${text}: nothing can overlap it`);
  else if (end === start) report(`has the empty true span ${text}: nothing can overlap it`);
  else if (duration !== undefined && end > duration) {
    report(`has the true span ${text}, which ends after the video (${duration} s)`);
  }
}

/** Throws INPUT_INVALID when there is none, with the first thing that was wrong. */
export function requireRows(
  rows: readonly unknown[],
  benchmark: string,
  problems: readonly Problem[],
): void {
  if (rows.length > 0) return;
  const first = problems[0] ? `: ${problems[0].file} ${problems[0].rule}` : '';
  throw new AppError('INPUT_INVALID', `no file holds a question of ${benchmark}${first}`);
}
