import { describe, expect, it } from 'vitest';
import { readDeveQa } from '../../../../eval/datasets/deve-qa.ts';
import { jsonFile, said } from '../../../support/question-files.ts';

describe('readDeveQa()', () => {
  const row = (over: object = {}) => ({
    vid: 'v_1',
    question: 'What does he do?',
    answer: 'run',
    distract_answers: ['sit', 'jump', 'wave', 'sleep'],
    timestamp: [10, 20],
    ...over,
  });

  it('shuffles the options, always in the same way, and knows the right one', () => {
    const questions = Array.from({ length: 40 }, (_, at) => row({ question: `What ${at}?` }));
    const { rows } = readDeveQa([jsonFile('test.json', questions)]);
    for (const { options, gold } of rows) {
      expect([...options].sort()).toEqual(['jump', 'run', 'sit', 'sleep', 'wave']);
      expect(options['ABCDE'.indexOf(gold)]).toBe('run');
    }
    expect(new Set(rows.map(({ gold }) => gold)).size).toBe(5);
    const again = readDeveQa([jsonFile('test.json', questions.slice(20))]);
    expect(again.rows.map(({ options }) => options)).toEqual(
      rows.slice(20).map(({ options }) => options),
    );
  });

  it('takes lengths of videos from a file of their own, where there is one', () => {
    const questions = jsonFile('test.json', [row(), row({ vid: 'v_2' })]);
    const { rows } = readDeveQa([questions, jsonFile('durations.json', { v_1: 60.5 })]);
    expect(rows.map(({ duration }) => duration)).toEqual([60.5, null]);
    expect(readDeveQa([questions]).rows.map(({ duration }) => duration)).toEqual([null, null]);
  });

  it('counts the events of a video by the distinct true spans of its questions', () => {
    const questions = [row(), row({ question: 'Why?' }), row({ timestamp: [30, 40] })];
    const { rows } = readDeveQa([jsonFile('test.json', [...questions, row({ vid: 'v_2' })])]);
    expect(rows.map(({ video, events }) => [video, events])).toEqual([
      ['v_1', 2],
      ['v_1', 2],
      ['v_1', 2],
      ['v_2', 1],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
  });

  it('says what is odd, and uses it all the same', () => {
    const { rows, problems } = readDeveQa([
      jsonFile('test.json', [
        row({ distract_answers: ['sit', 'run'] }),
        row({ timestamp: [50, 70] }),
        row({ timestamp: [5, 5] }),
      ]),
      jsonFile('durations.json', { v_1: 60 }),
    ]);
    expect(rows).toHaveLength(3);
    expect(said(problems)).toEqual([
      'test.json#0 has 3 options instead of 5',
      'test.json#0 has its right answer also as a wrong one',
      'test.json#1 has the true span [50, 70], which ends after the video (60 s)',
      'test.json#2 has the empty true span [5, 5]: nothing can overlap it',
    ]);
    expect(problems.every(({ isSkipped }) => !isSkipped)).toBe(true);
  });
});
