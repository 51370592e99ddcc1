/** Reader of FALCON-Bench: one question a row, with four options and one true span. Pure. */
import { z } from 'zod';
import type { Dataset, SourceFile } from '../domain/benchmark.ts';
import type { Span } from '../domain/item.ts';
import type { Problem } from '../domain/result.ts';
import { letterOf } from '../parse/options.ts';
import { checkSpan, readValues, requireRows, rowsOf, spanSchema } from './rows.ts';
import { type Report, reportOn } from './source.ts';

export interface FalconRow {
  readonly id: string;
  /** As the file names it. */
  readonly video: string;
  readonly question: string;
  readonly options: readonly string[];
  /** Letter of the right option. */
  readonly gold: string;
  /** The right answer in words. */
  readonly answer: string;
  readonly span: Span;
  /** What the videos were taken from: published figures are averaged over the sources. */
  readonly source: string;
  /** Kind of question, without the source: `VO`, `OI`, ... */
  readonly category: string;
}

const rowSchema = z.looseObject({
  question_id: z.coerce.string().min(1),
  question: z.string().trim().min(1),
  options: z.array(z.string()).min(2),
  gt_option: z.string().optional(),
  gt_option_idx: z.int().min(0),
  gt_answer: z.string().min(1),
  gt_time_interval: spanSchema,
  dataset: z.string().min(1),
  category: z.string().min(1),
  path: z.string().min(1),
});

/** Throws INPUT_INVALID when no file has a question of the benchmark. */
export function readFalconBench(files: readonly SourceFile[]): Dataset<FalconRow> {
  const problems: Problem[] = [];
  const ids = new Set<string>();
  const rows = files.flatMap((file) => {
    const report = reportOn(file, problems);
    return rowsOf(readValues(file, report) ?? [], rowSchema, report)
      .map(({ index, row }) => rowOf(row, index, report))
      .filter((row) => row !== null)
      .filter(({ row, index }) => isNew(row.id, ids, index, report))
      .map(({ row }) => row);
  });
  requireRows(rows, 'FALCON-Bench', problems);
  return { rows, problems };
}

function rowOf(
  raw: z.infer<typeof rowSchema>,
  index: number,
  report: Report,
): { row: FalconRow; index: number } | null {
  // Officially the options end at the first that is `N/A`.
  const end = raw.options.indexOf('N/A');
  const options = end < 0 ? raw.options : raw.options.slice(0, end);
  const gold = letterOf(raw.gt_option_idx);
  if (raw.gt_option_idx >= options.length) {
    report(index, `has ${options.length} options, and ${gold} as the right one`, true);
    return null;
  }
  const caveat = (rule: string) => report(index, rule, false);
  if (raw.gt_option !== undefined && raw.gt_option !== gold) {
    caveat(`has gt_option ${raw.gt_option}, and ${gold} by gt_option_idx, which counts`);
  }
  checkSpan(raw.gt_time_interval, undefined, caveat);
  const row = {
    id: raw.question_id,
    video: raw.path,
    question: raw.question,
    options,
    gold,
    answer: raw.gt_answer,
    span: raw.gt_time_interval,
    source: raw.dataset,
    category: raw.category.split('-').at(-1)!,
  };
  return { row, index };
}

function isNew(id: string, ids: Set<string>, index: number, report: Report): boolean {
  if (!ids.has(id)) {
    ids.add(id);
    return true;
  }
  report(index, `has the question_id ${id}, which an earlier row has`, true);
  return false;
}
