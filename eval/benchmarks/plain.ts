/** Everyday questions of people's own: what was right, wrong and not answered, and whether it was shown. */
import {
  type Expectation,
  judgePlain,
  type PlainQuestion,
  readPlainQuestions,
} from '../datasets/plain-questions.ts';
import type { Benchmark, Scores } from '../domain/benchmark.ts';
import type { Item } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Outcome, Table } from '../domain/result.ts';
import { shareCell } from '../metrics/accuracy.ts';
import {
  calibrationOfOutcomes,
  isAnswered,
  isRight,
  type Judgement,
  notAnswered,
  outcomeOf,
  outcomesBy,
} from './outcomes.ts';
import { blindRows, kindOf } from './plain-baselines.ts';
import { answeredTable, percentColumn } from './tables.ts';

export const plainBenchmark: Benchmark<PlainQuestion> = {
  name: 'plain',
  title: 'Everyday questions',
  read: readPlainQuestions,
  items: (rows) => rows.map(itemOf),
  score,
};

const itemOf = ({ id, video, start, question, options, evidence }: PlainQuestion): Item => ({
  id,
  video,
  text: question,
  startAt: Date.parse(start),
  ...(options && { options }),
  ...(evidence && { evidence }),
});

function score(
  rows: readonly PlainQuestion[],
  predictions: ReadonlyMap<string, Prediction>,
): Scores {
  const outcomes = rows.map((row) => {
    const prediction = predictions.get(row.id);
    return outcomeOf(itemOf(row), prediction, {
      judgement: judge(row, prediction),
      expected: expectedText(row),
      group: kindOf(row.expect),
    });
  });
  const claimed = outcomes.filter(({ itemId }) => predictions.get(itemId)?.verdict !== 'unknown');
  return {
    tables: [answeredTable(outcomes, blindRows(rows)), ...evidenceTables(outcomes, predictions)],
    groupings: [
      outcomesBy('kind', outcomes, ({ group }) => group),
      outcomesBy('video', outcomes, ({ video }) => video),
    ],
    calibration: calibrationOfOutcomes(claimed),
    outcomes,
  };
}

/** Unlike elsewhere, unknown can be the right answer. */
function judge(row: PlainQuestion, prediction: Prediction | undefined): Judgement {
  if (notAnswered(prediction) === 'missing') return 'missing';
  return judgePlain(row, prediction!);
}

/** Over the answers to questions that say where their answer can be seen; none without such. */
function evidenceTables(
  outcomes: readonly Outcome[],
  predictions: ReadonlyMap<string, Prediction>,
): Table[] {
  const shown = outcomes.filter(({ goldSpan }) => goldSpan !== null).filter(isAnswered);
  if (shown.length === 0) return [];
  const overlaps = ({ itemId, goldSpan }: Outcome): boolean => {
    const [start, end] = goldSpan!;
    const evidence = predictions.get(itemId)!.evidence;
    return evidence.some(({ span }) => span[0] < end && start < span[1]);
  };
  const cells = {
    shown: shareCell(shown.map(overlaps)),
    rightAndShown: shareCell(shown.map((outcome) => isRight(outcome) && overlaps(outcome))),
  };
  return [
    {
      title: 'Evidence',
      note: 'Of the answers to questions that say where their answer can be seen: whether some evidence overlaps it.',
      columns: [
        percentColumn('shown', 'evidence overlaps'),
        percentColumn('rightAndShown', 'right, and evidence overlaps'),
      ],
      rows: [{ name: 'Strandline', role: 'ours', n: shown.length, cells }],
    },
  ];
}

const expectedText = ({ expect, options }: PlainQuestion): string => {
  if (!('option' in expect)) return describeExpectation(expect);
  const text = options?.[expect.option.charCodeAt(0) - 'A'.charCodeAt(0)];
  return text === undefined ? expect.option : `${expect.option}. ${text}`;
};

function describeExpectation(expect: Exclude<Expectation, { option: string }>): string {
  if ('verdict' in expect) return expect.verdict;
  if ('value' in expect) return String(expect.value);
  if ('anyOf' in expect) return expect.anyOf.join(' or ');
  const within = `within ${expect.tolerance} s`;
  if ('at' in expect) return `at ${expect.at} s, ${within}`;
  if ('times' in expect) return `at ${expect.times.join(', ')} s, ${within}`;
  return `${expect.duration} s, ${within}`;
}
