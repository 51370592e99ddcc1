/** What NExT-GQA and DeVE-QA share: five options, true spans, and how answers to them are graded. */
import type { Item, Span } from '../domain/item.ts';
import type { Prediction } from '../domain/prediction.ts';
import type { Grade } from '../metrics/grounding.ts';
import { atLeast, type Overlap } from '../metrics/overlap.ts';
import { tolerantOption } from '../parse/options.ts';
import { notAnswered } from './outcomes.ts';

export interface GroundedQuestion {
  readonly id: string;
  readonly video: string;
  readonly question: string;
  readonly options: readonly string[];
  /** Letter. */
  readonly gold: string;
  readonly truths: readonly Span[];
  /** Seconds; undefined: nobody knows. */
  readonly duration: number | undefined;
}

/** What a system said to a question; null for no letter, and for no span. */
export interface GroundedAnswer {
  readonly letter: string | null;
  readonly span: Span | null;
}

/** A benchmark's rule of overlap with the best of the true spans. */
export type OverlapRule = (prediction: Span, truths: readonly Span[]) => Overlap;

/** Seconds. A shorter span is widened, so that pointing at an instant is a claim that can fail. */
export const minLength = 0.5;

export const groundedItem = (question: GroundedQuestion): Item => ({
  id: question.id,
  video: question.video,
  text: question.question,
  options: question.options,
  evidence: [
    Math.min(...question.truths.map(([start]) => start)),
    Math.max(...question.truths.map(([, end]) => end)),
  ],
});

/** The prediction as an answer: what was not answered says no letter and points nowhere. */
export function answerOf(
  prediction: Prediction | undefined,
  { options, duration }: GroundedQuestion,
): GroundedAnswer {
  if (!prediction || notAnswered(prediction)) return { letter: null, span: null };
  const { reply, span } = prediction;
  return {
    letter: tolerantOption(reply, options),
    span: span && atLeast(span, minLength, duration),
  };
}

const nowhere: Overlap = { iou: 0, iop: 0 };

/** By our rule: no prediction counts as 0, and so does a span without length. */
export const gradeOf = (
  { gold, truths }: GroundedQuestion,
  { letter, span }: GroundedAnswer,
  rule: OverlapRule,
): Grade => ({
  isRight: letter === gold,
  overlap: span && span[1] > span[0] ? rule(span, truths) : nowhere,
});

/** The true span to show beside a prediction: the one that it overlaps most, else the first. */
export function shownTruth(truths: readonly Span[], span: Span | null, rule: OverlapRule): Span {
  if (!span) return truths[0]!;
  const ious = truths.map((truth) => rule(span, [truth]).iou);
  return truths[ious.indexOf(Math.max(...ious))]!;
}
