import { describe, expect, it } from 'vitest';
import type { CountLimit } from '../../../../query/domain/plan.ts';
import { planQuestion } from '../../../../query/plan-question.ts';
import {
  describeCost,
  isStandable,
  truthOver,
} from '../../../../query/standing/evaluate-standing.ts';
import { type MemoryWorld, memoryReaders } from '../../../support/memory-readers.ts';
import { hall } from '../../../support/scripted-worlds.ts';

const { start, end } = hall.streams[0]!.watched[0]!;

const planOf = (text: string) =>
  planQuestion(
    { text },
    {
      now: end + 1000,
      extent: { start, end },
      streams: hall.streams,
      zones: ['dock'],
      lines: ['gate'],
    },
  );

type Spans = readonly (readonly [number, number])[];

async function truthOf(text: string, threshold?: CountLimit, world: MemoryWorld = hall) {
  const truth = await truthOver(
    planOf(text),
    'hall',
    { start, end },
    memoryReaders(world),
    threshold,
  );
  const seconds = (range: { start: number; end: number }) =>
    [range.start, range.end].map((at) => Math.round((at - start) / 100) / 10) as [number, number];
  return { yes: truth.yes.map(({ range }) => seconds(range)), unknown: truth.unknown.map(seconds) };
}

describe('truthOver()', () => {
  const rows: readonly (readonly [string, Spans])[] = [
    [
      'Is anyone there?',
      [
        [5, 20],
        [30, 70],
        [90, 95],
        [120, 175],
      ],
    ],
    ['Tell me when a person is in the dock', [[125, 165]]],
    ['Alert me if a person stays in the dock for more than 30 seconds', [[155, 165]]],
    ['Tell me when a person stays for more than 45 seconds', [[165, 175]]],
    ['Let me know when someone in red comes', [[5, 5]]],
    ['Notify me if a dog appears', [[100, 100]]],
    [
      'Warn me when nobody is there',
      [
        [0, 5],
        [20, 30],
        [70, 90],
        [95, 120],
        [175, 180],
      ],
    ],
    [
      'Tell me when the room is empty',
      [
        [0, 5],
        [20, 30],
        [70, 90],
        [95, 120],
        [175, 180],
      ],
    ],
    ['Alert me if two people are there at the same time', [[50, 60]]],
    [
      'Tell me when someone leaves',
      [
        [20, 20],
        [60, 60],
        [70, 70],
        [95, 95],
        [175, 175],
      ],
    ],
    ['Is there a person with a backpack?', [[30, 70]]],
    ['Alert me when someone crosses the gate', [[92, 92]]],
    ['Is a car there?', []],
  ];

  it.each(rows)('%s', async (text, yes) => {
    expect(isStandable(planOf(text))).toEqual({ ok: true });
    expect(await truthOf(text)).toEqual({ yes, unknown: [] });
  });

  it('a number holds where it reaches its threshold', async () => {
    const moreThanOne: CountLimit = { comparison: '>', value: 1 };
    expect((await truthOf('How many people are there?', moreThanOne)).yes).toEqual([[50, 60]]);
    const long: CountLimit = { comparison: '>=', value: 50 };
    expect((await truthOf('How long does someone stay?', long)).yes).toEqual([[170, 175]]);
  });

  it('what was not watched is unknown, for yes and for its opposite', async () => {
    const watched = [
      { start, end: start + 100_000 },
      { start: start + 110_000, end },
    ];
    const world = { ...hall, streams: [{ ...hall.streams[0]!, watched }] };
    expect((await truthOf('Is a car there?', undefined, world)).unknown).toEqual([[100, 110]]);
    const empty = await truthOf('Tell me when the room is empty', undefined, world);
    expect(empty.unknown).toEqual([[100, 110]]);
    expect(empty.yes).toContainEqual([110, 120]);
    expect(empty.yes).not.toContainEqual([95, 120]);
  });

  it('evaluated chunk by chunk it holds at the same times as evaluated at once', async () => {
    const plan = planOf('Alert me if two people are there at the same time');
    const readers = memoryReaders(hall);
    const parts = [];
    for (let from = start; from < end; from += 15_000) {
      const truth = await truthOver(plan, 'hall', { start: from, end: from + 15_000 }, readers);
      parts.push(...truth.yes.map(({ range }) => (range.end - range.start) / 1000));
    }
    expect(parts.reduce((sum, seconds) => sum + seconds, 0)).toBe(10);
  });

  it('a question about another stream never holds', async () => {
    const plan = planOf('Is anyone there?');
    const elsewhere = { ...plan, scope: { ...plan.scope, streamIds: ['yard'] } };
    const truth = await truthOver(elsewhere, 'hall', { start, end }, memoryReaders(hall));
    expect(truth).toEqual({ yes: [], unknown: [] });
  });
});

describe('isStandable()', () => {
  it.each([
    'When did the third person come?',
    'Who came first?',
    'How many people came?',
    'Did the dog come before the person in green?',
    'Was the first person in black?',
    'What colour is the dog?',
    'Did a woman come?',
  ])('refuses, with the reason: %s', (text) => {
    const standable = isStandable(planOf(text));
    expect(standable.ok ? '' : standable.reason).not.toBe('');
  });

  it.each([
    ['Is the man in the red jacket there?', "'man'"],
    ['Is anyone in a cardigan there?', "'cardigan'"],
    ['Is the person in the light grey coat there?', "'light'"],
  ])('no alert rests on what is never seen: %s', (text, word) => {
    const standable = isStandable(planOf(text));
    expect(standable.ok ? '' : standable.reason).toContain(`${word} cannot be seen`);
  });

  it('a name of clothes stands for the colour it has', () => {
    expect(isStandable(planOf('Is the person in the red jacket there?')).ok).toBe(true);
  });

  it('a number can be watched for only with a threshold', () => {
    const plan = planOf('How many people are there?');
    expect(isStandable(plan).ok).toBe(false);
    expect(isStandable(plan, { comparison: '>', value: 2 }).ok).toBe(true);
  });

  it('a question that means now is not about a time', () => {
    expect(planOf('Is anyone there?').scope.isExplicit).toBe(false);
    expect(planOf('Is anyone there at 12:00?').scope.isExplicit).toBe(true);
  });

  it('costs no model call', () => {
    expect(describeCost(planOf('Is anyone there?'))).toContain('0 model calls');
  });
});
