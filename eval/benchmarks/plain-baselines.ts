/** What answerers that never see a video make of everyday questions. Pure. */
import {
  type Expectation,
  judgePlain,
  type PlainQuestion,
  type Said,
} from '../datasets/plain-questions.ts';
import type { TableRow } from '../domain/result.ts';
import { type ClosedQuestion, majorityFromOtherVideos } from '../metrics/baselines.ts';
import { lettersOf } from '../parse/options.ts';
import { answeredRow } from './tables.ts';

export type ExpectationKind =
  | 'verdict'
  | 'value'
  | 'at'
  | 'times'
  | 'duration'
  | 'words'
  | 'option';

export function kindOf(expect: Expectation): ExpectationKind {
  if ('verdict' in expect) return 'verdict';
  if ('value' in expect) return 'value';
  if ('at' in expect) return 'at';
  if ('times' in expect) return 'times';
  if ('duration' in expect) return 'duration';
  return 'option' in expect ? 'option' : 'words';
}

const unknown: Said = { verdict: 'unknown', value: null, text: '' };
const yes: Said = { verdict: 'yes', value: null, text: 'Yes.' };
const no: Said = { verdict: 'no', value: null, text: 'No.' };

export function blindRows(questions: readonly PlainQuestion[]): TableRow[] {
  const majority = majorityAnswers(questions);
  const row = (name: string, said: (index: number) => Said): TableRow =>
    answeredRow(
      name,
      'baseline',
      questions.map((question, index) => ({ mark: judgePlain(question, said(index)) })),
    );
  return [
    row('always unknown', () => unknown),
    row('always yes', () => yes),
    row('always no', () => no),
    row('majority of the other videos', (index) => majority[index]!),
  ];
}

/**
 * The most frequent verdict, count or letter in the other videos. Of instants, durations and words
 * nothing can be learnt from other videos: they are not answered.
 */
function majorityAnswers(questions: readonly PlainQuestion[]): Said[] {
  const counts = distinct(questions.map(({ expect }) => ('value' in expect ? expect.value : null)));
  const closed = questions.map((question) => closedQuestion(question, counts));
  const answers = majorityFromOtherVideos(closed.filter((one) => one !== null));
  return closed.map((one) => (one === null ? unknown : saidOf(one.type, answers.shift()!)));
}

/** In an order that tells nothing of the own video: the first is said where nothing was learnt. */
const distinct = (counts: readonly (number | null)[]): string[] =>
  [...new Set([0, ...counts.filter((count) => count !== null)])].sort((a, b) => a - b).map(String);

function closedQuestion(
  { video, expect, options }: PlainQuestion,
  counts: readonly string[],
): ClosedQuestion | null {
  if ('verdict' in expect) {
    return { video, type: 'verdict', choices: ['yes', 'no', 'unknown'], gold: expect.verdict };
  }
  if ('value' in expect) {
    return { video, type: 'value', choices: counts, gold: String(expect.value) };
  }
  if ('option' in expect && options) {
    return { video, type: 'option', choices: lettersOf(options), gold: expect.option };
  }
  return null;
}

function saidOf(type: string, answer: string): Said {
  if (type === 'verdict') return answer === 'yes' ? yes : answer === 'no' ? no : unknown;
  const value: Said['value'] =
    type === 'value'
      ? { type: 'count', count: Number(answer) }
      : { type: 'option', option: answer, text: '' };
  return { verdict: 'value', value, text: answer };
}
