/**
 * Everyday questions on a video with what a right answer must say: the JSON Lines format that
 * people write their own tests in. A reader and a judge; both pure.
 */
import { z } from 'zod';
import type { Dataset, SourceFile } from '../domain/benchmark.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Problem } from '../domain/result.ts';
import { readValues, requireRows, rowsOf } from './rows.ts';
import { reportOn } from './source.ts';

const toleranceSchema = z.number().min(0);

const expectationSchema = z.union([
  z.strictObject({ verdict: z.enum(['yes', 'no', 'unknown']) }),
  z.strictObject({ value: z.number() }),
  z.strictObject({ at: z.number(), tolerance: toleranceSchema }),
  z.strictObject({ times: z.array(z.number()), tolerance: toleranceSchema }),
  z.strictObject({ duration: z.number(), tolerance: toleranceSchema }),
  z.strictObject({ anyOf: z.array(z.string().min(1)).min(1) }),
  z.strictObject({ option: z.string().regex(/^[A-Z]$/) }),
]);

const plainQuestionSchema = z
  .strictObject({
    id: z.string(),
    video: z.string().describe('Path of the video, relative to the folder of the clips'),
    start: z.iso.datetime({ offset: true }).describe('Wall-clock time of the first frame'),
    question: z.string().min(1),
    options: z.array(z.string()).min(2).optional(),
    expect: expectationSchema,
    evidence: z
      .tuple([z.number(), z.number()])
      .optional()
      .describe('Where the answer can be seen, seconds from the start'),
  })
  .describe('One question of a plain question file');

export type PlainQuestion = z.infer<typeof plainQuestionSchema>;
export type Expectation = PlainQuestion['expect'];

/** JSON Lines, or one JSON list. Throws INPUT_INVALID when no file has a plain question. */
export function readPlainQuestions(files: readonly SourceFile[]): Dataset<PlainQuestion> {
  const problems: Problem[] = [];
  const ids = new Set<string>();
  const rows = files.flatMap((file) => {
    const report = reportOn(file, problems);
    return rowsOf(readValues(file, report) ?? [], plainQuestionSchema, report).flatMap(
      ({ index, row }) => {
        if (ids.has(row.id)) {
          report(index, `has the id ${row.id}, which an earlier question has`, true);
          return [];
        }
        ids.add(row.id);
        return [row];
      },
    );
  });
  requireRows(rows, 'plain questions', problems);
  return { rows, problems };
}

/** What is judged of an answer. */
export type Said = Pick<Prediction, 'verdict' | 'value' | 'text'>;

/** `unknown` where something else was expected is not an answer, and so not a wrong one. */
export function judgePlain(
  question: PlainQuestion,
  said: Said,
): 'right' | 'wrong' | 'not-answered' {
  const { expect } = question;
  const expectsUnknown = 'verdict' in expect && expect.verdict === 'unknown';
  if (said.verdict === 'unknown' && !expectsUnknown) return 'not-answered';
  return isRight(expect, said, Date.parse(question.start)) ? 'right' : 'wrong';
}

function isRight(expect: Expectation, { verdict, value, text }: Said, startAt: number): boolean {
  if ('verdict' in expect) return verdict === expect.verdict;
  if ('value' in expect) return value?.type === 'count' && value.count === expect.value;
  if ('option' in expect) return value?.type === 'option' && value.option === expect.option;
  if ('anyOf' in expect) return expect.anyOf.some((word) => mentions(text, word));
  if ('duration' in expect) {
    return value?.type === 'duration' && near(value.ms / 1000, expect.duration, expect.tolerance);
  }
  const times = timesOf(value).map((at) => (at - startAt) / 1000);
  const wanted = 'at' in expect ? [expect.at] : expect.times;
  return (
    times.length === wanted.length &&
    wanted.every((at, index) => near(times[index]!, at, expect.tolerance))
  );
}

function timesOf(value: Said['value']): number[] {
  if (value?.type === 'instant') return [value.at];
  return value?.type === 'instants' ? [...value.at].sort((a, b) => a - b) : [];
}

const near = (value: number, wanted: number, tolerance: number): boolean =>
  Math.abs(value - wanted) <= tolerance + 1e-9;

/** As a word of its own, so that `5` is not found in `12:00:50`. */
function mentions(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w:.])${escaped}(?![\\w:])`, 'i').test(text);
}
