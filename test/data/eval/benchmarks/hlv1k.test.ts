/** All released questions of HLV-1K: counts and constant answers as published or recomputed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { hlv1kBenchmark } from '../../../../eval/benchmarks/hlv1k.ts';
import type { HlvRow } from '../../../../eval/datasets/hlv1k.ts';
import type { Dataset, Scores } from '../../../../eval/domain/benchmark.ts';
import { loadFiles } from '../../../../eval/runner/load-files.ts';
import { saying } from '../../../support/predictions.ts';
import { hasSharedData, sharedData } from '../../../support/shared-data.ts';

const options = { seed: 1, durationOf: () => undefined };

describe.skipIf(!hasSharedData)('the released questions of HLV-1K', () => {
  let dataset: Dataset<HlvRow>;
  let scores: Scores;

  beforeAll(async () => {
    dataset = hlv1kBenchmark.read(await loadFiles(sharedData('hlv1k/dataset.zip')));
    const rightExceptCounting = dataset.rows
      .filter(({ task }) => task !== 'counting')
      .map(({ id, gold }) => [id, saying(id, gold)] as const);
    scores = await hlv1kBenchmark.score(dataset.rows, new Map(rightExceptCounting), options);
  });

  const countBy = (keyOf: (row: HlvRow) => string) =>
    Object.fromEntries(
      [...Map.groupBy(dataset.rows, keyOf)].map(([key, some]) => [key, some.length]),
    );

  it('are 14,847 of 1,009 videos, and none is skipped', () => {
    expect(dataset.problems).toEqual([]);
    expect(dataset.rows).toHaveLength(14_847);
    expect(new Set(dataset.rows.map(({ video }) => video)).size).toBe(1009);
    expect(new Set(hlv1kBenchmark.items(dataset.rows).map(({ id }) => id)).size).toBe(14_847);
  });

  it('are of the published types, levels and tasks', () => {
    expect(countBy(({ type }) => type)).toEqual({ mcqa: 10_533, qa: 4314 });
    expect(countBy(({ level }) => level)).toEqual({
      long_term: 6213,
      frame: 3335,
      cross_event: 2809,
      within_event: 2490,
    });
    expect(countBy(({ task }) => task)).toMatchObject({
      object: 2396,
      character: 2191,
      speed: 1701,
      counting: 97,
      'time-order': 730,
      'object-direction': 429,
    });
    expect(Object.keys(countBy(({ task }) => task))).toHaveLength(15);
  });

  it('a constant answer is right in 57 % of them, and the best of each type and level in 69 % at frames', () => {
    const cellsOf = (name: RegExp) => {
      const { cells } = scores.tables[0]!.rows.find((row) => name.test(row.name))!;
      return Object.fromEntries(
        Object.entries(cells).map(([key, { value }]) => [key, Number(value!.toFixed(1))]),
      );
    };
    expect(cellsOf(/^always A/)).toMatchObject({ overall: 57 });
    expect(cellsOf(/^best constant/)).toMatchObject({
      frame: 69.2,
      within_event: 51,
      cross_event: 59.6,
      long_term: 61.8,
    });
  });

  it('gold answers are right, strictly and tolerantly, and questions not asked count as wrong', () => {
    const [strict, tolerant] = scores.tables[0]!.rows;
    const share = (100 * (14_847 - 97)) / 14_847;
    expect(strict!.cells.overall!.value).toBeCloseTo(share, 9);
    expect(tolerant!.cells.overall!.value).toBeCloseTo(share, 9);
    const { groups } = scores.groupings.find(({ by }) => by === 'task')!;
    expect(groups.find(({ name }) => name === 'counting')).toMatchObject({ value: 0, answered: 0 });
  });
});

describe.skipIf(!hasSharedData)('HLV-1K questions on annotated clips', () => {
  it('are read whole', async () => {
    const files = await loadFiles(sharedData('ground-truth/hlv_format'));
    const { rows, problems } = hlv1kBenchmark.read(files);
    expect(problems).toEqual([]);
    expect(rows).toHaveLength(41);
    expect(new Set(rows.map(({ video }) => video))).toEqual(new Set(['bottles', 'one_by_one']));
  });
});
