import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerQuestion } from '../../../../query/answer-question.ts';
import { memoryReaders } from '../../../support/memory-readers.ts';
import { court } from '../../../support/scripted-worlds.ts';
import { trajectoriesOf } from '../../../support/truth-trajectories.ts';

const startAt = Date.parse('2026-03-02T15:00:00Z');
const duration = 200;

interface Visit {
  readonly from: number;
  readonly seconds: number;
  readonly top: string;
}

const visits = fc.array(
  fc.record({
    from: fc.integer({ min: 1, max: 150 }),
    seconds: fc.integer({ min: 2, max: 40 }),
    top: fc.constantFrom('red', 'blue', 'green'),
  }),
  { minLength: 2, maxLength: 6 },
);

/** People in order of coming, none at the very moment of another. */
function worldOf(people: readonly Visit[]) {
  const recording = { streamId: 'yard', startAt, duration };
  const things = people.map(({ from, seconds, top }, index) => ({
    id: String(index),
    kind: 'person',
    there: [[from, from + seconds]] as const,
    top,
    from: 'left',
    to: 'right',
  }));
  const watched = [{ start: startAt, end: startAt + duration * 1000 }];
  return memoryReaders({
    streams: [{ id: 'yard', name: 'Yard', watched }],
    trajectories: trajectoriesOf(things, recording),
  });
}

const distinct = (people: readonly Visit[]): Visit[] =>
  [...new Map(people.map((one) => [one.from, one])).values()].sort((a, b) => a.from - b.from);

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

describe('what people are called by and nobody sees', () => {
  it.each([
    ['come before', 'come'],
    ['leave before', 'came'],
    ['stay longer than', ''],
  ])('the man in red %s the woman in blue: so it is for every such two', async (verb, then) => {
    await fc.assert(
      fc.asyncProperty(visits, async (all) => {
        const people = distinct(all);
        const world = worldOf(people);
        const verdictOf = async (a: string, b: string) =>
          (await answerQuestion({ text: `Did ${a} ${verb} ${b} ${then}?` }, world)).verdict;
        const said = await verdictOf('the man in red', 'the woman in blue');
        const pairs = people.flatMap((a, i) =>
          people.flatMap((b, j) => (a.top === 'red' && b.top === 'blue' ? [[i, j] as const] : [])),
        );
        const each = await Promise.all(
          pairs.map(([i, j]) =>
            verdictOf(`the ${ordinals[i]} person`, `the ${ordinals[j]} person`),
          ),
        );
        const shared = new Set(each);
        expect(said).toBe(shared.size === 1 ? each[0] : 'unknown');
      }),
      { numRuns: 30 },
    );
  });

  it('says how many it may mean, and is less sure than of what is seen', async () => {
    const ask = (text: string) => answerQuestion({ text }, memoryReaders(court));
    const seen = await ask('Did the person in green come before the fourth person?');
    const named = await ask(
      'Did the man in the green coat come before the woman in the white hat?',
    );
    const unseen = await ask('Did the man in the green coat come before the fourth person?');
    expect([seen.verdict, unseen.verdict]).toEqual(['yes', 'yes']);
    expect(unseen.confidence).toBeLessThan(seen.confidence);
    expect(unseen.facts[0]).toMatchObject({ holds: 'unknown' });
    expect(unseen.plan.understoodAs).toContain("'man' and 'coat' cannot be seen");
    expect(named.text).toContain('any of 5 people');
    expect(named.reason).toBe('not-seen-clearly');
  });

  it('two descriptions never mean one person', async () => {
    const text = 'Did the woman in the long white coat come before the man in the white shirt?';
    const answer = await answerQuestion({ text }, memoryReaders(court));
    expect(answer.verdict).toBe('yes');
  });

  it('of a crowd nobody can say which two are meant', async () => {
    const recording = { streamId: 'yard', startAt, duration };
    const things = Array.from({ length: 30 }, (_, index) => ({
      id: String(index).padStart(2, '0'),
      kind: 'person',
      there: [[1 + index * 5, 4 + index * 5]] as const,
      top: 'red',
    }));
    const watched = [{ start: startAt, end: startAt + duration * 1000 }];
    const world = memoryReaders({
      streams: [{ id: 'yard', name: 'Yard', watched }],
      trajectories: trajectoriesOf(things, recording),
    });
    const text = 'Did the man in the red coat come before the woman in the red hat left?';
    const answer = await answerQuestion({ text }, world);
    expect([answer.verdict, answer.reason]).toEqual(['unknown', 'not-seen-clearly']);
    expect(answer.text).toContain('any of 30 people');
  });

  it('what was not watched leaves a no unknown', async () => {
    const [stream] = court.streams;
    const watched = [
      { start: startAt, end: startAt + 85_000 },
      { start: startAt + 135_000, end: startAt + 160_000 },
    ];
    const half = { ...court, streams: [{ ...stream!, watched }] };
    const text = 'Did the man in the green coat come back?';
    const answer = await answerQuestion({ text }, memoryReaders(half));
    expect([answer.verdict, answer.reason]).toEqual(['unknown', 'not-covered']);
  });
});
