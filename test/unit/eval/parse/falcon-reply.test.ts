import { describe, expect, it } from 'vitest';
import {
  officialFalconOption,
  officialReview,
  parseFalconReply,
  parseTemporalWindow,
  tolerantReview,
} from '../../../../eval/parse/falcon-reply.ts';

describe('a reply of FALCON-Bench', () => {
  it('is found in a code block among other words', () => {
    const text = 'Sure!\n```json\n{"response": "B", "temporal_window": "3, 9.5"}\n```\nDone {ok}.';
    expect(parseFalconReply(text)).toEqual({ response: 'B', window: [3, 9.5] });
  });

  it.each([['[from, to]'], ['[1, 2'], ['{1: 2}'], ['1; 2'], [{ start: 1, end: 2 }]])(
    'has no window in %j',
    (window) => {
      expect(parseTemporalWindow(window)).toBeNull();
    },
  );

  it('is never given an option at random', () => {
    const options = ['red', 'green'];
    const long = 'there is no way to tell what colour it may have been';
    expect(officialFalconOption(long, options)).toBeNull();
    expect(officialFalconOption(`${long} red`, options)).toBeNull();
    expect(officialFalconOption('it was red', options)).toBe('A');
  });
});

describe("the judge's review", () => {
  it.each([
    ["{'pred': 'yes', 'score': 4}", 'yes', 4],
    ['{"pred": "Yes", "score": "3"}', 'yes', 3],
    ["```python\n{'pred': 'no', 'score': 1}\n```", 'no', 1],
    ['{pred: yes, score: 5}', 'yes', 5],
    ['Yes, they mean the same.', 'yes', 0],
    ["{'pred': 'yes', 'score': 50}", 'yes', 5],
  ])('%j means %s and %d', (text, verdict, score) => {
    expect(tolerantReview(text)).toEqual({ verdict, score });
  });

  it('is no review when it says neither yes nor no', () => {
    expect(tolerantReview('I cannot say')).toBeNull();
    expect(tolerantReview('')).toBeNull();
  });

  it.each([['{pred: yes, score: 4}'], ["pred: 'yes'"], ["[{'pred': 'yes'}]"], ["{'pred': yes}"]])(
    'officially is no when it is not a Python dictionary: %j',
    (text) => {
      expect(officialReview(text)).toEqual({ verdict: 'no', score: 0 });
    },
  );
});
