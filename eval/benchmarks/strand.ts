/**
 * STRAND: yes-or-no targets on long videos, each resting on sub-questions. Every target and every
 * sub-question is asked on its own, so that a right answer for the wrong reasons shows.
 */
import { readStrand, type StrandQuestion, type StrandTarget } from '../datasets/strand.ts';
import type { Benchmark, ScoreOptions, Scores } from '../domain/benchmark.ts';
import type { Item } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Grouping, Mark, Outcome } from '../domain/result.ts';
import { isFaithful } from '../metrics/faithful-accuracy.ts';
import { lastYesNo } from '../parse/yes-no.ts';
import {
  calibrationOfOutcomes,
  groupingOf,
  markReply,
  notAnswered,
  outcomeOf,
  outcomesBy,
} from './outcomes.ts';
import { type AnsweredTarget, faithfulTable, selectiveTable } from './strand-tables.ts';
import { answeredTable } from './tables.ts';

export const strandBenchmark: Benchmark<StrandTarget> = {
  name: 'strand',
  title: 'STRAND: faithful accuracy over targets and their sub-questions',
  read: readStrand,
  items: (targets) => asked(targets).map(({ item }) => item),
  score,
};

const itemId = (video: string, text: string): string => `${video}: ${text}`;

interface Asked {
  readonly item: Item;
  readonly golds: ReadonlySet<StrandQuestion['gold']>;
  readonly group: 'target' | 'sub-question';
}

/** Targets first; each text once per video. Where its answer can be seen is known of targets only. */
function asked(targets: readonly StrandTarget[]): Asked[] {
  const all = [
    ...targets.map((target) => ({ target, question: target, group: 'target' as const })),
    ...targets.flatMap((target) =>
      target.subs.map((question) => ({ target, question, group: 'sub-question' as const })),
    ),
  ];
  const idOf = ({ target, question }: (typeof all)[number]) => itemId(target.video, question.text);
  return [...Map.groupBy(all, idOf)].map(([id, some]) => {
    const { target, question, group } = some[0]!;
    const evidence = group === 'target' ? target.span : null;
    return {
      item: { id, video: target.video, text: question.text, ...(evidence && { evidence }) },
      golds: new Set(some.map((one) => one.question.gold)),
      group,
    };
  });
}

function score(
  targets: readonly StrandTarget[],
  predictions: ReadonlyMap<string, Prediction>,
  options: ScoreOptions,
): Scores {
  const outcomes = asked(targets).map((one) => outcomeFor(one, predictions));
  const answered = targets.map((target) => answeredTarget(target, predictions));
  return {
    tables: [
      faithfulTable(targets, answered, options),
      selectiveTable(answered),
      answeredTable(outcomes),
    ],
    groupings: groupings(targets, answered, outcomes),
    calibration: calibrationOfOutcomes(outcomes),
    outcomes,
  };
}

/** Of the first gold answer, where a text has several: which of them is right nobody knows. */
function outcomeFor(
  { item, golds, group }: Asked,
  predictions: ReadonlyMap<string, Prediction>,
): Outcome {
  const prediction = predictions.get(item.id);
  const [gold = null] = golds;
  return outcomeOf(item, prediction, {
    mark: markOf(gold, prediction),
    expected: [...golds].map((one) => one ?? 'neither yes nor no').join(' or '),
    group,
  });
}

function answeredTarget(
  target: StrandTarget,
  predictions: ReadonlyMap<string, Prediction>,
): AnsweredTarget {
  const predictionOf = ({ text }: StrandQuestion) => predictions.get(itemId(target.video, text));
  const isRight = (question: StrandQuestion) =>
    markOf(question.gold, predictionOf(question)) === 'right';
  const isAnswered = (question: StrandQuestion) => !notAnswered(predictionOf(question));
  return {
    isRight: isRight(target),
    subsRight: target.subs.map(isRight),
    isAnswered: isAnswered(target),
    subsAnswered: target.subs.map(isAnswered),
  };
}

/** A gold answer that is neither yes nor no is matched by nothing. */
const markOf = (gold: StrandQuestion['gold'], prediction: Prediction | undefined): Mark =>
  markReply(prediction, gold ?? '', lastYesNo);

function groupings(
  targets: readonly StrandTarget[],
  answered: readonly AnsweredTarget[],
  outcomes: readonly Outcome[],
): Grouping[] {
  const faithfulBy = (by: string, groupOf: (target: StrandTarget) => string) =>
    groupingOf(
      by,
      'A_faith',
      answered.map((one, index) => ({
        group: groupOf(targets[index]!),
        isRight: isFaithful(one),
        isAnswered: one.isAnswered && one.subsAnswered.every(Boolean),
      })),
    );
  const isTyped = targets.some(({ type }) => type !== null);
  return [
    ...(isTyped ? [faithfulBy('type', ({ type }) => type ?? 'no type')] : []),
    faithfulBy('video', ({ video }) => video),
    outcomesBy('question', outcomes, ({ group }) => group),
  ];
}
