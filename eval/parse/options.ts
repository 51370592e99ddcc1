/** Multiple choice: letters of options, and what of them a reply in words means. */

/** 0 is A. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index);

export const lettersOf = (options: readonly string[]): string[] =>
  options.map((_, index) => letterOf(index));

/**
 * The letter that a reader would take the reply to mean; null when that is none or several. A
 * letter counts where it stands as one (`B`, `(b)`, `B. 5`, `the answer is B`), an option's text
 * where it is the whole reply, or the only option that the reply holds.
 */
export function tolerantOption(reply: string, options: readonly string[]): string | null {
  const letters = lettersOf(options);
  const said = normalised(reply);
  const texts = options.map(normalised);
  if (texts.includes(said)) return letters[texts.indexOf(said)]!;
  const leading = leadingLetter(reply);
  if (leading) return letters.includes(leading) ? leading : null;
  const mentioned = letters.filter((_, index) => holds(said, texts[index]!));
  if (mentioned.length === 1) return mentioned[0]!;
  return mentioned.length === 0 ? onlyLetter(reply, letters) : null;
}

/** `A`, `(a)`, `A.`, `A) red`, `Answer: a`, `The correct option is A.`; not `A dog`. */
function leadingLetter(reply: string): string | undefined {
  const leadIn = /^\W*(?:the )?(?:best |correct )?(?:answer|option)\W*(?:is\b\W*)?/i;
  const rest = reply.trim().replace(leadIn, '').trim();
  return /^\(?([a-z])(?:[).:,]+(?:\s|$)|\s*$)/i.exec(rest)?.[1]?.toUpperCase();
}

/** The one capital that stands alone; `A` before a word is an article. */
function onlyLetter(reply: string, letters: readonly string[]): string | null {
  const found = new Set(
    [...reply.matchAll(/\b([B-Z]|A(?!\s+(?!or\b|and\b)\w))\b(?!')/g)].map(([, one]) => one!),
  );
  const known = letters.filter((letter) => found.has(letter));
  return known.length === 1 ? known[0]! : null;
}

const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const holds = (text: string, part: string): boolean =>
  part !== '' && ` ${text} `.includes(` ${part} `);
