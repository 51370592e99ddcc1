import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letterOf, tolerantOption } from '../../../../eval/parse/options.ts';

const options = ['a red car', 'a blue car', 'a dog', 'nothing', '5'];

describe('tolerantOption()', () => {
  it.each([
    ['B', 'B'],
    ['b', 'B'],
    ['(C)', 'C'],
    ['B. 5', 'B'],
    ['D: nothing', 'D'],
    ['Answer: b', 'B'],
    ['The best answer is D', 'D'],
    ['The correct option is (C).', 'C'],
    ['A dog', 'C'],
    ['I think it is a blue car.', 'B'],
    ['Definitely the dog, so C', 'C'],
    ['There are 5 of them', 'E'],
  ])('takes %j to mean %s', (reply, letter) => {
    expect(tolerantOption(reply, options)).toBe(letter);
  });

  it.each([
    [''],
    ['None'],
    ['Definitely the car'],
    ['A or B'],
    ['a dog and a red car'],
    ['F'],
    ['Because it moved'],
    ['There are 5.5 of them'],
  ])('finds no option in %j', (reply) => {
    expect(tolerantOption(reply, options)).toBeNull();
  });

  it('reads every letter and every text of an option back', () => {
    const text = fc.stringMatching(/^[a-z]{3,8}( [a-z]{3,8}){0,3}$/);
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 2, maxLength: 5 }), (texts) => {
        texts.forEach((one, index) => {
          expect(tolerantOption(one, texts)).toBe(letterOf(index));
          expect(tolerantOption(`${letterOf(index)}. ${one}`, texts)).toBe(letterOf(index));
        });
      }),
    );
  });
});
