/** Replies of DeVE-QA, by the rule of its code (`option_letter`). */
import { letterOf, lettersOf } from './options.ts';

/**
 * A letter, an option's text, a first character that is a letter of an option; else the first
 * option, so that a reply that says nothing is right where A is. Always a letter.
 */
export function officialDeveQaOption(reply: string, options: readonly string[]): string {
  return saidDeveQaOption(reply, options) ?? letterOf(0);
}

/** The same without the last resort: null for a reply that says nothing. */
export function saidDeveQaOption(reply: string, options: readonly string[]): string | null {
  const letters = lettersOf(options);
  const said = reply.trim().toUpperCase();
  if (letters.includes(said)) return said;
  const index = options.findIndex((option) => normalised(option) === normalised(said));
  if (index >= 0) return letterOf(index);
  return letters.find((letter) => said.startsWith(letter)) ?? null;
}

const normalised = (text: string): string =>
  text.toLowerCase().replaceAll('_', ' ').replace(/\s+/g, ' ').trim();
