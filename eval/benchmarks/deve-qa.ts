/** DeVE-QA: five options and one true span a question, videos with many events. */
import { type DeveQaRow, readDeveQa } from '../datasets/deve-qa.ts';
import type { Benchmark, ScoreOptions, Scores } from '../domain/benchmark.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Table, TableRow } from '../domain/result.ts';
import type { Grade } from '../metrics/grounding.ts';
import { deveQaOverlap } from '../metrics/overlap.ts';
import { officialDeveQaOption } from '../parse/deve-qa-reply.ts';
import { type GroundedQuestion, groundedItem, type OverlapRule } from './grounded.ts';
import { type GroundedBaseline, groundedBaselines } from './grounded-baselines.ts';
import { scoreGrounded } from './grounded-scores.ts';
import { groundedColumns, groundedRow, publishedGrounding } from './grounded-tables.ts';
import { notAnswered } from './outcomes.ts';

export const deveQaBenchmark: Benchmark<DeveQaRow> = {
  name: 'deveqa',
  title: 'DeVE-QA',
  read: readDeveQa,
  items: (rows) => rows.map((row) => groundedItem(questionOf(row, row.duration ?? undefined))),
  score: scoreDeveQa,
};

const questionOf = (row: DeveQaRow, duration: number | undefined): GroundedQuestion => ({
  ...row,
  truths: [row.span],
  duration,
});

const overlap: OverlapRule = (span, [truth]) => deveQaOverlap(span, truth!);

function scoreDeveQa(
  rows: readonly DeveQaRow[],
  predictions: ReadonlyMap<string, Prediction>,
  { seed, durationOf }: ScoreOptions,
): Scores {
  const questions = rows.map((row) => questionOf(row, row.duration ?? durationOf(row.video)));
  const baselines = groundedBaselines(questions, () => 'mcqa', seed);
  const lengthOf = (bounds: readonly [number, number]) => (index: number) =>
    lengthGroup(questions[index]!.duration, bounds);
  return scoreGrounded({
    questions,
    predictions,
    baselines,
    rule: overlap,
    seed,
    groupOf: lengthOf([60, 120]),
    groups: [
      { by: 'length of the video', groupOf: lengthOf([60, 120]) },
      { by: 'length of the video, as the code groups', groupOf: lengthOf([60, 180]) },
      { by: 'events in the video', groupOf: (index) => densityGroup(rows[index]!.events) },
      {
        by: 'events in the video, as the code groups',
        groupOf: (index) => (rows[index]!.events <= 2 ? 'single (1 or 2)' : 'dense (more than 2)'),
      },
    ],
    published: publishedRows,
    note: 'The order of the options is shuffled, and the same in each run. Published rows are of the test split.',
    official: officialTable(questions, predictions, baselines),
  });
}

/** Seconds. */
function lengthGroup(
  duration: number | undefined,
  [short, long]: readonly [number, number],
): string {
  if (duration === undefined) return 'unknown length';
  if (duration < short) return `under ${short} s`;
  return duration < long ? `${short} to ${long} s` : `${long} s and longer`;
}

const densityGroup = (events: number): string => {
  if (events > 2) return 'more than 2 events';
  return events === 1 ? '1 event' : '2 events';
};

/** By the official code: a reply that says no option is the first one. */
export function officialGrade(
  { gold, options, truths, id }: GroundedQuestion,
  predictions: ReadonlyMap<string, Prediction>,
): Grade {
  const prediction = predictions.get(id);
  if (!prediction || notAnswered(prediction))
    return { isRight: false, overlap: { iou: 0, iop: 0 } };
  return {
    isRight: officialDeveQaOption(prediction.reply, options) === gold,
    overlap: overlap(prediction.span ?? [0, 0], truths),
  };
}

function officialTable(
  questions: readonly GroundedQuestion[],
  predictions: ReadonlyMap<string, Prediction>,
  baselines: readonly GroundedBaseline[],
): Table {
  const pointing = baselines.filter(({ answers }) => answers.some(({ span }) => span !== null));
  return {
    title: 'By the official rule',
    note: 'A reply that names no option counts as A, where anything was answered at all, and a predicted span is not widened.',
    primary: 'accGqa',
    columns: [...groundedColumns],
    rows: [
      groundedRow(
        'Strandline',
        'ours',
        questions.map((one) => officialGrade(one, predictions)),
      ),
      ...pointing.map(({ name, answers }) =>
        groundedRow(
          name,
          'baseline',
          questions.map(({ gold, truths }, index) => ({
            isRight: answers[index]!.letter === gold,
            overlap: overlap(answers[index]!.span ?? [0, 0], truths),
          })),
        ),
      ),
    ],
  };
}

const publishedRows: readonly TableRow[] = [
  { ...publishedGrounding('People', [58.2, 62.3, 43.9, 52.7, 84.7, 62.4]), role: 'bound' },
  publishedGrounding('LLoVi', [27.5, 27.0, 17.9, 13.0, 63.9, 22.9]),
  publishedGrounding('LongVA', [24.9, 24.7, 16.9, 15.2, 66.2, 20.8]),
  publishedGrounding('DeVi with GPT-4o', [33.8, 32.2, 20.7, 17.4, 71.9, 27.1]),
  publishedGrounding('DeVi with Gemini 2.0', [34.9, 32.8, 21.7, 18.5, 72.1, 27.7]),
];
