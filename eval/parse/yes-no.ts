/** Yes or no out of a reply in words, as official evaluators read it and as a person would. */

export type YesNo = 'Yes' | 'No';

const wordYesOrNo = /\b(yes|no)\b/gi;

const spelt = (word: string): YesNo => (word.toLowerCase() === 'yes' ? 'Yes' : 'No');

/** STRAND: the last whole word yes or no, wherever it stands; null when there is none. */
export function lastYesNo(reply: string): YesNo | null {
  const last = [...reply.matchAll(wordYesOrNo)].at(-1);
  return last ? spelt(last[0]) : null;
}

/** HLV-1K: a token between white space that is exactly yes or no; yes is looked for first. */
export function strictYesNo(reply: string): YesNo | null {
  const tokens = reply.toLowerCase().split(/\s+/);
  if (tokens.includes('yes')) return 'Yes';
  return tokens.includes('no') ? 'No' : null;
}

/**
 * What was meant: a reply that opens with yes or no says so, whatever explanation follows; of any
 * other the one of the two that it holds. Null when it holds both, or neither.
 */
export function tolerantYesNo(reply: string): YesNo | null {
  const opening = /^\W*(?:answer\s*:\s*)?(yes|no)\b/i.exec(reply);
  if (opening) return spelt(opening[1]!);
  const said = new Set([...reply.matchAll(wordYesOrNo)].map(([word]) => spelt(word)));
  return said.size === 1 ? [...said][0]! : null;
}
