import { describe, expect, it } from 'vitest';
import { firstLetter, parseIntervals } from '../../../../eval/parse/next-gqa-reply.ts';

const options = ['sit', 'run', 'jump', 'wave', 'apples'];

describe('a reply of NExT-GQA', () => {
  it.each([
    ['B', 'B'],
    ['B. run', 'B'],
    ['Apples', 'A'],
    ['(B)', null],
    ['b', null],
    ['F', null],
    ['', null],
  ])('%j begins with the letter %s', (reply, letter) => {
    expect(firstLetter(reply, options)).toBe(letter);
  });

  it.each([
    ['The interval is [5, 19', null],
    ['[None, 7]', [[0, 7]]],
    ['[None, None]', [[0, 1]]],
    [
      '[7] and [1, 2]',
      [
        [0, 0],
        [1, 2],
      ],
    ],
    ['[1, 2, 3]', null],
    ['[10, 20]. Because of that.', [[10, 20]]],
  ])('%j points at %j', (reply, intervals) => {
    expect(parseIntervals(reply)).toEqual(intervals);
  });
});
