/** The chance that each step of time is part of what a question asks about. */
import type { MatchText } from './match-words.ts';
import type { PlaceInVideo, QuestionParts } from './question-parts.ts';
import { centred, type Series, shortlyAfter, smoothed, standardised } from './timeline.ts';

/** Each a series over the steps. */
export interface RelevanceFeatures {
  /** Evidence of what is asked about, above the average of the time. */
  readonly about: Series;
  /** Evidence of any of the options. */
  readonly options: Series;
  /** How soon it is after (or before) the event that the question is told from. */
  readonly beside: Series;
}

/** Log odds of a step at `x` in -1..1 of the time: `[constant, x, x squared]`. */
type PlacePrior = readonly [constant: number, slope: number, bend: number];

/**
 * Weights of a logistic regression. Fitted on the seconds of a random half of the videos of
 * NExT-GQA val, where a second is 1 when it lies in a true span; each question counts the same.
 */
const relevanceWeights = {
  about: 0.74,
  options: 0.25,
  beside: 0.29,
  /** Where people ask about things that happen anywhere: rather not at the very ends. */
  anywhere: [-0.76, -0.09, -0.76] as PlacePrior,
  start: [-2.34, -2.23, 0.48] as PlacePrior,
  middle: [-0.86, 0.34, -3.98] as PlacePrior,
  end: [-2.59, 3.23, -0.77] as PlacePrior,
};

/** Steps. */
const blur = 2;
const sharpBlur = 1;
const soon = 6;

export function relevanceFeatures(
  { about, reference }: QuestionParts,
  options: readonly string[],
  match: MatchText,
): RelevanceFeatures {
  const evidence = match(about).evidence;
  const ofOptions = options.map((option) => match(option).evidence);
  const anyOption = evidence.map((_, step) =>
    ofOptions.reduce((sum, option) => sum + option[step]!, 0),
  );
  return {
    about: centred(smoothed(evidence, blur)),
    options: centred(smoothed(anyOption, blur)),
    beside: reference
      ? besideEvent(match(reference.event).evidence, reference.side)
      : evidence.map(() => 0),
  };
}

/** The event may be anywhere, in proportion to the exponential of its evidence. */
function besideEvent(evidence: Series, side: 'before' | 'after'): number[] {
  const odds = smoothed(evidence, sharpBlur).map(Math.exp);
  const total = odds.reduce((sum, value) => sum + value, 0);
  const shares = odds.map((value) => value / total);
  if (side === 'after') return standardised(shortlyAfter(shares, soon));
  return standardised(shortlyAfter(shares.toReversed(), soon).toReversed());
}

/** 0..1 for each step. */
export function relevanceOf(
  { about, options, beside }: RelevanceFeatures,
  place: PlaceInVideo | undefined,
): number[] {
  const [constant, slope, bend] = relevanceWeights[place ?? 'anywhere'];
  return about.map((evidence, step) => {
    const x = ((step + 0.5) / about.length) * 2 - 1;
    const odds =
      constant +
      slope * x +
      bend * x ** 2 +
      relevanceWeights.about * evidence +
      relevanceWeights.options * options[step]! +
      relevanceWeights.beside * beside[step]!;
    return 1 / (1 + Math.exp(-odds));
  });
}
