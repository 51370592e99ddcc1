/** Words for numbers, order, limits and lengths. */
import { phrasesIn, type WordBook } from './word-book.ts';

const numberWords = 'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const ordinalWords = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth';

export function defineAmounts(book: WordBook): void {
  for (const [value, word] of phrasesIn(numberWords).entries())
    book.define(word, { cat: 'number', value });
  book.define('a couple of|a couple', { cat: 'number', value: 2 });
  book.define('a dozen', { cat: 'number', value: 12 });

  for (const [index, word] of phrasesIn(ordinalWords).entries()) {
    book.define(word, { cat: 'ordinal', value: index + 1 });
  }
  book.define('last|final|latest|most recent|newest|later', { cat: 'ordinal', value: -1 });
  book.define('very first|earliest|earlier|sooner', { cat: 'ordinal', value: 1 });
  book.define('very last', { cat: 'ordinal', value: -1 });
  book.define('second to last|second last|penultimate|next to last|last but one', {
    cat: 'ordinal',
    value: -2,
  });

  book.define('once|one time|a single time', { cat: 'times', value: 1 });
  book.define('twice|two times', { cat: 'times', value: 2 });
  book.define('thrice', { cat: 'times', value: 3 });

  book.define('longest|the longest|longer', { cat: 'extreme', value: 'longest' });
  book.define('shortest|the shortest|shorter|more briefly', { cat: 'extreme', value: 'shortest' });

  book.define('more than|longer than|over|greater than|above|upwards of|in excess of', {
    cat: 'limit',
    comparison: '>',
  });
  book.define('at least|no less than|no fewer than|not less than|minimum of|a minimum of', {
    cat: 'limit',
    comparison: '>=',
  });
  book.define('fewer than|less than|shorter than|under|below', { cat: 'limit', comparison: '<' });
  book.define(
    'at most|no more than|no longer than|not more than|not longer than|up to|maximum of',
    {
      cat: 'limit',
      comparison: '<=',
    },
  );
  book.define('exactly|precisely|just|only', { cat: 'limit', comparison: '=' });
}
