/** The table of a run that asks while the video is being watched. Pure. */
import type { Column, Table } from '../domain/result.ts';
import type { BootstrapOptions } from '../metrics/bootstrap.ts';
import { type AskedOften, timelinessCells, timelinessOf } from '../metrics/streaming.ts';
import { percentColumn } from './tables.ts';

const column = (key: string, label: string, unit: Column['unit']): Column => ({
  key,
  label,
  unit,
  isBetter: 'lower',
});

/** Of items with evidence, each asked several times; `everySeconds` lies between two times. */
export function streamingTable(
  items: readonly AskedOften[],
  everySeconds: number,
  options: BootstrapOptions,
): Table {
  const asked = items.filter(isAskedInTime);
  const never = items.length - asked.length;
  return {
    title: 'While the video runs',
    note: [
      `Asked from the end of the evidence on, every ${everySeconds} s, with only the past known;`,
      'but of a thing seen before, its kind, its looks and its usual place are as learnt in the end.',
      ...(never > 0
        ? [`${never} never asked: their video was not there, or ends before their evidence does.`]
        : []),
      'Delays are medians over the items that became right.',
    ].join(' '),
    primary: 'forGood',
    columns: [
      percentColumn('atFirst', 'right when first asked'),
      percentColumn('ever', 'right at some time'),
      percentColumn('forGood', 'right at the end'),
      column('firstRightAfter', 'until first right', 'seconds'),
      column('rightForGoodAfter', 'until right for good', 'seconds'),
      column('flips', 'changes between right and not', 'ratio'),
    ],
    rows: [
      {
        name: 'Strandline',
        role: 'ours',
        n: asked.length,
        cells: timelinessCells(asked, options),
      },
    ],
  };
}

const isAskedInTime = (item: AskedOften): boolean => timelinessOf(item).isRightAtFirst !== null;
