import { describe, expect, it } from 'vitest';
import { judgePlain, readPlainQuestions } from '../../../../eval/datasets/plain-questions.ts';
import type { Answer } from '../../../../query/domain/answer.ts';
import { anAnswer } from '../../../support/query-things.ts';

const startAt = Date.parse('2026-01-01T12:00:00Z');

const line = (expected: object, more: object = {}): string =>
  JSON.stringify({
    id: 'q-1',
    video: 'a.mp4',
    start: '2026-01-01T12:00:00Z',
    question: 'How many?',
    expect: expected,
    ...more,
  });

const read = (...lines: string[]) =>
  readPlainQuestions([{ path: 'mine.jsonl', text: lines.join('\n') }]);

const judge = (expected: object, answer: Partial<Answer>) =>
  judgePlain(read(line(expected)).rows[0]!, anAnswer({ value: null, ...answer }));

const valued = (value: Answer['value'], text = ''): Partial<Answer> => ({
  verdict: 'value',
  value,
  text,
});

describe('judgePlain()', () => {
  const at = (seconds: number) => startAt + seconds * 1000;
  it.each([
    [{ verdict: 'yes' }, { verdict: 'yes' }, 'right'],
    [{ verdict: 'yes' }, { verdict: 'no' }, 'wrong'],
    [{ verdict: 'yes' }, { verdict: 'unknown' }, 'not-answered'],
    [{ verdict: 'unknown' }, { verdict: 'unknown' }, 'right'],
    [{ verdict: 'unknown' }, { verdict: 'no' }, 'wrong'],
    [{ value: 6 }, valued({ type: 'count', count: 6 }), 'right'],
    [{ value: 6 }, valued({ type: 'count', count: 5 }), 'wrong'],
    [{ at: 6.1, tolerance: 2 }, valued({ type: 'instant', at: at(8) }), 'right'],
    [{ at: 6.1, tolerance: 2 }, valued({ type: 'instant', at: at(8.2) }), 'wrong'],
    [{ at: 6, tolerance: 2 }, valued({ type: 'instants', at: [at(6), at(9)] }), 'wrong'],
    [{ times: [6, 9], tolerance: 1 }, valued({ type: 'instants', at: [at(9), at(6)] }), 'right'],
    [{ times: [6, 9], tolerance: 1 }, valued({ type: 'instants', at: [at(6)] }), 'wrong'],
    [{ duration: 20, tolerance: 1 }, valued({ type: 'duration', ms: 20_900 }), 'right'],
    [{ duration: 20, tolerance: 1 }, valued({ type: 'duration', ms: 22_000 }), 'wrong'],
    [{ anyOf: ['grey', 'gray'] }, valued({ type: 'text', text: '' }, 'A Grey top'), 'right'],
    [{ anyOf: ['5'] }, valued({ type: 'text', text: '' }, 'at 12:00:05'), 'wrong'],
    [{ option: 'B' }, valued({ type: 'option', option: 'B', text: '5' }), 'right'],
    [{ option: 'B' }, valued({ type: 'option', option: 'C', text: '6' }), 'wrong'],
  ] as const)('%j given %j is %s', (expected, answer, mark) => {
    expect(judge(expected, answer as Partial<Answer>)).toBe(mark);
  });
});

describe('readPlainQuestions()', () => {
  it('reads one question a line and skips empty lines', () => {
    const { rows, problems } = read(line({ value: 1 }), '', line({ value: 2 }, { id: 'q-2' }), '');
    expect(rows.map(({ id }) => id)).toEqual(['q-1', 'q-2']);
    expect(problems).toEqual([]);
  });

  it.each([
    ['not JSON', '{'],
    ['no expectation', JSON.stringify({ id: 'q' })],
    ['an expectation of two kinds', line({ value: 1, verdict: 'yes' })],
    ['a question that an earlier one has the id of', line({ value: 2 })],
  ])('skips and names a line that is %s, and reads the others', (_, bad) => {
    const { rows, problems } = read(line({ value: 1 }), bad, line({ value: 3 }, { id: 'q-3' }));
    expect(rows.map(({ id }) => id)).toEqual(['q-1', 'q-3']);
    expect(problems).toMatchObject([{ file: 'mine.jsonl', index: 1, isSkipped: true }]);
  });

  it('refuses a file without any', () => {
    expect(() => read('{"question": "What?"}')).toThrow(/no file holds a question/);
  });
});
