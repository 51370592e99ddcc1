/**
 * The words the planner knows, table by table. Each line of a table maps everyday words to one
 * meaning. What stands in none of them is an unknown word, and an unknown word is never skipped.
 */
import { defineAmounts } from './amount-words.ts';
import { defineLooks } from './look-words.ts';
import { defineSmallWords } from './small-words.ts';
import type { Tag } from './tags.ts';
import { defineThings } from './thing-words.ts';
import { defineUnseen } from './unseen-words.ts';
import { defineVerbs } from './verb-words.ts';
import { WordBook } from './word-book.ts';

const book = new WordBook();

// In this order: `orange` is a colour before it is a fruit, `left` a side before it is a verb, and
// `count` a small word before it is anything else.
defineThings(book);
defineLooks(book);
defineAmounts(book);
defineVerbs(book);
defineSmallWords(book);
defineUnseen(book);

/** The meaning of a phrase of one or more words, as normalised by `tokensOf`. */
export const meaningOf = (phrase: string): Tag | undefined => book.meaningOf(phrase);

/** No phrase of the tables has more words. */
export const longestPhrase = 6;
