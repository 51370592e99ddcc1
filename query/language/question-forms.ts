/**
 * The forms a question can have (how many, when, which, did ...): a form looks at the head of the
 * question, reads the clause behind it and makes the query. A form that leaves a word over has not
 * understood, and says nothing.
 */
import type { Selection } from '../domain/plan.ts';
import { Cursor } from './cursor.ts';
import { howMany, howOften, mostAtOnce } from './forms/count-forms.ts';
import type { Form, FormParser } from './forms/form.ts';
import { list, tellMeWhen } from './forms/list-forms.ts';
import { howLong, longestVisit, when } from './forms/time-forms.ts';
import { whatColour, whatKind, whatSide, which, whichStream } from './forms/which-forms.ts';
import { saysAll } from './says-all.ts';
import type { Tagged } from './tags.ts';
import { parseYesNo } from './yes-no.ts';

/** The more a form asks of the head, the earlier it is tried. */
const forms: readonly FormParser[] = [
  longestVisit,
  howOften,
  howMany,
  howLong,
  when,
  whatColour,
  whatSide,
  whichStream,
  whatKind,
  mostAtOnce,
  list,
  tellMeWhen,
  which,
  parseYesNo,
];

export function parseForms(tags: readonly Tagged[], isInstant: boolean): Form | undefined {
  const context = { isInstant, antecedent: firstThing(tags) };
  for (const parse of forms) {
    const cursor = new Cursor(headFirst(tags));
    const form = parse(cursor, context);
    if (form && cursor.done && saysAll(form)) return form;
  }
  return undefined;
}

/** What a missing noun stands for until something was named. */
function firstThing(tags: readonly Tagged[]): Selection | undefined {
  const tag = tags.find((candidate) => candidate.cat === 'kind' && candidate.kind !== 'object');
  return tag?.cat === 'kind' ? { kind: tag.kind } : undefined;
}

const heads = new Set(['how-many', 'how-often', 'how-long', 'what-colour', 'what-side']);
const leads = new Set([
  'in',
  'on',
  'at',
  'from',
  'to',
  'over',
  'by',
  'through',
  'of',
  'and',
  'for',
]);

/** Moves the question word to the front: `the bottle was taken how often`, `from which side`. */
function headFirst(tags: readonly Tagged[]): readonly Tagged[] {
  const last = tags.at(-1);
  const endsInWhen = last?.cat === 'word' && last.value === 'when';
  const index = endsInWhen
    ? tags.length - 1
    : tags.findIndex((tag) => tag.cat === 'word' && heads.has(tag.value));
  const start = tags.findIndex((tag) => !(tag.cat === 'word' && leads.has(tag.value)));
  if (index <= start) return tags.slice(Math.max(0, start));
  return [tags[index]!, ...tags.slice(0, index), ...tags.slice(index + 1)];
}
