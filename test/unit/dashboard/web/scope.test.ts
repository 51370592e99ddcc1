import { expect, test } from 'vitest';
import { questionOf, wholeScope } from '../../../../dashboard/web/scope.ts';
import { questionSchema } from '../../../../query/domain/question.ts';
import { noon } from '../../../support/query-things.ts';

const question = (over: object) =>
  questionOf('who?', { ...wholeScope, ...over }, noon, 'Europe/Berlin');

test.each([
  ['everything', {}, {}],
  ['one stream', { streamIds: ['dock'] }, { streamIds: ['dock'] }],
  ['the last quarter of an hour', { time: 'quarter' }, { from: noon - 900_000 }],
  ['the last hour', { time: 'hour' }, { from: noon - 3_600_000 }],
  ['today', { time: 'today' }, { from: noon - 12 * 3_600_000 }],
  [
    'from one time to another',
    { time: 'custom', from: '2026-11-30T10:00', to: '2026-11-30T11:00:30' },
    { from: noon - 2 * 3_600_000, to: noon - 3_570_000 },
  ],
  ['an open end', { time: 'custom', from: '2026-11-30T10:00', to: '' }, { from: noon - 7_200_000 }],
])('a question about %s', (_name, scope, wanted) => {
  const asked = question(scope);
  expect(asked).toEqual({ text: 'who?', timeZone: 'Europe/Berlin', ...wanted });
  expect(questionSchema.safeParse(asked).success).toBe(true);
});
