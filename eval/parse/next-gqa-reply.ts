/** Replies of NExT-GQA, by the rules of LLoVi's code (`prompts.py`), which most work follows. */
import type { Span } from '../domain/item.ts';
import { lettersOf } from './options.ts';

/** The first character, when it is the letter of an option; else null. */
export const firstLetter = (reply: string, options: readonly string[]): string | null =>
  lettersOf(options).find((letter) => reply.startsWith(letter)) ?? null;

/**
 * `[1, 10] and [50, 60]`: whole numbers only. Everything from the first full stop on is dropped;
 * a part that is no pair of numbers is `[0, 1]`, one without a comma `[0, 0]`, as there. Null
 * where the official code fails.
 */
export function parseIntervals(text: string): Span[] | null {
  const said = text.split('.')[0]!.trim();
  const end = said.lastIndexOf(']');
  if (end <= 0) return null;
  const intervals = said
    .slice(0, end + 1)
    .split('and')
    .map(intervalOf);
  return intervals.every((interval) => interval !== null) ? intervals : null;
}

function intervalOf(text: string): Span | null {
  const parts = text.split(',').map((part) => part.replace(/^[ [\]]+|[ [\]]+$/g, ''));
  if (parts.length === 1) return [0, 0];
  if (parts.length > 2) return null;
  const start = parts[0] === 'None' ? '0' : parts[0]!;
  const end = parts[1] === 'None' ? '1' : parts[1]!;
  const isWhole = (part: string) => /^\s*[+-]?\d+\s*$/.test(part);
  return isWhole(start) && isWhole(end) ? [Number(start), Number(end)] : [0, 1];
}
