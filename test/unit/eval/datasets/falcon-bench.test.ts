import { describe, expect, it } from 'vitest';
import { readFalconBench } from '../../../../eval/datasets/falcon-bench.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { jsonFile, said } from '../../../support/question-files.ts';

describe('readFalconBench()', () => {
  const row = (over: object = {}) => ({
    question_id: 'q1',
    question: 'What colour is the car?',
    options: ['red', 'blue', 'green', 'white'],
    gt_option: 'B',
    gt_option_idx: 1,
    gt_answer: 'blue',
    gt_time_interval: [10, 20],
    dataset: 'Walking_Tours',
    category: 'Walking_Tours-VO',
    path: 'walks/venice.mp4',
    ...over,
  });
  const lines = (...rows: readonly unknown[]) => ({
    path: 'test.jsonl',
    text: rows.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'),
  });

  it('reads JSON Lines and JSON lists alike', () => {
    const wanted = {
      id: 'q1',
      video: 'walks/venice.mp4',
      gold: 'B',
      answer: 'blue',
      span: [10, 20],
      source: 'Walking_Tours',
      category: 'VO',
    };
    expect(readFalconBench([lines(row())]).rows).toMatchObject([wanted]);
    expect(readFalconBench([jsonFile('test.json', [row()])]).rows).toMatchObject([wanted]);
  });

  it('ends the options at the first that is not available', () => {
    const { rows } = readFalconBench([lines(row({ options: ['red', 'blue', 'N/A', 'N/A'] }))]);
    expect(rows[0]!.options).toEqual(['red', 'blue']);
  });

  it('names what is wrong by file and row, and reads the rest', () => {
    const { rows, problems } = readFalconBench([
      lines(
        row(),
        '{',
        row({ question_id: 'q2', gt_option_idx: 4 }),
        row({ question_id: 'q3', question: '' }),
        row(),
        row({ question_id: 'q4', gt_option: 'A', gt_time_interval: [20, 10] }),
      ),
      jsonFile('other.json', [{ anything: 1 }]),
    ]);
    expect(rows.map(({ id }) => id)).toEqual(['q1', 'q4']);
    expect(said(problems)).toEqual([
      expect.stringMatching(/^test.jsonl#1 is not JSON/),
      expect.stringMatching(/^test.jsonl#3 is not a question/),
      expect.stringMatching(/^test.jsonl#2 has 4 options, and E as the right one/),
      expect.stringMatching(/^test.jsonl#5 has gt_option A, and B/),
      expect.stringMatching(/^test.jsonl#5 has the reversed true span \[20, 10\]/),
      expect.stringMatching(/^test.jsonl#4 has the question_id q1/),
      expect.stringMatching(/^other.json#null holds no question/),
    ]);
    expect(problems.filter(({ isSkipped }) => !isSkipped)).toHaveLength(2);
  });

  it('refuses files that hold none of its questions', () => {
    expect(() => readFalconBench([jsonFile('other.json', { a: 1 })])).toThrow(AppError);
    expect(() => readFalconBench([])).toThrow(/no file holds a question of FALCON-Bench/);
  });
});
