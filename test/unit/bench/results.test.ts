import { describe, expect, it } from 'vitest';
import { type Measurement, measurementOf } from '../../bench/harness/measure.ts';
import { benchTable, compare, parseResults, runHeading } from '../../bench/harness/results.ts';

const machine = '2 cores of a Processor';
const at = new Date('2026-11-30T09:18:00Z');

const tax = (...values: number[]): Measurement =>
  measurementOf(values, { name: 'decode tax', unit: 'x', isBetter: 'lower', target: 1.3 });

const written = (measurements: Measurement[], on = machine, before = ''): string => {
  const rows = parseResults(before);
  const table = benchTable(measurements, { machine: on, bench: 'ingest', rows });
  return `${before}\n${runHeading(at, on, 1.4)}\n\n### ingest (load 1.4, 12 s)\n\n${table}\n`;
};

describe('the results file', () => {
  it('is read back as it was written', () => {
    expect(parseResults(written([tax(1.1, 1.25, 1.2)]))).toEqual([
      { machine, bench: 'ingest', name: 'decode tax', unit: 'x', value: 1.2, low: 1.1, high: 1.25 },
    ]);
  });

  it('may hold anything else, which is no measurement', () => {
    const older =
      '## 2026-11-30T09:18Z, 2 cores of X, load 1.4\n\n### store\n\n```\n1 | 2 | 3\n```\n';
    expect(parseResults(older)).toEqual([]);
  });

  it('puts each measurement beside the last one of the same on the same kind of machine', () => {
    const first = written([tax(1, 1.1, 1.2)]);
    const elsewhere = written([tax(3)], '64 cores of another Processor', first);
    const second = written([tax(2, 2.2, 2.4)], machine, elsewhere);
    expect(second.split('\n').at(-2)).toContain('| 1.1 | **x 2.00 worse** |');
  });

  it('says nothing of a change where there is nothing to compare with', () => {
    expect(
      written([tax(1.2)])
        .split('\n')
        .at(-2),
    ).toBe('| decode tax | 1.2 x | 1.2 | 1.2 | 1 | <= 1.3 met |  |  |');
  });
});

describe('a change', () => {
  const rate = (...values: number[]) =>
    measurementOf(values, { name: 'rate', unit: '1/s', isBetter: 'higher' });

  it('is none where the spreads touch', () => {
    expect(compare(tax(1, 1.2), tax(1.2, 1.6)).verdict).toBe('same');
  });

  it('is for the better or the worse as the measurement is meant', () => {
    expect(compare(tax(2), tax(1)).verdict).toBe('better');
    expect(compare(rate(2), rate(1)).verdict).toBe('worse');
    expect(compare(rate(1), rate(2))).toEqual({ ratio: 2, verdict: 'better' });
  });
});
