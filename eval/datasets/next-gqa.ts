/**
 * Reader of NExT-GQA: questions as CSV (`val.csv`), the true spans and lengths of videos as JSON
 * (`gsub_val.json`), and, where it is given, the videos' paths (`map_vid_vidorID.json`). Pure.
 */
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Dataset, SourceFile } from '../domain/benchmark.ts';
import type { Span } from '../domain/item.ts';
import type { Problem } from '../domain/result.ts';
import { letterOf } from '../parse/options.ts';
import { checkSpan, requireRows, rowsOf, type SourceRow, spanSchema } from './rows.ts';
import { type Report, readJson, reportOn } from './source.ts';

export interface NextGqaRow {
  /** `<video id>_<question id>`, as in the official files of predictions. */
  readonly id: string;
  readonly video: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly gold: string;
  /** `CW`, `CH`, `TN`, `TP`, `TC`: causal why and how, temporal next, previous and current. */
  readonly type: string;
  /** At least one: the answer can be seen in each. */
  readonly spans: readonly Span[];
  /** Seconds. */
  readonly duration: number;
  readonly fps: number;
}

const text = z.string().trim().min(1);

const rowSchema = z.looseObject({
  video_id: text,
  question: text,
  answer: text,
  qid: text,
  type: text,
  a0: text,
  a1: text,
  a2: text,
  a3: text,
  a4: text,
});

type RawRow = z.infer<typeof rowSchema>;

const videosSchema = z.record(
  z.string(),
  z.object({
    duration: z.number().positive(),
    fps: z.number().positive(),
    location: z.record(z.string(), z.array(spanSchema)),
  }),
);

type Videos = ReadonlyMap<string, z.infer<typeof videosSchema>[string]>;

const pathsSchema = z.record(z.string(), z.string());

/** Throws INPUT_INVALID when no file has a question of the benchmark with its true spans. */
export function readNextGqa(files: readonly SourceFile[]): Dataset<NextGqaRow> {
  const problems: Problem[] = [];
  const isCsv = ({ path }: SourceFile) => /\.csv$/i.test(path);
  const others = files
    .filter(({ path }) => /\.json$/i.test(path))
    .map((file) => ({ file, json: readJson(file, reportOn(file, problems)) }));
  const videos: Videos = new Map(others.flatMap(({ json }) => entriesOf(videosSchema, json)));
  const paths = new Map(
    others
      .filter(({ file }) => /map_vid[^/]*\.json$/i.test(file.path))
      .flatMap(({ json }) => entriesOf(pathsSchema, json)),
  );
  const ids = new Set<string>();
  const rows = files.filter(isCsv).flatMap((file) => {
    const report = reportOn(file, problems);
    const asked = rowsOf(recordsOf(file, report), rowSchema, report);
    return withSpans(
      asked.filter((one) => isNew(one, ids, report)),
      videos,
      report,
    );
  });
  requireRows(rows, 'NExT-GQA with its true spans', problems);
  return {
    rows: rows.map((row) => ({ ...row, video: paths.get(row.video) ?? row.video })),
    problems,
  };
}

/** Of JSON of another form (sampled times of frames lie beside the spans) none. */
const entriesOf = <Value>(
  schema: z.ZodType<Record<string, Value>>,
  json: unknown,
): [string, Value][] => Object.entries(schema.safeParse(json).data ?? {});

/** One that has not the columns of the header keeps its place, and is no question. */
function recordsOf({ text }: SourceFile, report: Report): unknown[] {
  const [header = [], ...records] = linesOf(text, report);
  return records.map((record, index) => {
    if (record.length === header.length) {
      return Object.fromEntries(header.map((name, at) => [name, record[at]]));
    }
    report(index, `has ${record.length} columns, and the header ${header.length}`, true);
    return undefined;
  });
}

function linesOf(text: string, report: Report): string[][] {
  try {
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    report(null, `is not CSV: ${error.message}`, true);
    return [];
  }
}

function isNew({ index, row }: SourceRow<RawRow>, ids: Set<string>, report: Report): boolean {
  const id = idOf(row);
  if (!ids.has(id)) {
    ids.add(id);
    return true;
  }
  report(index, `has the id ${id}, which an earlier row has`, true);
  return false;
}

const idOf = ({ video_id, qid }: RawRow): string => `${video_id}_${qid}`;

/** A split whose spans were not released is one problem, not one for each of its questions. */
function withSpans(
  questions: readonly SourceRow<RawRow>[],
  videos: Videos,
  report: Report,
): NextGqaRow[] {
  const hasSpans = ({ row }: SourceRow<RawRow>) =>
    (videos.get(row.video_id)?.location[row.qid]?.length ?? 0) > 0;
  if (questions.length > 0 && !questions.some(hasSpans)) {
    report(null, 'has no question whose true spans are known (gsub_*.json)', true);
    return [];
  }
  return questions
    .filter((question) => {
      if (!hasSpans(question)) report(question.index, 'has no true span', true);
      return hasSpans(question);
    })
    .map(({ row, index }) =>
      rowOf(row, videos.get(row.video_id)!, (...rest) => report(index, ...rest)),
    )
    .filter((row) => row !== null);
}

function rowOf(
  { video_id, qid, question, answer, type, a0, a1, a2, a3, a4 }: RawRow,
  { duration, fps, location }: z.infer<typeof videosSchema>[string],
  report: (rule: string, isSkipped: boolean) => void,
): NextGqaRow | null {
  const options = [a0, a1, a2, a3, a4];
  const gold = options.indexOf(answer);
  if (gold < 0) {
    report(`has the right answer '${answer}', which is none of its options`, true);
    return null;
  }
  if (options.lastIndexOf(answer) !== gold) report('has its right answer twice', false);
  const spans = location[qid]!;
  for (const span of spans) checkSpan(span, duration, (rule) => report(rule, false));
  return {
    id: `${video_id}_${qid}`,
    video: video_id,
    question,
    options,
    gold: letterOf(gold),
    type,
    spans,
    duration,
    fps,
  };
}
