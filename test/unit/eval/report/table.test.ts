import { describe, expect, it } from 'vitest';
import { tableHtml } from '../../../../eval/report/table.ts';
import { aColumn, aTableRow } from '../../../support/evaluation-things.ts';

const table = {
  title: 'Accuracy',
  columns: [aColumn(), aColumn({ key: 'iou', label: 'mIoU' })],
  rows: [
    aTableRow('LLoVi', 'published', { accuracy: 63.9 }),
    aTableRow('Strandline', 'ours', { accuracy: [41.24, 38.1, 44.3], iou: null }, 977),
    aTableRow('option A', 'baseline', { accuracy: 41.2, iou: 3 }, 977),
    aTableRow('people', 'bound', { accuracy: 84.7, iou: 43.9 }),
  ],
};
const { markup } = tableHtml(table);
const groups = [...markup.matchAll(/<tbody class="(\w+)">(.*?)<\/tbody>/gs)];
const of = (role: string) => groups.find(([, name]) => name === role)![2]!;

describe('a table of systems', () => {
  it('ours comes first, then what it is compared with, each role under its name', () => {
    expect(groups.map(([, role]) => role)).toEqual(['ours', 'baseline', 'published', 'bound']);
    expect(of('bound')).toContain('scope="rowgroup" colspan="4">Upper bounds');
  });

  it('a row without a cell and a cell without a value are a dash that is read out', () => {
    const dash = '<span aria-hidden="true">&ndash;</span><span class="hidden">undefined</span>';
    // The number of items, and mIoU.
    expect(of('published').split(dash)).toHaveLength(3);
    expect(of('ours').split(dash)).toHaveLength(2);
  });

  it('the best value of each column is marked, and no bound is', () => {
    expect([...markup.matchAll(/<strong>([\d.]+)/g)].map(([, value]) => value)).toEqual(['63.9']);
    expect(of('bound')).not.toContain('<strong>');
  });

  it('equal looks are equally best', () => {
    const rows = table.rows.filter(({ role }) => role !== 'published');
    const both = tableHtml({ ...table, rows }).markup;
    expect(both.match(/<strong>41\.2/g)).toHaveLength(2);
  });

  it('intervals stand below their figures, and headings say which way is better', () => {
    expect(of('ours')).toContain('41.2<span class="interval">38.1\u201344.3</span>');
    expect(markup).toContain('<span class="hidden">higher is better</span>');
  });
});
