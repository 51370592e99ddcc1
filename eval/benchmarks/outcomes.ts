/** One outcome per item, and what all benchmarks compute from outcomes. Pure. */
import type { Item, Span } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Calibration, Grouping, Mark, Outcome } from '../domain/result.ts';
import { percentOf } from '../metrics/accuracy.ts';
import { calibrationOf } from '../metrics/calibration.ts';

/** Whether anything was answered, before it is looked at; undefined: yes. */
export function notAnswered(
  prediction: Prediction | undefined,
): 'missing' | 'not-answered' | undefined {
  if (!prediction || prediction.failure !== undefined) return 'missing';
  return prediction.verdict === 'unknown' ? 'not-answered' : undefined;
}

/** Judges a closed answer; `parse` reads the reply, and gives null where it holds no answer. */
export function markReply(
  prediction: Prediction | undefined,
  gold: string,
  parse: (reply: string) => string | null,
): Mark {
  const without = notAnswered(prediction);
  if (without) return without;
  const said = parse(prediction!.reply);
  if (said === null) return 'unparsable';
  return said === gold ? 'right' : 'wrong';
}

export interface Marked {
  readonly mark: Mark;
  /** The gold answer as a person reads it. */
  readonly expected: string;
  readonly group: string;
  readonly goldSpan?: Span | null;
}

export function outcomeOf(
  item: Item,
  prediction: Prediction | undefined,
  { mark, expected, group, goldSpan = item.evidence ?? null }: Marked,
): Outcome {
  return {
    itemId: item.id,
    video: item.video,
    question: item.text,
    group,
    mark,
    expected,
    said: prediction?.text ?? '',
    reason: prediction?.failure ?? prediction?.reason ?? null,
    understoodAs: prediction?.understoodAs ?? '',
    confidence: prediction?.confidence ?? 0,
    span: prediction?.span ? [...prediction.span] : null,
    goldSpan: goldSpan ? [...goldSpan] : null,
    clipId: prediction?.evidence[0]?.clipId ?? null,
  };
}

export const isRight = ({ mark }: Pick<Outcome, 'mark'>): boolean => mark === 'right';

/** Right, wrong, unparsable or not judged: something was said. */
export const isAnswered = ({ mark }: Pick<Outcome, 'mark'>): boolean =>
  mark !== 'not-answered' && mark !== 'missing';

/** Whether anybody knows if it was right: of an open answer without a judge nobody does. */
export const isJudged = ({ mark }: Pick<Outcome, 'mark'>): boolean => mark !== 'not-judged';

export interface Member {
  readonly group: string;
  readonly isRight: boolean;
  readonly isAnswered: boolean;
}

/** Shares per group, in the order in which groups first appear. */
export function groupingOf(by: string, metric: string, members: readonly Member[]): Grouping {
  const groups = [...Map.groupBy(members, ({ group }) => group)].map(([name, some]) => ({
    name,
    n: some.length,
    value: percentOf(some.map((member) => member.isRight))!,
    answered: percentOf(some.map((member) => member.isAnswered))!,
  }));
  return { by, metric, groups };
}

/** `groupingOf` the judged outcomes by what `groupOf` says of them. */
export const outcomesBy = (
  by: string,
  outcomes: readonly Outcome[],
  groupOf: (outcome: Outcome, index: number) => string,
): Grouping =>
  groupingOf(
    by,
    'right',
    outcomes
      .map((outcome, index) => ({
        mark: outcome.mark,
        group: groupOf(outcome, index),
        isRight: isRight(outcome),
        isAnswered: isAnswered(outcome),
      }))
      .filter(isJudged),
  );

/** Of what was answered and judged only: nothing is claimed with an unknown. */
export const calibrationOfOutcomes = (outcomes: readonly Outcome[]): Calibration | null =>
  calibrationOf(
    outcomes
      .filter(isAnswered)
      .filter(isJudged)
      .map((outcome) => ({ confidence: outcome.confidence, isRight: isRight(outcome) })),
  );
