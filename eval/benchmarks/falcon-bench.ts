/**
 * FALCON-Bench: one answer in a long video, and the moment at which it can be seen. Each question
 * is asked twice: with its options, and openly, for a judge to compare with the right answer.
 */
import { type FalconRow, readFalconBench } from '../datasets/falcon-bench.ts';
import type { Benchmark, ScoreOptions, Scores } from '../domain/benchmark.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Outcome, Table, TableRow } from '../domain/result.ts';
import { falconOverlap } from '../metrics/overlap.ts';
import { type FalconBaseline, falconBaselines } from './falcon-baselines.ts';
import { type OpenReview, reviewAll } from './falcon-reviews.ts';
import {
  choiceColumns,
  falconCalibrationTable,
  falconRow,
  falconSelectiveTable,
  openColumns,
  publishedChoice,
  publishedOpen,
} from './falcon-tables.ts';
import {
  anyJudged,
  choiceItem,
  choiceTask,
  openItem,
  openTask,
  ourOverlap,
  saidIn,
  type Task,
} from './falcon-tasks.ts';
import { minLength } from './grounded.ts';
import { calibrationOfOutcomes, outcomesBy } from './outcomes.ts';
import { answeredTable } from './tables.ts';

export const falconBenchmark: Benchmark<FalconRow> = {
  name: 'falcon',
  title: 'FALCON-Bench: one answer in a long video, and where it can be seen',
  read: readFalconBench,
  items: (rows) => rows.flatMap((row) => [choiceItem(row), openItem(row)]),
  score: scoreFalcon,
};

async function scoreFalcon(
  rows: readonly FalconRow[],
  predictions: ReadonlyMap<string, Prediction>,
  { seed, durationOf, judge }: ScoreOptions,
): Promise<Scores> {
  const choice = choiceTask(rows, predictions, durationOf);
  const requests = rows.map((row) => {
    const said = saidIn(predictions.get(openItem(row).id));
    return said && { question: row.question, answer: row.answer, prediction: said.response };
  });
  const reviews = await reviewAll(requests, judge);
  const open = openTask(rows, predictions, reviews, durationOf);
  const baselines = falconBaselines(rows, durationOf, seed);
  const tasks = [
    { name: 'Multiple choice', grades: choice.ours, outcomes: choice.outcomes },
    { name: 'Open answers', grades: open.ours, outcomes: open.outcomes },
  ];
  const groups = (by: string, outcomes: readonly Outcome[]) => [
    outcomesBy(`source, ${by}`, outcomes, (_, index) => rows[index]!.source),
    outcomesBy(`category, ${by}`, outcomes, (_, index) => rows[index]!.category),
  ];
  const isJudged = open.ours.every(({ isRight }) => isRight !== null);
  return {
    tables: [
      choiceTable(choice, baselines, seed),
      openTable(open, baselines, reviews, seed),
      officialTable(choice, baselines, {
        title: 'Multiple choice',
        primary: 'acc',
        columns: [...choiceColumns],
      }),
      officialTable(open, openly(baselines), {
        title: 'Open answers',
        primary: openPrimary(reviews),
        columns: [...openColumns],
      }),
      falconSelectiveTable(tasks, { seed }),
      falconCalibrationTable(tasks),
      {
        ...answeredTable(choice.outcomes),
        title: 'What was answered of multiple choice',
      },
    ],
    groupings: [
      ...groups('multiple choice', choice.outcomes),
      ...(isJudged ? groups('open answers', open.outcomes) : []),
    ],
    calibration: calibrationOfOutcomes(choice.outcomes),
    outcomes: rows.flatMap((_, index) => [choice.outcomes[index]!, open.outcomes[index]!]),
  };
}

const averages =
  'Averages are over the sources, each counting the same, as papers report them; per question beside. Published rows are of the test split.';

const rule = `Every question counts: one that was not answered is wrong and points nowhere. A predicted span shorter than ${minLength} s is widened to ${minLength} s, and one without length overlaps nothing.`;

const baselineRows = (
  baselines: readonly FalconBaseline[],
  overlapOf: typeof falconOverlap,
): TableRow[] =>
  baselines.map(({ name, answers }) => {
    const grades = answers.map(({ source, isRight, span, truth }) => ({
      source,
      isRight,
      score: null,
      overlap: span && overlapOf(span, truth),
    }));
    return falconRow(name, 'baseline', grades);
  });

const choiceTable = (
  { ours }: Task,
  baselines: readonly FalconBaseline[],
  seed: number,
): Table => ({
  title: 'Multiple choice, and where it is seen',
  note: `${rule} ${averages}`,
  primary: 'acc',
  columns: [...choiceColumns],
  rows: [
    falconRow('Strandline', 'ours', ours, { seed }),
    ...baselineRows(baselines, ourOverlap),
    ...publishedChoice,
  ],
});

/** Blind spans alone: without options there is no majority and no constant. */
const openly = (baselines: readonly FalconBaseline[]): FalconBaseline[] =>
  baselines
    .filter(({ answers }) => answers.some(({ span }) => span !== null))
    .map(({ name, answers }) => ({
      name: name.replace('Majority answer', 'No answer'),
      answers: answers.map((answer) => ({ ...answer, isRight: null })),
    }));

const openTable = (
  { ours }: Task,
  baselines: readonly FalconBaseline[],
  reviews: readonly OpenReview[],
  seed: number,
): Table => ({
  title: 'Open answers, and where they are seen',
  note: `${judgedNote(reviews)} ${rule} ${averages}`,
  primary: openPrimary(reviews),
  columns: [...openColumns],
  rows: [
    falconRow('Strandline', 'ours', ours, { seed }),
    ...baselineRows(openly(baselines), ourOverlap),
    ...publishedOpen,
  ],
});

const openPrimary = (reviews: readonly OpenReview[]): string =>
  anyJudged(reviews) ? 'acc' : 'gtou';

function judgedNote(reviews: readonly OpenReview[]): string {
  const unjudged = reviews.filter((review) => review.kind === 'not-judged');
  const [first] = unjudged;
  if (!first) {
    return anyJudged(reviews)
      ? 'Every answer was compared with the right one by a language model.'
      : 'No open question was answered, so that there was nothing to judge.';
  }
  if (!anyJudged(reviews)) return `Open answers were not judged: ${first.reason}.`;
  return `A language model compared the answers with the right ones; ${unjudged.length} were not judged and count as wrong (${first.reason}).`;
}

const officialRule =
  'A choice is the first capital A to D of the reply; where the official code draws one by chance, it is wrong here. An instant inside the true span counts as GToU 1, and without a prediction the true length counts as 0.';

const officialTable = (
  { official }: Task,
  baselines: readonly FalconBaseline[],
  { title, primary, columns }: Pick<Table, 'title' | 'primary' | 'columns'>,
): Table => ({
  title: `${title} by the official rule`,
  note: officialRule,
  primary,
  columns,
  rows: [falconRow('Strandline', 'ours', official), ...baselineRows(baselines, falconOverlap)],
});
