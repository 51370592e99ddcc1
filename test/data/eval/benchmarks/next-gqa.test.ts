/** NExT-GQA val whole: what the official code gives for predictors that see nothing, or the truth. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GroundedAnswer, GroundedQuestion } from '../../../../eval/benchmarks/grounded.ts';
import { blindSpans } from '../../../../eval/benchmarks/grounded-baselines.ts';
import { nextGqaBenchmark, officialGrades } from '../../../../eval/benchmarks/next-gqa.ts';
import type { Span } from '../../../../eval/domain/item.ts';
import { type GroundingFigure, groundingScore } from '../../../../eval/metrics/grounding.ts';
import { loadFiles } from '../../../../eval/runner/load-files.ts';
import { hasSharedData, sharedData } from '../../../support/shared-data.ts';

const files = hasSharedData ? await loadFiles(sharedData('nextgqa')) : [];
const expected: Record<string, Record<string, number>> = hasSharedData
  ? JSON.parse(readFileSync(sharedData('nextgqa/expected_baselines_val.json'), 'utf8'))
  : {};

const officialNames: Readonly<Record<string, GroundingFigure>> = {
  Acc_GQA: 'accGqa',
  mIoP: 'miop',
  IoP03: 'iop03',
  IoP05: 'iop05',
  mIoU: 'miou',
  IoU03: 'iou03',
  IoU05: 'iou05',
};

const blind = (name: string) => {
  const { spanOf } = blindSpans.find((one) => one.name.startsWith(name))!;
  return ({ duration }: GroundedQuestion): Span | null => spanOf(duration!);
};

const predictors: Readonly<
  Record<string, (question: GroundedQuestion, index: number) => Span | null>
> = {
  full_video: blind('whole video'),
  middle_half: blind('middle half'),
  midpoint_zero_length: blind('middle, zero'),
  first_gt_span: ({ truths }) => truths[0]!,
  first_gt_span_every_second_missing: ({ truths }, index) => (index % 2 === 0 ? truths[0]! : null),
};

describe.skipIf(!hasSharedData)('NExT-GQA val', () => {
  const { rows, problems } = hasSharedData
    ? nextGqaBenchmark.read(files)
    : { rows: [], problems: [] };
  const questions = rows.map((row): GroundedQuestion => ({ ...row, truths: row.spans }));

  it('is read whole, with the three true spans that end after their video', () => {
    expect(rows).toHaveLength(3358);
    expect(new Set(nextGqaBenchmark.items(rows).map(({ id }) => id)).size).toBe(3358);
    expect(problems.map(({ isSkipped }) => isSkipped)).toEqual([false, false, false]);
    expect(problems.every(({ rule }) => /ends after the video/.test(rule))).toBe(true);
    expect(rows.some(({ spans }) => spans.length > 1)).toBe(true);
  });

  it.each(Object.entries(expected))('scores %s as the official code does', (name, figures) => {
    const [predictor, answering] = name.split('/') as [string, string];
    const answers = questions.map(
      (question, index): GroundedAnswer => ({
        letter: answering === 'all_correct' ? question.gold : 'A',
        span: predictors[predictor]!(question, index),
      }),
    );
    const grades = officialGrades(questions, answers);
    expect(grades).toHaveLength(figures.n!);
    for (const [official, figure] of Object.entries(officialNames)) {
      expect(groundingScore(grades, figure), official).toBeCloseTo(figures[official]!, 9);
    }
  });

  it('shows what pointing at the middle is worth, beside a system that answers nothing', async () => {
    const { tables, outcomes } = await nextGqaBenchmark.score(rows, new Map(), {
      seed: 1,
      durationOf: () => undefined,
    });
    const [main, official] = tables;
    const cell = (table: typeof main, name: string, key: string) =>
      table!.rows.find((row) => row.name.startsWith(name))?.cells[key]?.value;
    expect(cell(main, 'Strandline', 'accGqa')).toBe(0);
    expect(cell(main, 'Majority answer, middle, zero length', 'iop05')).toBe(0);
    expect(cell(official, 'Majority answer, middle, zero length', 'iop05')).toBeCloseTo(
      26.444312,
      5,
    );
    expect(cell(main, 'Always A', 'accQa')).toBeCloseTo(20.10125, 4);
    expect(cell(main, 'Always A', 'miop')).toBeUndefined();
    expect(outcomes).toHaveLength(3358);
    expect(outcomes.every(({ mark }) => mark === 'missing')).toBe(true);
  });
});
