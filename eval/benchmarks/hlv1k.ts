/**
 * HLV-1K: questions on hour-long videos at four levels, from one frame to the whole. Options are
 * asked in the order of the files, as papers ask them; since A is right in half of them, our row
 * stands beside the constant answers, and a system that favours a letter shows there.
 */
import { type HlvRow, readHlv1k } from '../datasets/hlv1k.ts';
import type { Benchmark, Scores } from '../domain/benchmark.ts';
import type { Item } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Mark } from '../domain/result.ts';
import { strictOption } from '../parse/hlv1k-reply.ts';
import { tolerantOption } from '../parse/options.ts';
import { strictYesNo, tolerantYesNo } from '../parse/yes-no.ts';
import { levelTable, taskTable } from './hlv1k-tables.ts';
import { calibrationOfOutcomes, isRight, markReply, outcomeOf, outcomesBy } from './outcomes.ts';
import { answeredTable } from './tables.ts';

export const hlv1kBenchmark: Benchmark<HlvRow> = {
  name: 'hlv1k',
  title: 'HLV-1K: accuracy at four levels of hour-long videos',
  read: readHlv1k,
  items: (rows) => rows.map(itemOf),
  score,
};

const itemOf = ({ id, video, question, options }: HlvRow): Item => ({
  id,
  video,
  text: question,
  ...(options.length > 0 && { options }),
});

function score(rows: readonly HlvRow[], predictions: ReadonlyMap<string, Prediction>): Scores {
  const outcomes = rows.map((row) => {
    const prediction = predictions.get(row.id);
    return outcomeOf(itemOf(row), prediction, {
      mark: markTolerantly(row, prediction),
      expected: expectedOf(row),
      group: `${row.type} ${row.level}`,
    });
  });
  const tolerant = outcomes.map(isRight);
  const strict = rows.map((row) => markStrictly(row, predictions.get(row.id)) === 'right');
  return {
    tables: [
      levelTable(rows, { strict, tolerant }),
      taskTable(rows, tolerant),
      answeredTable(outcomes),
    ],
    groupings: [
      outcomesBy('level', outcomes, (_, index) => rows[index]!.level),
      outcomesBy('task', outcomes, (_, index) => rows[index]!.task),
      outcomesBy('type', outcomes, (_, index) => rows[index]!.type),
    ],
    calibration: calibrationOfOutcomes(outcomes),
    outcomes,
  };
}

const markStrictly = ({ type, gold }: HlvRow, prediction: Prediction | undefined): Mark =>
  markReply(prediction, gold, type === 'qa' ? strictYesNo : strictOption);

const markTolerantly = (
  { type, gold, options }: HlvRow,
  prediction: Prediction | undefined,
): Mark =>
  markReply(
    prediction,
    gold,
    type === 'qa' ? tolerantYesNo : (reply) => tolerantOption(reply, options),
  );

function expectedOf({ gold, options }: HlvRow): string {
  const text = options[gold.charCodeAt(0) - 'A'.charCodeAt(0)];
  return text === undefined ? gold : `${gold}. ${text}`;
}
