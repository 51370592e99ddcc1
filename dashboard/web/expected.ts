/** What would have been right, as a person says it: which field to ask with, and what it means. Pure. */
import type { Answer } from '../../query/domain/answer.ts';
import type { Expected } from '../../query/domain/judgement.ts';

export type ExpectedField =
  | { readonly type: 'choice'; readonly choices: readonly { value: string; label: string }[] }
  | { readonly type: 'number'; readonly unit: string }
  | { readonly type: 'time' }
  | { readonly type: 'names' };

const verdictChoices = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'unknown', label: 'Cannot know' },
];

/** Undefined: only words can say it. */
export function expectedFieldFor(
  answer: Pick<Answer, 'verdict' | 'value' | 'asked'>,
): ExpectedField | undefined {
  const { verdict, value, asked } = answer;
  if (asked?.options) return { type: 'choice', choices: optionChoices(asked.options) };
  if (verdict !== 'value' || !value) {
    return { type: 'choice', choices: verdictChoices.filter((one) => one.value !== verdict) };
  }
  switch (value.type) {
    case 'count':
      return { type: 'number', unit: '' };
    case 'duration':
      return { type: 'number', unit: 's' };
    case 'instant':
      return { type: 'time' };
    case 'instants':
      return value.at.length === 1 ? { type: 'time' } : undefined;
    case 'objects':
      return { type: 'names' };
    default:
      return undefined;
  }
}

/** What stands in the field at first: a time is easier to move than to write. */
export function initialTextFor({ value }: Pick<Answer, 'value'>): string {
  const at = value?.type === 'instants' ? value.at[0] : undefined;
  if (value?.type === 'instant') return localTime(value.at);
  return at === undefined ? '' : localTime(at);
}

/** `text` is what the field holds; undefined when that says nothing, or only what was said. */
export function expectedFrom(
  answer: Pick<Answer, 'verdict' | 'value' | 'asked'>,
  text: string,
): Expected | undefined {
  const said = text.trim();
  if (said === '' || said === initialTextFor(answer)) return undefined;
  const { value, asked } = answer;
  if (said === 'yes' || said === 'no' || said === 'unknown') return { verdict: said, value: null };
  if (asked?.options) return withValue(optionValue(asked.options, said));
  switch (value?.type) {
    case 'count':
      return withValue({ type: 'count', count: Math.round(Number(said)) });
    case 'duration':
      return withValue({ type: 'duration', ms: Math.round(Number(said) * 1000) });
    case 'instant':
    case 'instants':
      return withValue({ type: 'instant', at: new Date(said).getTime() });
    case 'objects':
      return withValue({ type: 'objects', trajectoryIds: [], labels: namesOf(said) });
    default:
      return undefined;
  }
}

/** What `expectedFrom` would be given to say the same; empty when nothing was said. */
export function textOf(expected: Expected | null): string {
  if (!expected) return '';
  const { verdict, value } = expected;
  switch (value?.type) {
    case 'count':
      return String(value.count);
    case 'duration':
      return String(value.ms / 1000);
    case 'instant':
      return localTime(value.at);
    case 'objects':
      return value.labels.join(', ');
    case 'option':
      return value.option;
    default:
      return verdict;
  }
}

const withValue = (value: Expected['value']): Expected => ({ verdict: 'value', value });

const letterOf = (index: number): string => String.fromCharCode(65 + index);

const optionChoices = (options: readonly string[]) => [
  ...options.map((text, index) => ({
    value: letterOf(index),
    label: `${letterOf(index)}. ${text}`,
  })),
  { value: 'unknown', label: 'Cannot know' },
];

function optionValue(options: readonly string[], letter: string): Expected['value'] {
  const text = options[letter.charCodeAt(0) - 65] ?? letter;
  return { type: 'option', option: letter, text };
}

const namesOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** As `datetime-local` takes it: local time without a zone. */
function localTime(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
