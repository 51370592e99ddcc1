import { describe, expect, it } from 'vitest';
import { deveQaBenchmark } from '../../../../eval/benchmarks/deve-qa.ts';
import type { DeveQaRow } from '../../../../eval/datasets/deve-qa.ts';
import type { Prediction } from '../../../../eval/domain/prediction.ts';
import type { Table } from '../../../../eval/domain/result.ts';
import { byItem, notKnowing, saying } from '../../../support/predictions.ts';

const row = (id: string, over: Partial<DeveQaRow> = {}): DeveQaRow => ({
  id,
  video: 'v',
  question: `What ${id}?`,
  options: ['sit', 'run', 'jump', 'wave', 'sleep'],
  gold: 'A',
  span: [10, 20],
  duration: 40,
  events: 1,
  ...over,
});

const scored = (
  rows: readonly DeveQaRow[],
  predictions: readonly Prediction[] = [],
  durationOf: (video: string) => number | undefined = () => undefined,
) => deveQaBenchmark.score(rows, byItem(...predictions), { seed: 1, durationOf });

const ours = ({ rows }: Table) => {
  const { n, cells } = rows.find(({ name }) => name === 'Strandline')!;
  return {
    n,
    ...Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, cell.value])),
  };
};

describe('deveQaBenchmark', () => {
  it('keeps questions without a prediction in the denominator, officially too', async () => {
    const { tables } = await scored(
      [row('1'), row('2'), row('3'), row('4')],
      [saying('1', 'A', { span: [10, 20] }), notKnowing('2')],
    );
    for (const table of tables.slice(0, 2)) {
      expect(ours(table)).toMatchObject({ n: 4, accQa: 25, miop: 25, accGqa: 25 });
    }
  });

  it('takes a reply that names no option for A officially, and for wrong by our rule', async () => {
    const { tables, outcomes } = await scored(
      [row('1')],
      [saying('1', 'Perhaps', { span: [10, 20] })],
    );
    expect(ours(tables[0]!)).toMatchObject({ accQa: 0, accGqa: 0 });
    expect(ours(tables[1]!)).toMatchObject({ accQa: 100, accGqa: 100 });
    expect(outcomes[0]!.mark).toBe('unparsable');
  });

  it('groups by length and events, as the paper and as the code does', async () => {
    const rows = [
      row('1', { duration: 59, events: 1 }),
      row('2', { duration: 60, events: 2 }),
      row('3', { duration: 120, events: 3 }),
      row('4', { duration: 180, events: 4 }),
      row('5', { duration: null, video: 'w' }),
    ];
    const { groupings } = await scored(rows);
    const sizes = (by: string) =>
      groupings
        .find((one) => one.by === by && one.metric === 'right')!
        .groups.map(({ name, n }) => [name, n]);
    expect(sizes('length of the video')).toEqual([
      ['under 60 s', 1],
      ['60 to 120 s', 1],
      ['120 s and longer', 2],
      ['unknown length', 1],
    ]);
    expect(sizes('length of the video, as the code groups')).toEqual([
      ['under 60 s', 1],
      ['60 to 180 s', 2],
      ['180 s and longer', 1],
      ['unknown length', 1],
    ]);
    expect(sizes('events in the video')).toEqual([
      ['1 event', 2],
      ['2 events', 1],
      ['more than 2 events', 2],
    ]);
    expect(sizes('events in the video, as the code groups')).toEqual([
      ['single (1 or 2)', 3],
      ['dense (more than 2)', 2],
    ]);
  });

  it('measures the video where the files do not tell its length', async () => {
    const rows = [row('1', { duration: null })];
    const names = async (durationOf: () => number | undefined) =>
      (await scored(rows, [], durationOf)).tables[0]!.rows.map(({ name }) => name);
    expect(await names(() => 40)).toContain('Majority answer, whole video');
    expect(await names(() => undefined)).not.toContain('Majority answer, whole video');
  });
});
