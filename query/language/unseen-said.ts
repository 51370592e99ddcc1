/**
 * Words of a question that are never seen: which of them a query carries along, so that its answer
 * can say so, and which leave the question without one.
 */
import type { Happening, Query, Selection } from '../domain/plan.ts';
import { meaningOf } from './lexicon.ts';
import { quoted } from './plan-words.ts';
import type { Tagged } from './tags.ts';

interface Unseen {
  readonly text: string;
  readonly why: string;
}

/** The first word that no description can hold: `smiling`, `why`. */
export const unseenOutright = (tags: readonly Tagged[]): Unseen | undefined =>
  unseenIn(tags).find((tag) => tag.cat === 'unseen' && tag.role === undefined);

/** The first word that may only be in a description. */
export const firstUnseen = (tags: readonly Tagged[]): Unseen | undefined => unseenIn(tags)[0];

/** The first word that the query does not carry, or from which no answer follows. */
export function unansweredWord(tags: readonly Tagged[], query: Query): Unseen | undefined {
  const words = unseenIn(tags);
  const carried = unseenWordsOf(query).join(' ').split(' ');
  const lost = words.find(({ text }) => !takeAll(text.split(' '), carried));
  return lost ?? (restsOnUnseen(query) ? words[0] : undefined);
}

/** A word said twice is carried twice. */
function takeAll(words: readonly string[], from: string[]): boolean {
  return words.every((word) => {
    const at = from.indexOf(word);
    if (at >= 0) from.splice(at, 1);
    return at >= 0;
  });
}

const unseenIn = (tags: readonly Tagged[]) =>
  tags.filter(
    (tag): tag is Tagged & { readonly why: string } => 'why' in tag && tag.why !== undefined,
  );

type Carrier = Pick<Selection, 'unseen' | 'definite'>;

function carriersIn(node: unknown): Carrier[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'unseen' in node && Array.isArray(node.unseen) ? [node as Carrier] : [];
  return [...own, ...Object.values(node).flatMap(carriersIn)];
}

/**
 * `a woman`, `anyone in a hat`: whether there was one can be denied when nobody fits what is seen,
 * but nothing can be counted, listed, timed or compared.
 */
function restsOnUnseen(query: Query): boolean {
  const open = carriersIn(query).filter(({ definite }) => !definite).length;
  return open > 0 && open !== deniable(query);
}

function deniable(query: Query): number {
  if (query.type === 'same') return carriersIn([query.subject, query.other]).length;
  const isLimit = query.type === 'count' && query.limit !== undefined;
  if (query.type !== 'exists' && !isLimit) return 0;
  return carriedBy(query.happening);
}

function carriedBy(happening: Happening): number {
  if (happening.type === 'situation') return 0;
  if (happening.type === 'together') {
    const own = happening.unseen ? 1 : 0;
    return happening.parts.reduce((sum, part) => sum + carriedBy(part), own);
  }
  const { subject, action } = happening;
  const worn = action.type === 'wears' ? [action] : [];
  return [subject, ...worn].filter((one) => one.unseen && !('definite' in one)).length;
}

/** Words in a plan that are never seen, wherever they stand. */
export const unseenWordsOf = (query: Query): readonly string[] =>
  carriersIn(query).flatMap(({ unseen }) => unseen ?? []);

/** `'woman' cannot be seen (this system cannot tell men from women)`; empty of no words. */
export function whyUnseen(words: readonly string[]): string {
  if (words.length === 0) return '';
  const tags = words.flatMap((word) => word.split(' ').map(meaningOf));
  const reasons = new Set(tags.flatMap((tag) => (tag && 'why' in tag && tag.why) || []));
  return `${quoted(words)} cannot be seen${reasons.size > 0 ? ` (${[...reasons].join('; ')})` : ''}`;
}
