import { describe, expect, it } from 'vitest';
import { bestText, headlineOf, isWithinInterval } from '../../../../eval/report/compare.ts';
import { aColumn, aResult, aTableRow } from '../../../support/evaluation-things.ts';

const rows = [
  aTableRow('ours', 'ours', { accuracy: [41, 38, 44], switches: 12 }, 977),
  aTableRow('ours, strict', 'ours', { accuracy: 50, switches: 1 }),
  aTableRow('all yes', 'baseline', { accuracy: 39.8, switches: 30 }),
  aTableRow('all no', 'baseline', { accuracy: 0, switches: 20 }),
  aTableRow('best paper', 'published', { accuracy: 59.4 }),
  aTableRow('other paper', 'published', { accuracy: null, switches: 5 }),
  aTableRow('people', 'bound', { accuracy: 98, switches: 0 }),
];
const switches = aColumn({ key: 'switches', unit: 'count', isBetter: 'lower' });
const table = { title: 'T', columns: [aColumn(), switches], rows };

describe('the headline', () => {
  it('is the first column, our first row, and the best of those to compare with', () => {
    const headline = headlineOf(aResult({ tables: [table] }));
    expect(headline?.ours).toMatchObject({ value: 41, n: 977 });
    expect(headline?.baseline?.name).toBe('all yes');
    expect(headline?.published?.name).toBe('best paper');
  });

  it('follows the primary column, where lower may be better', () => {
    const headline = headlineOf(aResult({ tables: [{ ...table, primary: 'switches' }] }));
    expect(headline?.baseline?.name).toBe('all no');
    expect(headline?.published?.name).toBe('other paper');
  });

  it('is absent without a table, and its parts without values', () => {
    expect(headlineOf(aResult())).toBeUndefined();
    const alone = { ...table, rows: [aTableRow('ours', 'ours', { accuracy: null })] };
    const headline = headlineOf(aResult({ tables: [alone] }));
    expect([headline?.ours, headline?.baseline, headline?.published]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('a rival inside our interval is not told apart; without an interval nothing is said', () => {
    const { ours, baseline, published } = headlineOf(aResult({ tables: [table] }))!;
    expect(isWithinInterval(ours!, baseline!)).toBe(true);
    expect(isWithinInterval(ours!, published!)).toBe(false);
    expect(isWithinInterval(baseline!, ours!)).toBe(false);
  });
});

describe('the best of a column', () => {
  it('is the highest or lowest, and bounds do not compete', () => {
    expect(bestText(table, aColumn())).toBe('59.4');
    expect(bestText(table, switches)).toBe('1');
  });

  it('does not exist where neither is better or nobody competes', () => {
    expect(bestText(table, aColumn({ isBetter: 'neither' }))).toBeUndefined();
    expect(bestText({ ...table, rows: rows.slice(0, 1) }, aColumn())).toBeUndefined();
  });
});
