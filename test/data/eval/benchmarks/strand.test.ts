/** Annotated clips in the form of STRAND: whole, and made so that no constant answer is faithful. */
import { describe, expect, it } from 'vitest';
import { strandBenchmark } from '../../../../eval/benchmarks/strand.ts';
import { loadFiles } from '../../../../eval/runner/load-files.ts';
import { saying } from '../../../support/predictions.ts';
import { hasSharedData, sharedData } from '../../../support/shared-data.ts';

const read = async () =>
  strandBenchmark.read(await loadFiles(sharedData('ground-truth/strand_format')));

describe.skipIf(!hasSharedData)('STRAND questions on annotated clips', () => {
  it('are read whole: nothing is skipped, and nothing odd', async () => {
    const { rows, problems } = await read();
    expect(problems).toEqual([]);
    expect(rows).toHaveLength(26);
    expect(rows.every(({ type, span, subs }) => type && span && subs.length > 1)).toBe(true);
  });

  it('every constant answer has a faithful accuracy of 0, and the gold answers have 100', async () => {
    const { rows } = await read();
    const golds = new Map(
      rows.flatMap((row) =>
        [row, ...row.subs].map(({ text, gold }) => [`${row.video}: ${text}`, gold!] as const),
      ),
    );
    const predictions = new Map([...golds].map(([id, gold]) => [id, saying(id, gold)]));
    expect(predictions.size).toBe(strandBenchmark.items(rows).length);
    const { tables } = await strandBenchmark.score(rows, predictions, {
      seed: 1,
      durationOf: () => undefined,
    });
    const scoreOf = (name: RegExp) =>
      tables[0]!.rows.filter((row) => name.test(row.name)).map((row) => row.cells.aFaith!.value);
    expect(scoreOf(/^always/)).toEqual([0, 0, 0, 0]);
    expect(scoreOf(/^Strandline$/)).toEqual([100]);
  });
});
