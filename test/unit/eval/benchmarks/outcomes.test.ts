import { describe, expect, it } from 'vitest';
import {
  calibrationOfOutcomes,
  markReply,
  outcomeOf,
  outcomesBy,
} from '../../../../eval/benchmarks/outcomes.ts';
import { answeredRow, answeredTable } from '../../../../eval/benchmarks/tables.ts';
import type { Mark } from '../../../../eval/domain/result.ts';
import { lastYesNo } from '../../../../eval/parse/yes-no.ts';
import { failedPrediction } from '../../../../eval/runner/prediction-of.ts';
import { aPrediction, notKnowing, saying } from '../../../support/predictions.ts';

const item = { id: 'q', video: 'yard.mp4', text: 'Did it?' };

const judged = (mark: Mark, group = 'all', confidence = 0.8) =>
  outcomeOf(item, aPrediction('q', { confidence }), { mark, expected: 'Yes', group });

describe('markReply()', () => {
  it.each([
    ['right', saying('q', 'Yes')],
    ['wrong', saying('q', 'No')],
    ['unparsable', saying('q', 'Twice')],
    ['not-answered', notKnowing('q')],
    ['missing', undefined],
    ['missing', failedPrediction(item, 'the video is broken')],
  ] as const)('is %s', (mark, prediction) => {
    expect(markReply(prediction, 'Yes', lastYesNo)).toBe(mark);
  });
});

describe('outcomeOf()', () => {
  it('shows what was said with its evidence, and why there is no answer', () => {
    const evidence = [{ span: [1, 2], streamId: 'yard', clipId: 'yard_1_2' }] as const;
    const known = aPrediction('q', { evidence, span: [1, 2] });
    const mark = { mark: 'right', expected: 'Yes', group: '' } as const;
    expect(outcomeOf({ ...item, evidence: [0, 3] }, known, mark)).toMatchObject({
      said: 'Yes.',
      span: [1, 2],
      goldSpan: [0, 3],
      clipId: 'yard_1_2',
      reason: null,
    });
    const failed = failedPrediction(item, 'the video is broken');
    expect(outcomeOf(item, failed, mark).reason).toBe('the video is broken');
    expect(outcomeOf(item, notKnowing('q'), mark).reason).toBe('not-understood');
  });
});

describe('what outcomes are summed up to', () => {
  const outcomes = [
    judged('right', 'a', 0.95),
    judged('wrong', 'a', 0.95),
    judged('unparsable', 'b'),
    judged('not-answered', 'b', 0),
    judged('missing', 'b', 0),
  ];

  it('groups tell how much is right and how much was answered', () => {
    const { groups } = outcomesBy('kind', outcomes, ({ group }) => group);
    expect(groups).toEqual([
      { name: 'a', n: 2, value: 50, answered: 100 },
      { name: 'b', n: 3, value: 0, answered: 100 / 3 },
    ]);
  });

  it('shares of all marks make a whole', () => {
    const { right, wrong, unparsable, notAnswered, missing, rightOfAnswered } = answeredRow(
      'x',
      'ours',
      outcomes,
    ).cells;
    const parts = [right, wrong, unparsable, notAnswered, missing];
    expect(parts.reduce((sum, cell) => sum + cell!.value!, 0)).toBeCloseTo(100);
    expect(rightOfAnswered!.value).toBeCloseTo(100 / 3);
  });

  it('calibration knows only what was answered', () => {
    expect(calibrationOfOutcomes(outcomes)!.bins.map(({ n }) => n)).toEqual([1, 2]);
    expect(calibrationOfOutcomes([judged('missing')])).toBeNull();
  });

  it('an answer that nobody judged is neither right nor wrong anywhere', () => {
    const open = [judged('right'), judged('not-judged')];
    expect(calibrationOfOutcomes(open)!.bins[0]!.n).toBe(1);
    expect(outcomesBy('kind', open, () => '')!.groups).toMatchObject([{ n: 1, value: 100 }]);
    const { columns, rows } = answeredTable(open);
    expect(columns.map(({ key }) => key)).toContain('notJudged');
    expect(rows[0]!.cells.rightOfAnswered!.value).toBe(100);
    expect(answeredTable(outcomes).columns.map(({ key }) => key)).not.toContain('notJudged');
  });
});
