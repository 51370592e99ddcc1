/**
 * Text -> words. Lower case, contractions written out, one spelling for British and American
 * English; clock times and decimals stay whole. Knows nothing of meaning.
 */

export function tokensOf(text: string): string[] {
  const plain = writtenOut(normaliseText(text));
  return (plain.match(wordPattern) ?? []).map((word) => americanSpelling[word] ?? word);
}

/** Lower case, plain quotes and dashes, single spaces, no closing punctuation. */
export function normaliseText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”"]/g, ' ')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/t-?\s?shirt/g, 'tshirt')
    .replace(/(left|right)-hand/g, '$1 hand')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[?.!\s]+$/, '');
}

/** A number with its decimals or clock parts, a word, a possessive ending, a percent sign. */
const wordPattern = /\d+(?:[.:]\d+)*(?:st|nd|rd|th)?|'s\b|[a-z]+(?:-[a-z]+)*|[^\s\w,;:.!?'()-]/g;

const americanSpelling: Readonly<Record<string, string>> = {
  gray: 'grey',
  grays: 'grey',
  color: 'colour',
  colors: 'colours',
  colored: 'coloured',
  center: 'middle',
  centre: 'middle',
  central: 'middle',
  toward: 'towards',
  pajamas: 'pyjamas',
  aluminum: 'aluminium',
};

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b/g, 'can not'],
  [/\bcannot\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [
    /\b(who|what|where|when|how|that|there|here|it|he|she|which|someone|anyone|somebody|anybody|everyone|nobody)'s\b/g,
    '$1 is',
  ],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'d\b/g, ' would'],
  [/'m\b/g, ' am'],
  [/s'(?=\s)/g, "s 's"],
];

function writtenOut(text: string): string {
  return contractions.reduce((line, [pattern, full]) => line.replace(pattern, full), text);
}
