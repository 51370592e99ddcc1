import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countOf,
  figureText,
  instantText,
  intervalText,
  momentText,
  shareText,
  spanText,
} from '../../../../eval/report/figures.ts';
import { noon } from '../../../support/query-things.ts';

describe('figures', () => {
  it.each([
    [41.25, 'percent', '41.3'],
    [100, 'percent', '100.0'],
    [-0.01, 'percent', '0.0'],
    [0.8734, 'ratio', '0.873'],
    [14_847, 'count', '14,847'],
    [2.34, 'seconds', '2.3'],
    [null, 'percent', '\u2013'],
    [undefined, 'percent', '\u2013'],
    [Number.NaN, 'percent', '\u2013'],
  ] as const)('%s as %s reads %s', (value, unit, text) => {
    expect(figureText(value, unit)).toBe(text);
  });

  it('an interval needs both of its ends and a value', () => {
    expect(intervalText({ value: 41, low: 38.12, high: 44 }, 'percent')).toBe('38.1\u201344.0');
    expect(intervalText({ value: 41, low: 38 }, 'percent')).toBe('');
    expect(intervalText({ value: null, low: 38, high: 44 }, 'percent')).toBe('');
    expect(intervalText(undefined, 'percent')).toBe('');
  });

  it('a share of nothing is undefined, not zero', () => {
    expect(shareText(1, 3)).toBe('33.3');
    expect(shareText(0, 0)).toBe('\u2013');
  });

  it('counts one and many', () => {
    expect([countOf(0, 'row'), countOf(1, 'row'), countOf(1200, 'row')]).toEqual([
      '0 rows',
      '1 row',
      '1,200 rows',
    ]);
  });

  it.each([
    [0, '0:00.0'],
    [7.46, '0:07.5'],
    [59.96, '1:00.0'],
    [3723, '1:02:03.0'],
    [-2, '-0:02.0'],
  ])('%s seconds are the moment %s', (seconds, text) => {
    expect(momentText(seconds)).toBe(text);
  });

  it('moments never show sixty seconds or minutes', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e5, noNaN: true }), (seconds) => {
        const parts = momentText(seconds).split(':').map(Number);
        for (const part of parts.slice(1)) expect(part).toBeLessThan(60);
        const total = parts.reduce((sum, part) => sum * 60 + part, 0);
        expect(Math.abs(total - seconds)).toBeLessThanOrEqual(0.0501);
      }),
    );
  });

  it('spans and instants', () => {
    expect(spanText([1, 62.5])).toBe('0:01.0 to 1:02.5');
    expect(instantText(noon)).toBe('2026-11-30 12:00 UTC');
  });
});
