import { describe, expect, it } from 'vitest';
import { lastYesNo, strictYesNo, tolerantYesNo } from '../../../../eval/parse/yes-no.ts';

describe('yes or no out of a reply', () => {
  it.each([
    ['Yes', 'Yes', 'Yes', 'Yes'],
    ['Yes.', 'Yes', null, 'Yes'],
    ['No, it does not.', 'No', null, 'No'],
    ['Yes. There is no second cup.', 'No', 'No', 'Yes'],
    ['**Answer: No** because nobody came', 'No', null, 'No'],
    ['It is on the table, so yes!', 'Yes', null, 'Yes'],
    ['Maybe yes and maybe no', 'No', 'Yes', null],
    ['Nothing of the kind', null, null, null],
    ['', null, null, null],
  ])('%j: last word %s, strict %s, tolerant %s', (reply, last, strict, tolerant) => {
    expect(lastYesNo(reply)).toBe(last);
    expect(strictYesNo(reply)).toBe(strict);
    expect(tolerantYesNo(reply)).toBe(tolerant);
  });
});
