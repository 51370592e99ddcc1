import { describe, expect, it } from 'vitest';
import { readHlv1k } from '../../../../eval/datasets/hlv1k.ts';

const choice = (over: object = {}) => ({
  qa_idx: 0,
  qa_type: 'mcqa',
  qa_level: 'frame',
  qa_task: 'object understanding',
  question: 'What is on the table at 3.0 seconds?',
  options: ['A. A lamp.', 'B.2.', 'C. A cup.', 'D. Nothing.'],
  answer: 'C',
  old_answer: 'B',
  ...over,
});

const yesNo = (over: object = {}) => ({
  ...choice(),
  qa_type: 'qa',
  options: undefined,
  answer: 'Yes',
  ...over,
});

const read = (...rows: object[]) =>
  readHlv1k([{ path: 'dataset/AbC-1.json', text: JSON.stringify(rows) }]);

describe('readHlv1k()', () => {
  it('takes the letters off the options, and the video from the name of the file', () => {
    const { rows, problems } = read(choice(), yesNo());
    expect(problems).toEqual([]);
    expect(rows[0]).toMatchObject({
      id: 'AbC-1#0',
      video: 'AbC-1',
      options: ['A lamp.', '2.', 'A cup.', 'Nothing.'],
      gold: 'C',
    });
    expect(rows[1]).toMatchObject({ id: 'AbC-1#1', type: 'qa', options: [], gold: 'Yes' });
  });

  it.each([
    ['object understanding', 'object'],
    ['character-understanding', 'character'],
    ['Time_order', 'time-order'],
    ['speed', 'speed'],
  ])('names the task %s in one style: %s', (task, name) => {
    expect(read(choice({ qa_task: task })).rows[0]!.task).toBe(name);
  });

  it.each([
    ['a level that there is not', choice({ qa_level: 'scene' })],
    ['a type that there is not', choice({ qa_type: 'open' })],
    ['options in another order', choice({ options: ['B. x', 'A. y', 'C. z', 'D. w'] })],
    ['a gold letter of no option', choice({ answer: 'E' })],
    ['a gold answer that is neither yes nor no', yesNo({ answer: 'Maybe' })],
    ['multiple choice without options', choice({ options: undefined })],
  ])('skips a row with %s, names it, and reads the others', (_, bad) => {
    const { rows, problems } = read(choice(), bad, yesNo());
    expect(rows.map(({ id }) => id)).toEqual(['AbC-1#0', 'AbC-1#2']);
    expect(problems).toMatchObject([{ file: 'dataset/AbC-1.json', index: 1, isSkipped: true }]);
  });

  it('refuses files of which none is of the benchmark', () => {
    expect(() => readHlv1k([{ path: 'a.json', text: '{}' }])).toThrow(/no file holds/);
  });

  it('a second file on a video is left out, and told', () => {
    const text = JSON.stringify([choice()]);
    const { rows, problems } = readHlv1k([
      { path: 'a/AbC-1.json', text },
      { path: 'b/AbC-1.json', text },
    ]);
    expect(rows).toHaveLength(1);
    expect(problems).toMatchObject([{ file: 'b/AbC-1.json', index: null, isSkipped: true }]);
  });
});
