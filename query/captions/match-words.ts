/** How well the captions of each step of time speak of a text, word by word. */
import { stemmer } from 'stemmer';
import type { EventLevel } from '../../processors/domain/event.ts';
import type { TimedCaption } from '../domain/caption-grounding.ts';
import { contentWordsOf } from './content-words.ts';
import type { Series, Timeline } from './timeline.ts';
import { nearness, type WordVectors } from './word-vectors.ts';

/** A match in a caption over little time says more of that time (weights of DeVi's retrieval). */
const levelWeights: Readonly<Record<EventLevel, number>> = { short: 1.05, medium: 1, long: 0.95 };

export interface TextMatch {
  /** Sum over the words of rarity x match. */
  readonly evidence: Series;
  /** For each word, how well each step speaks of it, 0..1. */
  readonly words: readonly Series[];
}

export type MatchText = (text: string) => TextMatch;

/** `words` are the content words of each caption, in order; all have vectors, texts' words too. */
export function textMatcher(
  captions: readonly TimedCaption[],
  words: readonly (readonly string[])[],
  timeline: Timeline,
  vectors: WordVectors,
): MatchText {
  const vocabulary = [...new Set(words.flat())];
  const stems = vocabulary.map(stemmer);
  const places = new Map(vocabulary.map((word, index) => [word, index]));
  const wordsIn = words.map((caption) => caption.map((word) => places.get(word)!));
  const weights = captions.map(({ level }) => (level ? levelWeights[level] : 1));
  const known = new Map<string, Series>();

  const matchWord = (word: string): Series => {
    const [vector, stem] = [vectors.get(word)!, stemmer(word)];
    const near = vocabulary.map((other, index) =>
      stems[index] === stem ? 1 : nearness(vector, vectors.get(other)!),
    );
    const byCaption = wordsIn.map((caption) =>
      caption.reduce((best, index) => Math.max(best, near[index]!), 0),
    );
    return timeline.told.map((told) => weightedMean(told, byCaption, weights));
  };
  const matchOf = (word: string): Series => {
    const match = known.get(word) ?? matchWord(word);
    known.set(word, match);
    return match;
  };
  return (text) => {
    const byStem = new Map(contentWordsOf(text).map((word) => [stemmer(word), word]));
    const matches = [...byStem.values()].map(matchOf);
    return { evidence: weighByRarity(matches, timeline.steps), words: matches };
  };
}

/** Over the captions that tell of one step. */
function weightedMean(told: readonly number[], values: Series, weights: Series): number {
  let sum = 0;
  let total = 0;
  for (const index of told) {
    sum += weights[index]! * values[index]!;
    total += weights[index]!;
  }
  return total > 0 ? sum / total : 0;
}

/**
 * Inverse document frequency with the steps as documents: a word that every caption speaks of tells
 * nothing of when.
 */
function weighByRarity(matches: readonly Series[], steps: number): number[] {
  const evidence: number[] = new Array(steps).fill(0);
  for (const match of matches) {
    const mass = match.reduce((sum, value) => sum + value, 0);
    const rarity = Math.log((steps + 1) / (mass + 0.5));
    for (let step = 0; step < steps; step += 1) evidence[step]! += rarity * match[step]!;
  }
  return evidence;
}
