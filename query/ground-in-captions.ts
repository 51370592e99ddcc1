/**
 * Finds the time a question is about, and the right one of its options, in captions alone: without
 * pictures and without a language model. The time the captions cover is cut into steps of a second.
 *
 * 1. **Words.** Content words of question and captions are compared by their stems, and by their
 *    vectors (`lady` is found in `woman`); the match of a word at a step is that of the nearest word of the captions
 *    that tell of it. A word that is spoken of all the time weighs little (`match-words.ts`).
 * 2. **Parts of the question.** `what did he do after he sat down`: what is asked about is looked
 *    for, the other event tells on which side of it; `at the end` tells the place in the video
 *    (`question-parts.ts`).
 * 3. **Relevance.** A logistic model of four terms gives each step a chance: evidence of what is
 *    asked about, evidence of any option, nearness to the other event on its right side, and the
 *    place in the video (`relevance.ts`).
 * 4. **Span.** The best three seconds, grown while the next second is nearly as likely. Where
 *    nothing matched only the place in the video is left, and the span is not grown.
 * 5. **Option.** By its words near the span, on average and at their best
 *    (`choose-caption-option.ts`).
 *
 * Where there is no caption, nothing is claimed. Effort: words of question x words of captions.
 */
import { AppError } from '../kernel/errors.ts';
import { chooseCaptionOption, optionFeatures } from './captions/choose-caption-option.ts';
import { chooseSteps, type Steps } from './captions/choose-steps.ts';
import { contentWordsOf } from './captions/content-words.ts';
import { textMatcher } from './captions/match-words.ts';
import { questionPartsOf } from './captions/question-parts.ts';
import { type RelevanceFeatures, relevanceFeatures, relevanceOf } from './captions/relevance.ts';
import { type Series, stepLength, type Timeline, timelineOf } from './captions/timeline.ts';
import { type EmbedTexts, wordVectors } from './captions/word-vectors.ts';
import type {
  CaptionGrounding,
  GroundInCaptions,
  TimedCaption,
} from './domain/caption-grounding.ts';

/** Seconds. A span is as long, or as the captions together where they are shorter. */
export const minSpanLength = 3;

/** A second belongs to the span as well when its chance is this share of the best ones'. */
const nearlyAsLikely = 0.9;

/** `embed` gives single words a vector; the vectors are kept from question to question. */
export function captionGrounder(embed: EmbedTexts): GroundInCaptions {
  const vectorsOf = wordVectors(embed);
  return async (captions, { text, options = [] }) => {
    requireCaptions(captions);
    const words = captions.map((caption) => contentWordsOf(caption.text));
    const asked = [text, ...options].flatMap(contentWordsOf);
    const vectors = await vectorsOf([...words.flat(), ...asked]);
    const timeline = timelineOf(captions);
    const match = textMatcher(captions, words, timeline, vectors);
    const parts = questionPartsOf(text);
    const features = relevanceFeatures(parts, options, match);
    const relevance = relevanceOf(features, parts.place);
    const steps = stepsOf(relevance, features, timeline);
    const choice = chooseCaptionOption(
      options.map((option) => optionFeatures(match(option), steps)),
    );
    return groundingOf(steps, relevance, timeline, choice);
  };
}

function requireCaptions(captions: readonly TimedCaption[]): void {
  if (captions.length === 0) throw new AppError('INPUT_INVALID', 'there is no caption to look in');
  const bad = captions.findIndex(
    ({ start, end }) => !(end > start && Number.isFinite(end - start)),
  );
  if (bad >= 0) throw new AppError('INPUT_INVALID', `caption ${bad} must end after it starts`);
}

function stepsOf(relevance: Series, features: RelevanceFeatures, { told }: Timeline): Steps {
  const claimed = relevance.map((value, step) => (told[step]!.length > 0 ? value : 0));
  const isMatched = Object.values(features).some((series: Series) =>
    series.some((value) => Math.abs(value) > 1e-9),
  );
  return chooseSteps(claimed, minSpanLength / stepLength, isMatched ? nearlyAsLikely : Infinity);
}

function groundingOf(
  [from, to]: Steps,
  relevance: Series,
  { start, end }: Timeline,
  choice: CaptionGrounding['choice'],
): CaptionGrounding {
  const sum = relevance.slice(from, to).reduce((total, value) => total + value, 0);
  // Counted from the end where the last step is a part of one only, so that nothing gets too short.
  const last = Math.min(end, start + to * stepLength);
  const first = Math.max(start, Math.min(start + from * stepLength, last - minSpanLength));
  return { span: [first, last], confidence: sum / (to - from), ...(choice && { choice }) };
}
