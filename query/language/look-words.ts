/** Words for looks: colours, clothes by the part of the body they cover, and sides. */
import type { Place } from '../domain/plan.ts';
import { phrasesIn, type WordBook } from './word-book.ts';

const colourWords: Readonly<Record<string, string>> = {
  black: 'black|dark black|jet black',
  white: 'white|off-white',
  grey: 'grey|light grey|dark grey|pale grey|silver|charcoal|greyish',
  red: 'red|dark red|bright red|light red|crimson|maroon|scarlet|reddish',
  orange: 'orange',
  yellow: 'yellow|light yellow|bright yellow|golden|yellowish',
  green: 'green|light green|dark green|bright green|olive|greenish',
  blue: 'blue|light blue|dark blue|bright blue|navy|navy blue|turquoise|cyan|teal|bluish',
  purple: 'purple|violet|lilac|mauve',
  pink: 'pink|light pink|magenta',
  brown: 'brown|light brown|dark brown|brownish',
  beige: 'beige|tan|cream|sand-coloured',
};

/** They say the part of the body and no more. */
const plainGarments: Readonly<Record<'top' | 'bottom' | 'whole', string>> = {
  top: 'top|tops',
  bottom: 'trousers|pants|slacks|trouser',
  whole: 'clothes|clothing|outfit',
};

const topGarments =
  'shirt|tshirt|tee|jacket|coat|sweater|jumper|pullover|hoodie|sweatshirt|blouse|vest|' +
  'tank top|polo|polo shirt|fleece|anorak|parka|raincoat|blazer|jersey';
const bottomGarments = 'jeans|shorts|skirt|leggings|tracksuit bottoms';
const wholeGarments = 'dress|suit|dresses|suits';

export function defineLooks(book: WordBook): void {
  for (const [value, words] of Object.entries(colourWords)) {
    book.define(words, { cat: 'colour', value });
  }
  book.define(topGarments, { cat: 'garment', part: 'top' });
  for (const word of phrasesIn(topGarments)) {
    book.define(`${word}s`, { cat: 'garment', part: 'top' });
  }
  book.define(bottomGarments, { cat: 'garment', part: 'bottom' });
  book.define(wholeGarments, { cat: 'garment', part: 'whole' });
  for (const part of ['top', 'bottom', 'whole'] as const) {
    book.define(plainGarments[part], { cat: 'garment', part, isPlain: true });
  }
  for (const [value, words] of Object.entries(sideWords)) {
    book.define(words, { cat: 'side', value: value as Place });
  }
}

const sideWords: Readonly<Record<Place, string>> = {
  left: 'left|left hand|leftmost|far left|left most',
  right: 'right|right hand|rightmost|far right|right most',
  top: 'upper|uppermost|topmost|top most',
  bottom: 'lower|lowest|bottom|bottommost',
  middle: 'middle|mid',
};
