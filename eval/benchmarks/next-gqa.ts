/** NExT-GQA: five options and one or more true spans a question, short videos of everyday life. */
import { type NextGqaRow, readNextGqa } from '../datasets/next-gqa.ts';
import type { Benchmark, ScoreOptions, Scores } from '../domain/benchmark.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Table, TableRow } from '../domain/result.ts';
import type { Grade } from '../metrics/grounding.ts';
import { bestNextGqaOverlap } from '../metrics/overlap.ts';
import { firstLetter, parseIntervals } from '../parse/next-gqa-reply.ts';
import { type GroundedAnswer, type GroundedQuestion, groundedItem } from './grounded.ts';
import { type GroundedBaseline, groundedBaselines } from './grounded-baselines.ts';
import { scoreGrounded } from './grounded-scores.ts';
import { groundedColumns, groundedRow, publishedGrounding } from './grounded-tables.ts';
import { notAnswered } from './outcomes.ts';

export const nextGqaBenchmark: Benchmark<NextGqaRow> = {
  name: 'nextgqa',
  title: 'NExT-GQA',
  read: readNextGqa,
  items: (rows) => rows.map((row) => groundedItem(questionOf(row))),
  score: (rows, predictions, options) => scoreNextGqa(rows, predictions, options),
};

const questionOf = (row: NextGqaRow): GroundedQuestion => ({ ...row, truths: row.spans });

function scoreNextGqa(
  rows: readonly NextGqaRow[],
  predictions: ReadonlyMap<string, Prediction>,
  options: ScoreOptions,
): Scores {
  const questions = rows.map(questionOf);
  const typeOf = (index: number) => rows[index]!.type;
  const types = new Map(rows.map(({ id, type }) => [id, type]));
  const baselines = groundedBaselines(questions, ({ id }) => types.get(id)!, options.seed);
  return scoreGrounded({
    questions,
    predictions,
    baselines,
    rule: bestNextGqaOverlap,
    seed: options.seed,
    groupOf: typeOf,
    groups: [{ by: 'type', groupOf: typeOf }],
    published: publishedRows,
    note: 'Published rows are of the test split. The weights by which captions are searched were fitted on half of the videos of the validation split: of those, answers from captions are not blind.',
    official: officialTable(questions, predictions, baselines),
  });
}

/**
 * By the official code: a question without a predicted span is in no denominator, and a point inside
 * a true span has IoP 1.
 */
export function officialGrades(
  questions: readonly GroundedQuestion[],
  answers: readonly GroundedAnswer[],
): Grade[] {
  return questions.flatMap(({ gold, truths }, index) => {
    const { letter, span } = answers[index]!;
    if (!span) return [];
    return [{ isRight: letter === gold, overlap: bestNextGqaOverlap(span, truths) }];
  });
}

function officialAnswer(
  prediction: Prediction | undefined,
  { options }: GroundedQuestion,
): GroundedAnswer {
  if (!prediction || notAnswered(prediction)) return { letter: null, span: null };
  const { reply, span } = prediction;
  return {
    letter: firstLetter(reply, options),
    // A language model may point in words; the official code takes the first interval.
    span: span ?? parseIntervals(reply)?.[0] ?? null,
  };
}

function officialTable(
  questions: readonly GroundedQuestion[],
  predictions: ReadonlyMap<string, Prediction>,
  baselines: readonly GroundedBaseline[],
): Table {
  const ours = questions.map((question) => officialAnswer(predictions.get(question.id), question));
  const pointing = baselines.filter(({ answers }) => answers.some(({ span }) => span !== null));
  return {
    title: 'By the official rule',
    note: 'Questions without a predicted span are left out of every figure, and an instant inside a true span counts as IoP 1. IoP rewards short predictions: see what pointing at the middle is worth, and IoU beside it.',
    primary: 'accGqa',
    columns: [...groundedColumns],
    rows: [
      groundedRow('Strandline', 'ours', officialGrades(questions, ours)),
      ...pointing.map(({ name, answers }) =>
        groundedRow(name, 'baseline', officialGrades(questions, answers)),
      ),
    ],
  };
}

const publishedRows: readonly TableRow[] = [
  { ...publishedGrounding('People', [72.1, 86.2, 61.2, 70.3, 93.0, 82.0]), role: 'bound' },
  publishedGrounding('SeViLA', [29.5, 22.9, 21.7, 13.8, 68.1, 16.6]),
  publishedGrounding('LLoVi', [39.4, 38.0, 21.5, 16.2, 73.8, 26.8]),
  publishedGrounding('LLoVi, own figures with GPT-4-1106', [37.3, 36.9, 20.0, 15.3, null, 24.3]),
  publishedGrounding('DeVi with Gemini 2.0', [39.7, 38.9, 23.6, 19.5, 73.1, 28.9]),
];
