/**
 * Reader of DeVE-QA: one question a row, the right answer and others apart, one true span. The
 * lengths of the videos come in a file of their own (`{video: seconds}`), or not at all. Pure.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Dataset, SourceFile } from '../domain/benchmark.ts';
import type { Span } from '../domain/item.ts';
import type { Problem } from '../domain/result.ts';
import { seededRandom, shuffled } from '../metrics/random.ts';
import { letterOf } from '../parse/options.ts';
import { checkSpan, readValues, requireRows, rowsOf, spanSchema } from './rows.ts';
import { type Report, reportOn } from './source.ts';

export interface DeveQaRow {
  readonly id: string;
  readonly video: string;
  readonly question: string;
  /** The file has no order: shuffled, always in the same way. */
  readonly options: readonly string[];
  readonly gold: string;
  readonly span: Span;
  /** Seconds; null when no file says. */
  readonly duration: number | null;
  /** Distinct true spans among the questions on the video: how many events it has. */
  readonly events: number;
}

const rowSchema = z.looseObject({
  vid: z.string().min(1),
  question: z.string().trim().min(1),
  answer: z.string().trim().min(1),
  distract_answers: z.array(z.string().trim().min(1)).min(1),
  timestamp: spanSchema,
});

type RawRow = z.infer<typeof rowSchema>;

const durationsSchema = z.record(z.string(), z.number().positive());

/** Throws INPUT_INVALID when no file has a question of the benchmark. */
export function readDeveQa(files: readonly SourceFile[]): Dataset<DeveQaRow> {
  const problems: Problem[] = [];
  const durations = new Map(files.flatMap((file) => Object.entries(durationsIn(file) ?? {})));
  const questions = files
    .filter((file) => durationsIn(file) === undefined)
    .flatMap((file) => {
      const report = reportOn(file, problems);
      const rows = rowsOf(readValues(file, report) ?? [], rowSchema, report);
      for (const { index, row } of rows) check(row, durations.get(row.vid), index, report);
      return rows.map(({ row }) => row);
    });
  requireRows(questions, 'DeVE-QA', problems);
  const byVideo = Map.groupBy(questions, ({ vid }) => vid);
  return { rows: [...byVideo.values()].flatMap((some) => rowsOfVideo(some, durations)), problems };
}

function durationsIn({ path, text }: SourceFile): z.infer<typeof durationsSchema> | undefined {
  if (!/\.json$/i.test(path) || !/^\s*\{/.test(text)) return undefined;
  try {
    return durationsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function check(row: RawRow, duration: number | undefined, index: number, report: Report): void {
  const caveat = (rule: string) => report(index, rule, false);
  checkSpan(row.timestamp, duration, caveat);
  if (row.distract_answers.length !== 4) {
    caveat(`has ${row.distract_answers.length + 1} options instead of 5`);
  }
  if (row.distract_answers.includes(row.answer)) caveat('has its right answer also as a wrong one');
}

function rowsOfVideo(questions: readonly RawRow[], durations: Map<string, number>): DeveQaRow[] {
  const events = new Set(questions.map(({ timestamp }) => timestamp.join(' '))).size;
  return questions.map(({ vid, question, answer, distract_answers, timestamp }, at) => {
    const options = inFixedOrder([answer, ...distract_answers], `${vid} ${question}`);
    return {
      id: `${vid}-${at}`,
      video: vid,
      question,
      options,
      gold: letterOf(options.indexOf(answer)),
      span: timestamp,
      duration: durations.get(vid) ?? null,
      events,
    };
  });
}

/** By chance, but by the question alone, so that kept answers fit however often the file is read. */
function inFixedOrder(options: readonly string[], question: string): string[] {
  const seed = createHash('sha256').update(question).digest().readUInt32LE();
  return shuffled(options, seededRandom(seed));
}
