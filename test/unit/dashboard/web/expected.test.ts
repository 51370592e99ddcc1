import { expect, test } from 'vitest';
import {
  expectedFieldFor,
  expectedFrom,
  initialTextFor,
  textOf,
} from '../../../../dashboard/web/expected.ts';
import type { Answer, AnswerValue } from '../../../../query/domain/answer.ts';
import { expectedSchema } from '../../../../query/domain/judgement.ts';
import { anAnswer, noon } from '../../../support/query-things.ts';

const ofValue = (value: AnswerValue, options?: string[]): Answer =>
  anAnswer({ verdict: 'value', value, ...(options && { asked: { text: 'what?', options } }) });

const objects: AnswerValue = { type: 'objects', trajectoryIds: ['x'], labels: ['a dog'] };

test.each([
  ['a count', ofValue({ type: 'count', count: 2 }), '3'],
  ['seconds', ofValue({ type: 'duration', ms: 2_000 }), '12.5'],
  ['a local time', ofValue({ type: 'instant', at: noon }), '2026-11-30T11:59:07'],
  ['the only time of a list', ofValue({ type: 'instants', at: [noon] }), '2026-11-30T11:59:07'],
  ['names', ofValue(objects), 'a dog, a red car'],
  ['an option', ofValue({ type: 'option', option: 'A', text: 'red' }, ['red', 'blue']), 'B'],
  ['that it cannot be known, of options', ofValue(objects, ['red', 'blue']), 'unknown'],
  ['no', anAnswer(), 'no'],
  ['yes, where it was not known', anAnswer({ verdict: 'unknown', value: null }), 'yes'],
])('%s can be said to be right, and is shown as it was said', (_, answer, text) => {
  const expected = expectedFrom(answer, text);
  expect(expectedSchema.parse(expected)).toEqual(expected);
  expect(textOf(expected!)).toBe(text);
  expect(expectedFieldFor(answer)).toBeDefined();
});

test('an empty field says nothing, nor does the time that was said', () => {
  const answer = ofValue({ type: 'instant', at: noon });
  expect(initialTextFor(answer)).toBe('2026-11-30T12:00:00');
  expect(expectedFrom(answer, initialTextFor(answer))).toBeUndefined();
  expect(expectedFrom(anAnswer(), ' ')).toBeUndefined();
  expect(textOf(null)).toBe('');
});

test('what was said is not offered as what would have been right', () => {
  const field = expectedFieldFor(anAnswer({ verdict: 'yes' }));
  expect(field).toEqual({
    type: 'choice',
    choices: [
      { value: 'no', label: 'No' },
      { value: 'unknown', label: 'Cannot know' },
    ],
  });
});

test('a story, and many times, can only be put right in words', () => {
  expect(expectedFieldFor(ofValue({ type: 'text', text: 'A story.' }))).toBeUndefined();
  expect(expectedFieldFor(ofValue({ type: 'instants', at: [1, 2] }))).toBeUndefined();
});
