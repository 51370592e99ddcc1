/** Asked as of a moment, what was seen later changes nothing: as if the recording ended there. */
import { expect, it } from 'vitest';
import { answerQuestion } from '../../../../query/answer-question.ts';
import { type MemoryWorld, memoryReaders } from '../../../support/memory-readers.ts';
import { noon } from '../../../support/query-things.ts';
import { trajectoriesOf } from '../../../support/truth-trajectories.ts';

const people = [
  { id: 'a', top: 'red', there: [[5, 40]] },
  {
    id: 'b',
    top: 'blue',
    there: [
      [10, 14],
      [50, 80],
    ],
  },
  { id: 'c', top: 'green', there: [[20, 33]] },
] as const;

/** As much of it as there is in so many seconds. */
function worldUntil(seconds: number): MemoryWorld {
  const seen = people.map(({ id, top, there }) => ({
    id,
    top,
    kind: 'person' as const,
    there: there
      .filter(([from]) => from < seconds)
      .map(([from, to]): [number, number] => [from, Math.min(to, seconds)]),
  }));
  const watched = [{ start: noon, end: noon + seconds * 1000 }];
  return {
    streams: [{ id: 'hall', name: 'Hall', watched }],
    trajectories: trajectoriesOf(
      seen.filter(({ there }) => there.length > 0),
      { streamId: 'hall', startAt: noon, duration: seconds },
    ),
  };
}

const whole = memoryReaders(worldUntil(120));

async function bothAt(seconds: number, text: string) {
  const end = noon + seconds * 1000;
  const recorded = { start: noon, end };
  const standpoint = { now: end + 86_400_000, recorded, streams: [] };
  const asOf = await answerQuestion({ text, standpoint: { ...standpoint, asOf: end } }, whole);
  const past = await answerQuestion({ text, standpoint }, memoryReaders(worldUntil(seconds)));
  const later = await answerQuestion({ text, to: end, standpoint }, whole);
  const said = ({ verdict, reason, value }: typeof asOf) => ({ verdict, reason, value });
  return { asOf: said(asOf), past: said(past), later: said(later) };
}

const moments = [12, 15, 25, 30, 34, 45, 60, 79, 100];

it.each([
  'How many people came?',
  'How many people left?',
  'How many people came in the first minute?',
  'How many people were there at most?',
  'Did anyone stay longer than 30 seconds?',
  'Did the person in red leave?',
  'Did someone leave in the last 15 seconds?',
  'Did the person in blue come back?',
  'How long was the person in red there?',
  'When did the last person leave?',
  'Was anyone there at 60 seconds?',
  'Was nobody there?',
])('%s', async (text) => {
  for (const moment of moments) {
    const { asOf, past } = await bothAt(moment, text);
    expect({ moment, ...asOf }).toEqual({ moment, ...past });
  }
});

it('an end of the scope alone hides less: the end of a stay is known before it comes', async () => {
  const { later, past } = await bothAt(30, 'Did anyone stay longer than 30 seconds?');
  expect([later.verdict, past.verdict]).toEqual(['yes', 'unknown']);
});
