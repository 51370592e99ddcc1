/** The option of a multiple choice that captions speak of most. */
import type { Steps } from './choose-steps.ts';
import type { TextMatch } from './match-words.ts';
import { meanOf, type Series } from './timeline.ts';

/**
 * Weights of a multinomial logistic regression, fitted as those of `relevance.ts`. Wrong options are
 * often of other videos, so that what is spoken of at all counts most.
 */
const optionWeights = { near: 0.81, overall: 2.12, best: 1.32 };

/** Each is a mean over the option's words, so that long options are not ahead; 0 without words. */
export interface OptionFeatures {
  /** Evidence in the span. */
  readonly near: number;
  /** Match on the average of the time. */
  readonly overall: number;
  /** Match where it is best. */
  readonly best: number;
}

export function optionFeatures({ evidence, words }: TextMatch, [from, to]: Steps): OptionFeatures {
  if (words.length === 0) return { near: 0, overall: 0, best: 0 };
  const perWord = (measure: (match: Series) => number) => meanOf(words.map(measure));
  return {
    near: meanOf(evidence.slice(from, to)) / words.length,
    overall: perWord(meanOf),
    best: perWord((match) => match.reduce((best, value) => Math.max(best, value), 0)),
  };
}

/** The first of several that are the same. The confidences of all options sum to 1. */
export function chooseCaptionOption(
  options: readonly OptionFeatures[],
): { readonly index: number; readonly confidence: number } | undefined {
  if (options.length === 0) return undefined;
  const odds = options.map(({ near, overall, best }) =>
    Math.exp(
      optionWeights.near * near + optionWeights.overall * overall + optionWeights.best * best,
    ),
  );
  const most = Math.max(...odds);
  const total = odds.reduce((sum, value) => sum + value, 0);
  return { index: odds.indexOf(most), confidence: most / total };
}
