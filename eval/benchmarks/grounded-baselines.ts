/** Answerers of grounded questions that see no video. */
import type { Span } from '../domain/item.ts';
import {
  bestConstantPerType,
  type ClosedQuestion,
  majorityFromOtherVideos,
  randomChoice,
} from '../metrics/baselines.ts';
import { atLeast } from '../metrics/overlap.ts';
import { lettersOf } from '../parse/options.ts';
import { type GroundedAnswer, type GroundedQuestion, minLength } from './grounded.ts';

export interface GroundedBaseline {
  readonly name: string;
  /** In the order of the questions. */
  readonly answers: readonly GroundedAnswer[];
}

/** Where to point without having looked, by the length of the video in seconds. */
export const blindSpans: readonly { name: string; spanOf: (duration: number) => Span }[] = [
  { name: 'whole video', spanOf: (duration) => [0, duration] },
  { name: 'middle half', spanOf: (duration) => [duration / 4, (3 * duration) / 4] },
  {
    name: `middle ${minLength} s`,
    spanOf: (duration) => atLeast([duration / 2, duration / 2], minLength, duration),
  },
  { name: 'middle, zero length', spanOf: (duration) => [duration / 2, duration / 2] },
];

/**
 * The blind spans, each with the most frequent answer of the other videos; then, pointing nowhere,
 * that answer alone, every constant letter, the best of them per type of question, and chance. Where
 * no length of a video is known, nobody blind points.
 */
export function groundedBaselines(
  questions: readonly GroundedQuestion[],
  typeOf: (question: GroundedQuestion) => string,
  seed: number,
): GroundedBaseline[] {
  const closed: ClosedQuestion[] = questions.map((question) => ({
    video: question.video,
    type: typeOf(question),
    choices: lettersOf(question.options),
    gold: question.gold,
  }));
  const majority = majorityFromOtherVideos(closed);
  const canPoint = questions.some(({ duration }) => duration !== undefined);
  const pointing = (canPoint ? blindSpans : []).map(({ name, spanOf }) => ({
    name: `Majority answer, ${name}`,
    answers: questions.map(({ duration }, index) => ({
      letter: majority[index]!,
      span: duration === undefined ? null : spanOf(duration),
    })),
  }));
  const constants = lettersOf(longest(questions)).map((letter) => ({
    name: `Always ${letter}`,
    letters: questions.map(() => letter),
  }));
  const answering = [
    { name: 'Majority answer', letters: majority },
    ...constants,
    { name: 'Best constant of each type', letters: bestConstantPerType(closed) },
    { name: 'By chance', letters: randomChoice(closed, seed) },
  ].map(({ name, letters }) => ({
    name,
    answers: letters.map((letter) => ({ letter, span: null })),
  }));
  return [...pointing, ...answering];
}

const longest = (questions: readonly GroundedQuestion[]): readonly string[] =>
  questions.reduce<readonly string[]>(
    (most, { options }) => (options.length > most.length ? options : most),
    [],
  );
