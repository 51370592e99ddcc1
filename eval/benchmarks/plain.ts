/** Everyday questions of people's own: what was right, wrong and not answered, and whether it was shown. */
import {
  type Expectation,
  judgePlain,
  type PlainQuestion,
  readPlainQuestions,
} from '../datasets/plain-questions.ts';
import type { Benchmark, ScoreOptions, Scores } from '../domain/benchmark.ts';
import type { Item } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Mark } from '../domain/result.ts';
import { calibrationOfOutcomes, notAnswered, outcomeOf, outcomesBy } from './outcomes.ts';
import { blindRows, kindOf } from './plain-baselines.ts';
import { countTables, evidenceTables } from './plain-tables.ts';
import { answeredTable } from './tables.ts';

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
  options: ScoreOptions,
): Scores {
  const outcomes = rows.map((row) => {
    const prediction = predictions.get(row.id);
    return outcomeOf(itemOf(row), prediction, {
      mark: markOf(row, prediction),
      expected: expectedText(row),
      group: kindOf(row.expect),
    });
  });
  const claimed = outcomes.filter(({ itemId }) => predictions.get(itemId)?.verdict !== 'unknown');
  return {
    tables: [
      answeredTable(outcomes, blindRows(rows)),
      ...evidenceTables(outcomes, predictions),
      ...countTables(rows, predictions, options),
    ],
    groupings: [
      outcomesBy('kind', outcomes, ({ group }) => group),
      outcomesBy('video', outcomes, ({ video }) => video),
    ],
    calibration: calibrationOfOutcomes(claimed),
    outcomes,
  };
}

/** Unlike elsewhere, unknown can be the right answer. */
function markOf(row: PlainQuestion, prediction: Prediction | undefined): Mark {
  if (notAnswered(prediction) === 'missing') return 'missing';
  return judgePlain(row, prediction!);
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
