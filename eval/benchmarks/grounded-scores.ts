/** Scores of NExT-GQA and DeVE-QA: ours beside blind and published systems, and every outcome. */
import type { Scores } from '../domain/benchmark.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Outcome, Table, TableRow } from '../domain/result.ts';
import { letterOf, tolerantOption } from '../parse/options.ts';
import {
  answerOf,
  type GroundedQuestion,
  gradeOf,
  groundedItem,
  minLength,
  type OverlapRule,
  shownTruth,
} from './grounded.ts';
import type { GroundedBaseline } from './grounded-baselines.ts';
import {
  type AnsweredGrade,
  answersOnly,
  groundedColumns,
  groundedGrouping,
  groundedRow,
  selectiveTable,
} from './grounded-tables.ts';
import { calibrationOfOutcomes, isAnswered, markReply, outcomeOf, outcomesBy } from './outcomes.ts';
import { answeredTable } from './tables.ts';

export interface GroundedScoring {
  readonly questions: readonly GroundedQuestion[];
  readonly predictions: ReadonlyMap<string, Prediction>;
  readonly baselines: readonly GroundedBaseline[];
  readonly rule: OverlapRule;
  readonly seed: number;
  /** Of the question at that index, as its outcome shows it. */
  readonly groupOf: (index: number) => string;
  readonly groups: readonly { by: string; groupOf: (index: number) => string }[];
  readonly published: readonly TableRow[];
  /** What else must be known of the main table. */
  readonly note: string;
  /** The same systems by the benchmark's own rule. */
  readonly official: Table;
}

export function scoreGrounded(scoring: GroundedScoring): Scores {
  const { questions, groups, seed } = scoring;
  const outcomes = questions.map((question, index) => outcome(question, index, scoring));
  const grades = questions.map((question, index) => ourGrade(question, outcomes[index]!, scoring));
  return {
    tables: [
      mainTable(grades, scoring),
      scoring.official,
      selectiveTable(grades, { seed }),
      answeredTable(outcomes),
    ],
    groupings: groups.flatMap(({ by, groupOf }) => [
      outcomesBy(by, outcomes, (_, index) => groupOf(index)),
      groundedGrouping(by, 'miop', grades, groupOf),
      groundedGrouping(by, 'accGqa', grades, groupOf),
    ]),
    calibration: calibrationOfOutcomes(outcomes),
    outcomes,
  };
}

function outcome(question: GroundedQuestion, index: number, scoring: GroundedScoring): Outcome {
  const { gold, options, truths } = question;
  const prediction = scoring.predictions.get(question.id);
  const { span } = answerOf(prediction, question);
  return outcomeOf(groundedItem(question), prediction, {
    mark: markReply(prediction, gold, (reply) => tolerantOption(reply, options)),
    expected: `${gold}. ${options.find((_, at) => letterOf(at) === gold)}`,
    group: scoring.groupOf(index),
    goldSpan: shownTruth(truths, span, scoring.rule),
  });
}

function ourGrade(
  question: GroundedQuestion,
  judged: Outcome,
  { predictions, rule }: GroundedScoring,
): AnsweredGrade {
  const answer = answerOf(predictions.get(question.id), question);
  return {
    ...gradeOf(question, answer, rule),
    isAnswered: isAnswered(judged),
    hasSpan: answer.span !== null,
  };
}

function mainTable(
  grades: readonly AnsweredGrade[],
  { questions, baselines, rule, seed, published, note }: GroundedScoring,
): Table {
  const baselineRows = baselines.map(({ name, answers }) => {
    const graded = questions.map((question, index) => gradeOf(question, answers[index]!, rule));
    const row = groundedRow(name, 'baseline', graded);
    return answers.some(({ span }) => span !== null) ? row : answersOnly(row);
  });
  const unknown = new Set(
    questions.filter(({ duration }) => duration === undefined).map(({ video }) => video),
  ).size;
  const caveat =
    unknown > 0 ? ` Of ${unknown} videos the length is unknown: nobody blind points there.` : '';
  return {
    title: 'Answers and where they are seen',
    note: `Every question counts: one that was not answered is wrong and points nowhere. A predicted span shorter than ${minLength} s is widened to ${minLength} s, and one without length overlaps nothing. ${note}${caveat}`,
    primary: 'accGqa',
    columns: [...groundedColumns],
    rows: [groundedRow('Strandline', 'ours', grades, { seed }), ...baselineRows, ...published],
  };
}
