/** What a question says of time: its place in the video, and an event it is before or after. */
import { normaliseText } from '../language/tokens.ts';
import { contentWordsOf } from './content-words.ts';

export type PlaceInVideo = 'start' | 'middle' | 'end';

export interface QuestionParts {
  /** What is asked about, without the event it is told from. */
  readonly about: string;
  /** `after he picked up the ball`. */
  readonly reference: { readonly side: 'before' | 'after'; readonly event: string } | undefined;
  readonly place: PlaceInVideo | undefined;
}

export function questionPartsOf(text: string): QuestionParts {
  const plain = normaliseText(text);
  return { ...clausesOf(plain), place: placeOf(plain) };
}

/** A clause that says nothing but a place (`after the start`) is not an event. */
function clausesOf(text: string): Pick<QuestionParts, 'about' | 'reference'> {
  const { main, side, event } =
    /^(?<side>before|after) (?<event>[^,]+),(?<main>.+)$/.exec(text)?.groups ??
    /^(?<main>.+?) (?<side>before|after) (?<event>.+)$/.exec(text)?.groups ??
    {};
  if (!main || !event || contentWordsOf(event).length === 0) {
    return { about: text, reference: undefined };
  }
  return { about: main.trim(), reference: { side: side as 'before' | 'after', event } };
}

/** `at the end`, `nearing the end of the video`, but not `at the end of the bed`. */
const placed = (nouns: string): string =>
  '(?:at|near|nearing|in|from|towards?|around|by|during|after|until|till) (?:the )?(?:very )?' +
  `(?:${nouns})\\b(?! of (?!(?:(?:the|this) )?(?:video|clip|recording|footage|film|scene)\\b))`;

const patterns: Readonly<Record<PlaceInVideo, RegExp>> = {
  start: new RegExp(`\\b(?:${placed('start|beginning|opening')}|first|initially)`),
  end: new RegExp(`\\b(?:${placed('end|ending|conclusion')}|last|lastly|finally|eventually)\\b`),
  middle: new RegExp(`\\b(?:${placed('middle')}|halfway|midway)`),
};

const placeOf = (text: string): PlaceInVideo | undefined =>
  (['start', 'end', 'middle'] as const).find((place) => patterns[place].test(text));
