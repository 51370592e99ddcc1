/** The annotated clips in the formats of DeVE-QA and FALCON-Bench, given as the whole folder. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deveQaBenchmark } from '../../../../eval/benchmarks/deve-qa.ts';
import { falconBenchmark } from '../../../../eval/benchmarks/falcon-bench.ts';
import type { SourceFile } from '../../../../eval/domain/benchmark.ts';
import type { Table } from '../../../../eval/domain/result.ts';
import { loadFiles } from '../../../../eval/runner/load-files.ts';
import { byItem, saying } from '../../../support/predictions.ts';
import { hasSharedData, sharedData } from '../../../support/shared-data.ts';

const files: readonly SourceFile[] = hasSharedData
  ? await loadFiles(sharedData('ground-truth'))
  : [];

const durations: Record<string, number> = hasSharedData
  ? JSON.parse(readFileSync(sharedData('ground-truth/deveqa_durations.json'), 'utf8'))
  : {};

const cellsOf = (table: Table | undefined, name: string) =>
  table!.rows.find((row) => row.name === name)!.cells;

describe.skipIf(!hasSharedData)('the annotated clips', () => {
  it('as DeVE-QA: the truth scores 100 everywhere, and nobody blind does', async () => {
    const { rows, problems } = deveQaBenchmark.read(files);
    expect(rows).toHaveLength(15);
    expect(rows.map(({ duration }) => duration)).toEqual(rows.map(({ video }) => durations[video]));
    expect(problems.every(({ index, isSkipped }) => index === null && isSkipped)).toBe(true);
    const truth = rows.map(({ id, gold, span }) => saying(id, gold, { span }));
    const { tables } = await deveQaBenchmark.score(rows, byItem(...truth), {
      seed: 1,
      durationOf: () => undefined,
    });
    for (const table of tables.slice(0, 2)) {
      const values = Object.values(cellsOf(table, 'Strandline')).map(({ value }) => value);
      expect(values).toEqual(Array(8).fill(100));
      for (const { role, cells } of table.rows) {
        if (role === 'baseline' && cells.accGqa) expect(cells.accGqa.value).toBeLessThan(20);
      }
    }
  });

  it('as FALCON-Bench: the truth scores 100, open answers only where somebody judges', async () => {
    const { rows } = falconBenchmark.read(files);
    expect(rows).toHaveLength(15);
    const truth = rows.flatMap(({ id, gold, answer, span }) => [
      saying(`${id}-mcq`, gold, { span }),
      saying(`${id}-oq`, answer, { span }),
    ]);
    const options = { seed: 1, durationOf: () => undefined };
    const unjudged = await falconBenchmark.score(rows, byItem(...truth), options);
    const judged = await falconBenchmark.score(rows, byItem(...truth), {
      ...options,
      judge: async ({ answer, prediction }) =>
        answer === prediction ? "{'pred': 'yes', 'score': 5}" : "{'pred': 'no', 'score': 0}",
    });
    const [choice, open] = unjudged.tables;
    expect(cellsOf(choice, 'Strandline')).toMatchObject({
      acc: { value: 100 },
      accMicro: { value: 100 },
      gtou: { value: 100 },
    });
    expect(cellsOf(open, 'Strandline')).not.toHaveProperty('acc');
    expect(cellsOf(open, 'Strandline').gtou!.value).toBe(100);
    expect(cellsOf(judged.tables[1], 'Strandline')).toMatchObject({
      acc: { value: 100 },
      score: { value: 5 },
    });
  });
});
