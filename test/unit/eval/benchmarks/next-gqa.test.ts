import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextGqaBenchmark } from '../../../../eval/benchmarks/next-gqa.ts';
import type { NextGqaRow } from '../../../../eval/datasets/next-gqa.ts';
import type { Span } from '../../../../eval/domain/item.ts';
import type { Prediction } from '../../../../eval/domain/prediction.ts';
import type { Table } from '../../../../eval/domain/result.ts';
import { byItem, notKnowing, saying } from '../../../support/predictions.ts';

const row = (id: string, over: Partial<NextGqaRow> = {}): NextGqaRow => ({
  id,
  video: 'v',
  question: `What ${id}?`,
  options: ['sit', 'run', 'jump', 'wave', 'sleep'],
  gold: 'B',
  type: 'CW',
  spans: [[10, 20]],
  duration: 40,
  fps: 30,
  ...over,
});

const scored = (rows: readonly NextGqaRow[], ...predictions: readonly Prediction[]) =>
  nextGqaBenchmark.score(rows, byItem(...predictions), { seed: 1, durationOf: () => undefined });

const ours = (table: Table | undefined) => {
  const { n, cells } = table!.rows.find(({ name }) => name === 'Strandline')!;
  return {
    n,
    ...Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, cell.value])),
  };
};

describe('nextGqaBenchmark', () => {
  const rows = [row('1'), row('2'), row('3', { type: 'TN' }), row('4', { type: 'TN' })];

  it('asks each question with its options, and knows from when on it can be answered', () => {
    const [item] = nextGqaBenchmark.items([
      row('1', {
        spans: [
          [10, 20],
          [2, 5],
        ],
      }),
    ]);
    expect(item).toMatchObject({ id: '1', options: ['sit', 'run', 'jump', 'wave', 'sleep'] });
    expect(item!.evidence).toEqual([2, 20]);
  });

  it('counts what was not answered as wrong and pointing nowhere', async () => {
    const { tables } = await scored(
      rows,
      saying('1', 'B', { span: [10, 20] }),
      saying('2', 'B', { span: [30, 40] }),
      notKnowing('3', { span: [10, 20] }),
    );
    expect(ours(tables[0])).toMatchObject({ n: 4, accQa: 50, miop: 25, iop05: 25, accGqa: 25 });
  });

  it('leaves it out by the official rule, which is said', async () => {
    const { tables } = await scored(
      rows,
      saying('1', 'B', { span: [10, 20] }),
      saying('2', 'A', { span: [15, 15] }),
      notKnowing('3'),
    );
    expect(tables[1]!.note).toMatch(/without a predicted span are left out/);
    expect(ours(tables[1])).toMatchObject({ n: 2, accQa: 50, miop: 100, accGqa: 50, miou: 50 });
  });

  it('tells how good the answers are that were given, and how many that is', async () => {
    const { tables } = await scored(rows, saying('1', 'B', { span: [10, 20] }), notKnowing('2'));
    expect(ours(tables[2])).toEqual({
      n: 1,
      answered: 25,
      pointed: 25,
      accQa: 100,
      miop: 100,
      accGqa: 100,
    });
  });

  it('credits the best of several true spans, and shows the one that is overlapped', async () => {
    const spans: Span[] = [
      [1, 2],
      [10, 20],
    ];
    const { tables, outcomes } = await scored(
      [row('1', { spans })],
      saying('1', 'B', { span: [10, 15] }),
    );
    expect(ours(tables[0])).toMatchObject({ miop: 100, miou: 50 });
    expect(outcomes[0]!.goldSpan).toEqual([10, 20]);
  });

  it('counts a reply without an option, and never guesses for it', async () => {
    const { tables, outcomes } = await scored(
      [row('1')],
      saying('1', 'no idea', { span: [10, 20] }),
    );
    expect(outcomes[0]!.mark).toBe('unparsable');
    expect(ours(tables[0])).toMatchObject({ accQa: 0, miop: 100, accGqa: 0 });
  });

  it('reads an interval out of the reply where there is no span, officially', async () => {
    const { tables } = await scored([row('1')], saying('1', '[10, 15]'));
    expect(ours(tables[1])).toMatchObject({ n: 1, accQa: 0, miop: 100 });
    expect(ours(tables[0])).toMatchObject({ miop: 0 });
  });

  it('stands beside people, blind answerers and papers', async () => {
    const { tables } = await scored(rows);
    const roles = Map.groupBy(tables[0]!.rows, ({ role }) => role);
    expect(roles.get('bound')!.map(({ name }) => name)).toEqual(['People']);
    expect(roles.get('published')!.some(({ name }) => name.startsWith('LLoVi'))).toBe(true);
    expect(roles.get('baseline')!.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Majority answer, middle half', 'Always E', 'By chance']),
    );
  });

  it('groups by type of question', async () => {
    const { groupings } = await scored(rows, saying('1', 'B', { span: [10, 20] }));
    expect(groupings.find(({ metric }) => metric === 'Acc@GQA')).toMatchObject({
      by: 'type',
      groups: [
        { name: 'CW', n: 2, value: 50, answered: 50 },
        { name: 'TN', n: 2, value: 0, answered: 0 },
      ],
    });
  });

  it('gives an instant nothing that half a second around it would not be given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 40, noNaN: true }), async (at) => {
        const { tables } = await scored([row('1')], saying('1', 'B', { span: [at, at] }));
        const widened = await scored(
          [row('1')],
          saying('1', 'B', {
            span: [Math.min(39.5, Math.max(0, at - 0.25)), Math.max(0.5, Math.min(40, at + 0.25))],
          }),
        );
        const [point, around] = [ours(tables[0]), ours(widened.tables[0])] as Record<
          string,
          number
        >[];
        expect(point!.miop).toBeCloseTo(around!.miop!, 6);
        expect(point!.miou).toBeLessThanOrEqual(5.000001);
      }),
      { numRuns: 20 },
    );
  });
});
