import { describe, expect, it } from 'vitest';
import { hlv1kBenchmark } from '../../../../eval/benchmarks/hlv1k.ts';
import type { Prediction } from '../../../../eval/domain/prediction.ts';
import { byItem, notKnowing, saying } from '../../../support/predictions.ts';

const row = (type: 'mcqa' | 'qa', answer: string, over: object = {}) => ({
  qa_idx: 0,
  qa_type: type,
  qa_level: 'frame',
  qa_task: 'counting',
  question: 'What?',
  ...(type === 'mcqa' && { options: ['A. One.', 'B. Two.', 'C. Three.', 'D. Four.'] }),
  answer,
  ...over,
});

const { rows } = hlv1kBenchmark.read([
  {
    path: 'v.json',
    text: JSON.stringify([
      row('mcqa', 'B'),
      row('mcqa', 'C', { qa_level: 'long_term', qa_task: 'time-order' }),
      row('qa', 'No'),
      row('qa', 'Yes', { qa_level: 'cross_event' }),
    ]),
  },
]);

const scored = (...predictions: readonly Prediction[]) =>
  hlv1kBenchmark.score(rows, byItem(...predictions), { seed: 1, durationOf: () => 10 });

describe('hlv1kBenchmark', () => {
  it('asks options in their order and without letters', () => {
    const items = hlv1kBenchmark.items(rows);
    expect(items[0]).toMatchObject({ video: 'v', options: ['One.', 'Two.', 'Three.', 'Four.'] });
    expect(items[2]).not.toHaveProperty('options');
  });

  it('is the mean over questions, and over those of a level', async () => {
    const { tables } = await scored(saying('v#0', 'B'), saying('v#1', 'A'), saying('v#2', 'No'));
    const { cells } = tables[0]!.rows[0]!;
    expect(cells.overall!.value).toBe(50);
    expect(cells.frame!.value).toBe(100);
    expect(cells.long_term!.value).toBe(0);
    expect(cells.within_event!.value).toBeNull();
  });

  it('tells strict reading of replies from tolerant', async () => {
    const { tables } = await scored(saying('v#0', '(B)'), saying('v#2', 'No, nobody.'));
    const overallOf = (name: string) =>
      tables[0]!.rows.find((one) => one.name === name)!.cells.overall!.value;
    expect(overallOf('Strandline, strict')).toBe(0);
    expect(overallOf('Strandline, tolerant')).toBe(50);
  });

  it('says what was not answered, and why', async () => {
    const { outcomes } = await scored(notKnowing('v#0'), saying('v#1', 'all of these'));
    expect(outcomes.map(({ mark }) => mark)).toEqual([
      'not-answered',
      'unparsable',
      'missing',
      'missing',
    ]);
    expect(outcomes[0]).toMatchObject({ expected: 'B. Two.', reason: 'not-understood' });
  });

  it('stands beside the constant, the best constant and chance', async () => {
    const { tables } = await scored();
    const baselines = tables[0]!.rows.filter(({ role }) => role === 'baseline');
    expect(baselines.map(({ cells }) => cells.overall!.value)).toEqual([25, 100, 25, 37.5]);
    const byTask = tables[1]!.columns.map(({ label }) => label);
    expect(byTask).toEqual(['counting (3)', 'time-order (1)']);
  });
});
