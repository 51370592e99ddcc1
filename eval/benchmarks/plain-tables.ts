/** Tables of everyday questions beside what was answered; each only where the file has what it needs. */
import type { PlainQuestion } from '../datasets/plain-questions.ts';
import type { ScoreOptions } from '../domain/benchmark.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Outcome, Table } from '../domain/result.ts';
import { shareCell } from '../metrics/accuracy.ts';
import { meanInterval } from '../metrics/bootstrap.ts';
import { meanRelativeAccuracy } from '../metrics/relative-accuracy.ts';
import { isAnswered, isRight } from './outcomes.ts';
import { percentColumn } from './tables.ts';

/** Over the answers to questions that say where their answer can be seen. */
export function evidenceTables(
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

/** Over the questions whose answer is a count. */
export function countTables(
  questions: readonly PlainQuestion[],
  predictions: ReadonlyMap<string, Prediction>,
  options: ScoreOptions,
): Table[] {
  const counts = questions.flatMap(({ id, expect }) =>
    'value' in expect ? [{ truth: expect.value, said: countOf(predictions.get(id)) }] : [],
  );
  if (counts.length === 0) return [];
  const nearness = counts.map(({ said, truth }) => 100 * meanRelativeAccuracy(said, truth));
  const mean = nearness.reduce((a, b) => a + b, 0) / nearness.length;
  const cells = {
    exact: shareCell(counts.map(({ said, truth }) => said === truth)),
    mra: { value: mean, ...meanInterval(nearness, options) },
  };
  return [
    {
      title: 'Counts',
      note: 'MRA: mean relative accuracy over thresholds .5 to .95; no count counts as 0.',
      columns: [percentColumn('exact', 'exact'), percentColumn('mra', 'MRA')],
      rows: [{ name: 'Strandline', role: 'ours', n: counts.length, cells }],
    },
  ];
}

const countOf = (prediction: Prediction | undefined): number | null =>
  prediction?.value?.type === 'count' ? prediction.value.count : null;
