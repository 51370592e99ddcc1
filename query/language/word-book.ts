/** Phrases and what they mean. A later word of a table may replace an earlier one. */
import type { Tag } from './tags.ts';

export class WordBook {
  readonly #entries = new Map<string, Tag>();

  /** The meaning of a phrase of one or more words, as normalised by `tokensOf`. */
  meaningOf(phrase: string): Tag | undefined {
    return this.#entries.get(phrase);
  }

  /** `line` holds phrases with bars between them. */
  define(line: string, tag: Tag): void {
    for (const phrase of phrasesIn(line)) this.#entries.set(phrase, tag);
  }

  /** As `define`, for phrases that mean nothing yet. */
  defineNew(line: string, tag: Tag): void {
    for (const phrase of phrasesIn(line)) {
      if (!this.#entries.has(phrase)) this.#entries.set(phrase, tag);
    }
  }
}

export const phrasesIn = (line: string): string[] =>
  line
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
