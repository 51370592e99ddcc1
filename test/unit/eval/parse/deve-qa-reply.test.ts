import { describe, expect, it } from 'vitest';
import { officialDeveQaOption, saidDeveQaOption } from '../../../../eval/parse/deve-qa-reply.ts';

const options = ['sit', 'run', 'jump', 'wave', 'apples'];

describe('a reply of DeVE-QA', () => {
  it.each([
    ['E', 'E'],
    ['Apples', 'E'],
    [' JUMP ', 'C'],
    ['don’t know', 'D'],
    ['he jumps', null],
    ['', null],
  ])('%j names the option %s', (reply, letter) => {
    expect(saidDeveQaOption(reply, options)).toBe(letter);
    expect(officialDeveQaOption(reply, options)).toBe(letter ?? 'A');
  });
});
