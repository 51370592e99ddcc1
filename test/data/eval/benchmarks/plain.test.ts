/** The everyday questions on annotated clips: whole, and not to be answered without looking. */
import { expect, it } from 'vitest';
import { plainBenchmark } from '../../../../eval/benchmarks/plain.ts';
import { loadFiles } from '../../../../eval/runner/load-files.ts';
import { hasSharedData, sharedData } from '../../../support/shared-data.ts';

it.skipIf(!hasSharedData)(
  'fifty everyday questions are read, and no blind answerer gets a fifth',
  async () => {
    const files = await loadFiles(sharedData('ground-truth/plain.jsonl'));
    const { rows, problems } = plainBenchmark.read(files);
    expect(problems).toEqual([]);
    expect(rows).toHaveLength(50);
    const { tables } = await plainBenchmark.score(rows, new Map(), {
      seed: 1,
      durationOf: () => undefined,
    });
    const blind = tables[0]!.rows.filter(({ role }) => role === 'baseline');
    for (const { name, cells } of blind) expect(cells.right!.value, name).toBeLessThan(20);
  },
);
