/** The words of a text that say what it is about. */
import { tokensOf } from '../language/tokens.ts';

/** Words of grammar, of asking, and of the place in a video, which `question-parts.ts` reads. */
const emptyWords = new Set(
  (
    'a an the this that these those and or but nor if so of to in on at by for with from into onto ' +
    'as up down out off over near around about is are am was were be been being do does did done ' +
    'doing has have had having will would can could may might must should there here it its he she ' +
    'they them him her his their you your we us our i me my what why how who whom whose which where ' +
    'when while during before after until since then than not no any some each other others both ' +
    'all very also just too again start beginning end ending middle first last initially finally ' +
    'eventually halfway midway video clip recording footage film scene image picture frame'
  ).split(' '),
);

/** Each word once, in order. */
export const contentWordsOf = (text: string): string[] => [
  ...new Set(tokensOf(text).filter((word) => /^[a-z]/.test(word) && !emptyWords.has(word))),
];
