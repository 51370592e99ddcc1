import { describe, expect, it } from 'vitest';
import { plainBenchmark } from '../../../../eval/benchmarks/plain.ts';
import type { Prediction } from '../../../../eval/domain/prediction.ts';
import { failedPrediction } from '../../../../eval/runner/prediction-of.ts';
import { aPrediction, byItem, notKnowing, saying } from '../../../support/predictions.ts';

const question = (id: string, expected: object, over: object = {}) => ({
  id,
  video: 'yard.mp4',
  start: '2026-01-01T12:00:00Z',
  question: 'What of it?',
  expect: expected,
  ...over,
});

const { rows } = plainBenchmark.read([
  {
    path: 'mine.jsonl',
    text: [
      question('came', { verdict: 'yes' }, { evidence: [3, 5] }),
      question('later', { verdict: 'unknown' }),
      question('many', { value: 3 }),
      question('when', { at: 4, tolerance: 1 }),
      question('which', { option: 'B' }, { options: ['one', 'two'], video: 'gate.mp4' }),
      question('gone', { verdict: 'yes' }, { video: 'gate.mp4' }),
    ]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  },
]);

const scored = (...predictions: readonly Prediction[]) =>
  plainBenchmark.score(rows, byItem(...predictions), { seed: 1, durationOf: () => 10 });

const at = (seconds: number) => Date.parse('2026-01-01T12:00:00Z') + seconds * 1000;

describe('plainBenchmark', () => {
  it('asks with the time of the first frame, so that times of day mean something', () => {
    expect(plainBenchmark.items(rows)[0]).toMatchObject({
      startAt: at(0),
      video: 'yard.mp4',
      evidence: [3, 5],
    });
  });

  it('tells right, wrong, not answered and missing apart', async () => {
    const { outcomes, tables } = await scored(
      saying('came', 'Yes'),
      notKnowing('later'),
      aPrediction('many', { verdict: 'value', value: { type: 'count', count: 2 } }),
      notKnowing('when'),
      { ...failedPrediction({ id: 'which', video: '', text: '' }, 'the video is broken') },
    );
    expect(outcomes.map(({ mark }) => mark)).toEqual([
      ...['right', 'right', 'wrong', 'not-answered'],
      ...['missing', 'missing'],
    ]);
    expect(outcomes[4]).toMatchObject({ expected: 'B. two', reason: 'the video is broken' });
    const { right, rightOfAnswered } = tables[0]!.rows[0]!.cells;
    expect(right!.value).toBeCloseTo(100 / 3);
    expect(rightOfAnswered!.value).toBeCloseTo(200 / 3);
  });

  it('counts an instant in seconds from the first frame', async () => {
    const { outcomes } = await scored(
      aPrediction('when', { verdict: 'value', value: { type: 'instant', at: at(4.5) } }),
    );
    expect(outcomes.find(({ itemId }) => itemId === 'when')).toMatchObject({
      mark: 'right',
      expected: 'at 4 s, within 1 s',
    });
  });

  it.each([
    [[4, 9], 100],
    [[5, 9], 0],
  ] as const)(
    'evidence over %j s shows what is to be seen in 3 to 5 s: %i in a hundred',
    async (span, share) => {
      const evidence = [{ span, streamId: 'yard', clipId: null }];
      const { tables } = await scored(saying('came', 'Yes', { evidence }));
      const { cells, n } = tables.find(({ title }) => title === 'Evidence')!.rows[0]!;
      expect(n).toBe(1);
      expect(cells.shown!.value).toBe(share);
    },
  );

  it('tells exact counts from near ones', async () => {
    const { tables } = await scored(
      aPrediction('many', { verdict: 'value', value: { type: 'count', count: 4 } }),
    );
    const { cells } = tables.find(({ title }) => title === 'Counts')!.rows[0]!;
    expect(cells.exact!.value).toBe(0);
    // A third too many: below .5, .45, .4 and .35.
    expect(cells.mra!.value).toBeCloseTo(40);
  });

  it('stands beside who knows nothing and who says the same to everything', async () => {
    const { tables } = await scored();
    const rightOf = (name: string) =>
      tables[0]!.rows.find((row) => row.name === name)!.cells.right!.value;
    expect(rightOf('always unknown')).toBeCloseTo(100 / 6);
    expect(rightOf('always yes')).toBeCloseTo(200 / 6);
    expect(rightOf('always no')).toBe(0);
    // `yes` is learnt from either video for the other.
    expect(rightOf('majority of the other videos')).toBeCloseTo(200 / 6);
  });

  it('an unknown is no claim, and no part of calibration', async () => {
    const { calibration } = await scored(
      saying('came', 'Yes', { confidence: 1 }),
      notKnowing('later'),
    );
    expect(calibration).toMatchObject({ brier: 0 });
    expect(calibration!.bins).toHaveLength(1);
  });
});
