/** The two tasks of FALCON-Bench: what is asked, and how predictions are graded. Pure. */
import type { FalconRow } from '../datasets/falcon-bench.ts';
import type { ScoreOptions } from '../domain/benchmark.ts';
import type { Item, Span } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Mark, Outcome } from '../domain/result.ts';
import { atLeast, type FalconOverlap, falconOverlap } from '../metrics/overlap.ts';
import { officialFalconOption, parseFalconReply, type Review } from '../parse/falcon-reply.ts';
import { letterOf, tolerantOption } from '../parse/options.ts';
import { noReview, type OpenReview } from './falcon-reviews.ts';
import type { FalconGrade } from './falcon-tables.ts';
import { minLength } from './grounded.ts';
import { markReply, notAnswered, outcomeOf } from './outcomes.ts';

export const openItem = ({ id, video, question, span }: FalconRow): Item => ({
  id: `${id}-oq`,
  video,
  text: question,
  evidence: span,
});

export const choiceItem = (row: FalconRow): Item => ({
  ...openItem(row),
  id: `${row.id}-mcq`,
  options: row.options,
});

/** A reply in the benchmark's own JSON carries the span too; any other is the response itself. */
interface Said {
  readonly response: string;
  readonly span: Span | null;
}

/** Null: nothing was answered. */
export function saidIn(prediction: Prediction | undefined): Said | null {
  if (!prediction || notAnswered(prediction)) return null;
  const { reply, span } = prediction;
  if (!reply.includes('{')) return { response: reply, span };
  const { response, window } = parseFalconReply(reply);
  return { response, span: span ?? window };
}

/** One task, graded by our rule and by the official one. */
export interface Task {
  readonly outcomes: readonly Outcome[];
  readonly ours: readonly FalconGrade[];
  readonly official: readonly FalconGrade[];
}

const widened = (span: Span | null, duration: number | undefined): Span | null =>
  span && atLeast(span, minLength, duration);

/**
 * A span without length overlaps nothing, where the official code would give it all; and the truth
 * is as long as it is, also where nothing was predicted.
 */
export const ourOverlap = (span: Span | null, truth: Span): FalconOverlap => ({
  ...falconOverlap(span && span[1] > span[0] ? span : null, truth),
  truthLength: truth[1] - truth[0],
});

export function choiceTask(
  rows: readonly FalconRow[],
  predictions: ReadonlyMap<string, Prediction>,
  durationOf: ScoreOptions['durationOf'],
): Task {
  const graded = rows.map((row) => {
    const { options, gold, span: truth, source, video, category } = row;
    const item = choiceItem(row);
    const prediction = predictions.get(item.id);
    const said = saidIn(prediction);
    const mark = markReply(prediction, gold, () => tolerantOption(said!.response, options));
    const expected = `${gold}. ${options.find((_, index) => letterOf(index) === gold)}`;
    const span = widened(said?.span ?? null, durationOf(video));
    return {
      outcome: outcomeOf(item, prediction, { mark, expected, group: `choice ${category}` }),
      ours: {
        source,
        isRight: mark === 'right',
        score: null,
        overlap: ourOverlap(span, truth),
      },
      official: {
        source,
        isRight: said !== null && officialFalconOption(said.response, options) === gold,
        score: null,
        overlap: falconOverlap(said?.span ?? null, truth),
      },
    };
  });
  return split(graded);
}

/** Without any mark, accuracy and score are absent; with some, what the judge left is wrong. */
export function openTask(
  rows: readonly FalconRow[],
  predictions: ReadonlyMap<string, Prediction>,
  reviews: readonly OpenReview[],
  durationOf: ScoreOptions['durationOf'],
): Task {
  const hasJudge = anyJudged(reviews) || !reviews.some(({ kind }) => kind === 'not-judged');
  const graded = rows.map((row, index) => {
    const { span: truth, source, video, category, answer } = row;
    const item = openItem(row);
    const prediction = predictions.get(item.id);
    const said = saidIn(prediction);
    const review = reviews[index]!;
    const tolerant = review.kind === 'judged' ? review.tolerant : noReview;
    const official = review.kind === 'not-answered' ? noReview : review.official;
    const gradeOf = ({ verdict, score }: Review) => ({
      source,
      isRight: hasJudge ? verdict === 'yes' : null,
      score: hasJudge ? score : null,
    });
    const span = widened(said?.span ?? null, durationOf(video));
    const outcome = outcomeOf(item, prediction, {
      mark: openMark(prediction, review),
      expected: answer,
      group: `open ${category}`,
    });
    return {
      outcome: review.kind === 'not-judged' ? { ...outcome, reason: review.reason } : outcome,
      ours: { ...gradeOf(tolerant), overlap: ourOverlap(span, truth) },
      official: { ...gradeOf(official), overlap: falconOverlap(said?.span ?? null, truth) },
    };
  });
  return split(graded);
}

export const anyJudged = (reviews: readonly OpenReview[]): boolean =>
  reviews.some(({ kind }) => kind === 'judged');

function openMark(prediction: Prediction | undefined, review: OpenReview): Mark {
  if (review.kind === 'not-answered') return notAnswered(prediction)!;
  if (review.kind === 'not-judged') return 'not-judged';
  return review.tolerant.verdict === 'yes' ? 'right' : 'wrong';
}

const split = (
  graded: readonly { outcome: Outcome; ours: FalconGrade; official: FalconGrade }[],
): Task => ({
  outcomes: graded.map(({ outcome }) => outcome),
  ours: graded.map(({ ours }) => ours),
  official: graded.map(({ official }) => official),
});
