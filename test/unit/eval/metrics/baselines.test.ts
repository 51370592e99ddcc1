import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bestConstantPerType,
  type ClosedQuestion,
  majorityFromOtherVideos,
  randomChoice,
} from '../../../../eval/metrics/baselines.ts';

const yesNo = ['Yes', 'No'];
const letters = ['A', 'B', 'C'];

const asked = (
  video: string,
  gold: string,
  over: Partial<ClosedQuestion> = {},
): ClosedQuestion => ({
  video,
  type: 'qa',
  choices: yesNo,
  gold,
  ...over,
});

const questions = fc.array(
  fc.record({
    video: fc.constantFrom('one', 'two', 'three'),
    type: fc.constantFrom('order', 'count'),
    choices: fc.constant(letters),
    gold: fc.constantFrom(...letters),
  }),
);

describe('majorityFromOtherVideos()', () => {
  it('answers what is most often right in the other videos', () => {
    const two = [asked('one', 'Yes'), asked('two', 'No'), asked('two', 'No')];
    expect(majorityFromOtherVideos(two)).toEqual(['No', 'Yes', 'Yes']);
  });

  it('keeps types of questions apart', () => {
    const count = { type: 'count' };
    const mixed = [
      ...[asked('one', 'No'), asked('one', 'Yes', count)],
      ...[asked('two', 'No'), asked('two', 'Yes', count)],
    ];
    expect(majorityFromOtherVideos(mixed)).toEqual(['No', 'Yes', 'No', 'Yes']);
  });

  it('falls back on other types with the same choices, and then on the first choice', () => {
    const rare = asked('one', 'Yes', { type: 'rare' });
    const letter = asked('one', 'C', { type: 'letter', choices: letters });
    expect(majorityFromOtherVideos([rare, letter, asked('two', 'No')])).toEqual(['No', 'A', 'Yes']);
  });

  it('never depends on the gold answers of its own video', () => {
    fc.assert(
      fc.property(questions, fc.constantFrom(...letters), (some, other) => {
        const changed = some.map((question) =>
          question.video === 'one' ? { ...question, gold: other } : question,
        );
        const of = (all: readonly ClosedQuestion[]) =>
          majorityFromOtherVideos(all).filter((_, index) => all[index]!.video === 'one');
        expect(of(changed)).toEqual(of(some));
      }),
    );
  });
});

describe('bestConstantPerType()', () => {
  it('is never worse than any constant', () => {
    const rightOf = (some: readonly ClosedQuestion[], answers: readonly string[]) =>
      some.filter(({ gold }, index) => gold === answers[index]).length;
    fc.assert(
      fc.property(questions, (some) => {
        const best = rightOf(some, bestConstantPerType(some));
        for (const letter of letters) {
          const constant = some.map(() => letter);
          expect(best).toBeGreaterThanOrEqual(rightOf(some, constant));
        }
      }),
    );
  });
});

describe('randomChoice()', () => {
  it('draws one of the choices, the same for the same seed', () => {
    fc.assert(
      fc.property(questions, fc.integer(), (some, seed) => {
        const answers = randomChoice(some, seed);
        expect(answers).toHaveLength(some.length);
        for (const answer of answers) expect(letters).toContain(answer);
        expect(randomChoice(some, seed)).toEqual(answers);
      }),
    );
  });

  it('is right as often as chance is', () => {
    const many = Array.from({ length: 3000 }, () => asked('one', 'B', { choices: letters }));
    const right = randomChoice(many, 1).filter((answer) => answer === 'B').length;
    expect(Math.abs(right - 1000)).toBeLessThan(120);
  });
});
