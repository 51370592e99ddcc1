/** Everyday words for several kinds, beyond those that extraction itself uses. */
import { hypernyms, isKindOf, type Kind } from '../../processors/domain/kind.ts';

/** A detector calls a van a car, a truck or a bus; the answer names what it was called. */
const everyday: Readonly<Record<string, readonly Kind[]>> = {
  van: ['truck', 'car', 'bus'],
  pet: ['cat', 'dog'],
  fruit: ['banana', 'apple', 'orange'],
  cutlery: ['fork', 'knife', 'spoon'],
  furniture: ['chair', 'couch', 'bed', 'dining table', 'bench'],
  'two-wheeler': ['bicycle', 'motorcycle'],
  computer: ['laptop'],
  glass: ['wine glass', 'cup'],
  container: ['bottle', 'cup', 'wine glass', 'bowl', 'vase'],
};

export const widerWords: readonly string[] = [...Object.keys(hypernyms), ...Object.keys(everyday)];

/** The concrete kinds a word takes in; the word itself when it is a kind. */
export const kindsUnder = (word: string): readonly Kind[] => {
  if (Object.hasOwn(everyday, word)) return everyday[word]!;
  return Object.hasOwn(hypernyms, word) ? hypernyms[word]! : [word];
};

export const isOfKind = (kind: Kind, word: string): boolean =>
  Object.hasOwn(everyday, word) ? everyday[word]!.includes(kind) : isKindOf(kind, word);
