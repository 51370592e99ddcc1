import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unseenWordsOf, whyUnseen } from '../../../../query/language/unseen-said.ts';
import { planQuestion } from '../../../../query/plan-question.ts';

const context = {
  now: 3_600_000,
  extent: { start: 0, end: 600_000 },
  streams: [],
  zones: [],
  lines: [],
};
const queryOf = (text: string) => planQuestion({ text }, context).query;

const articles = fc.constantFrom('a', 'the', 'any', 'every', 'another', 'no');
const adjectives = fc.constantFrom('', 'tall', 'old', 'blond', 'first', 'other');
const nouns = fc.constantFrom('man', 'woman', 'child', 'person', 'visitor', 'lady');
const clothes = fc.constantFrom(
  '',
  'in a grey cardigan',
  'with a red hat',
  'in light blue jeans',
  'wearing a striped shirt',
  'with long hair',
);
const verbs = fc.constantFrom(
  ['Did', 'come'],
  ['Did', 'leave before the second person came'],
  ['Did', 'stay longer than the last woman'],
  ['Did', 'meet a man in black'],
  ['Was', 'there'],
  ['Was', 'the first to leave'],
  ['Was', 'wearing a dark coat'],
  ['Is the third person', ''],
  ['When did', 'leave'],
  ['How long did', 'stay'],
  ['Which side did', 'leave on'],
  ['Who came right after', ''],
  ['How many people came after', 'left'],
);

const unseen = [
  'tall',
  'old',
  'blond',
  'man',
  'woman',
  'child',
  'lady',
  'cardigan',
  'hat',
  'light',
];
const worn = ['striped', 'hair', 'meet', 'dark'];

const count = (words: readonly string[], word: string): number =>
  words.filter((one) => one === word).length;

describe('words that are never seen', () => {
  it('stand in the plan, or nothing was understood', () => {
    fc.assert(
      fc.property(
        articles,
        adjectives,
        nouns,
        clothes,
        verbs,
        (article, adjective, noun, dress, verb) => {
          const text = `${[verb[0], article, adjective, noun, dress, verb[1]].filter(Boolean).join(' ')}?`;
          const query = queryOf(text);
          if (query.type === 'open') return;
          const carried = unseenWordsOf(query).join(' ').split(' ');
          const said = [...unseen, ...worn].filter((word) => text.split(/[ ?]/).includes(word));
          for (const word of said)
            expect(count(carried, word), text).toBeGreaterThanOrEqual(
              count(text.split(/[ ?]/), word),
            );
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(['How many women came?', 'Which man came first?', 'When did a child leave?'])(
    'leave nothing to count, choose or time: %s',
    (text) => {
      expect(queryOf(text)).toMatchObject({ type: 'open', reason: 'not-seen-clearly' });
    },
  );

  it('come with the reason why', () => {
    expect(whyUnseen(['woman', 'long'])).toBe(
      "'woman' and 'long' cannot be seen (this system cannot tell men from women)",
    );
    expect(whyUnseen([])).toBe('');
  });
});
