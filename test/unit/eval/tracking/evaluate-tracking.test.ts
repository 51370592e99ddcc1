import { describe, expect, it } from 'vitest';
import type { SourceFile } from '../../../../eval/domain/benchmark.ts';
import {
  type DetectionTracker,
  evaluateTracking,
  type TrackingSystem,
} from '../../../../eval/tracking/evaluate-tracking.ts';

const frames = [1, 2, 3, 4];
/** Two people who stand beside each other for four frames. */
const truth = frames
  .flatMap((frame) => [`${frame},1,10,10,20,40,1`, `${frame},2,60,10,20,40,1`])
  .join('\n');
const detections = frames
  .flatMap((frame) => [`${frame},-1,10,10,20,40,0.9`, `${frame},-1,60,10,20,40,0.8`])
  .join('\n');

const folder = (name: string, files: Readonly<Record<string, string>>): SourceFile[] =>
  Object.entries(files).map(([file, text]) => ({ path: `${name}/${file}`, text }));

/** Names every box by its side of the picture; `mixed` swaps the names half-way. */
const bySide =
  (mixed: boolean): DetectionTracker =>
  (all) =>
    all.map((inFrame, index) =>
      inFrame.map(({ box }) => {
        const isLeft = box.x < 0.5 !== (mixed && index >= 2);
        return { trajectoryId: isLeft ? 'left' : 'right', box };
      }),
    );

const systems: TrackingSystem[] = [
  { name: 'right', role: 'ours', track: bySide(false) },
  { name: 'mixed', role: 'baseline', track: bySide(true) },
];

const cellsOf = (result: ReturnType<typeof evaluateTracking>, table: string) =>
  Object.fromEntries(
    result.tables
      .find(({ title }) => title === table)!
      .rows.map(({ name, cells }) => [
        name,
        Object.fromEntries(Object.entries(cells).map(([key, { value }]) => [key, value])),
      ]),
  );

describe('evaluateTracking()', () => {
  const plain = folder('street', { 'gt.txt': truth, 'det.txt': detections });

  it('a table per sequence with a row per system, in percent', () => {
    const result = evaluateTracking(plain, systems);
    expect(result.tables.map(({ title }) => title)).toEqual(['street']);
    const { right, mixed } = cellsOf(result, 'street');
    expect(right).toMatchObject({ HOTA: 100, MOTA: 100, IDF1: 100, IDSW: 0 });
    expect(mixed).toMatchObject({ IDF1: 50, IDSW: 2, MOTA: 75 });
  });

  it('a tracker whose boxes lie beside the detections is shown too, as published', () => {
    const given = frames.map((frame) => `${frame},5,10,10,20,40,-1`).join('\n');
    const files = [...plain, { path: 'street/test.txt', text: given }];
    const { rows } = evaluateTracking(files, systems).tables[0]!;
    const row = rows.find(({ role }) => role === 'published')!;
    expect(row.name).toContain('test.txt');
    expect(row.cells.CLR_FN!.value).toBe(4);
  });

  it('several sequences have a table together, and are the groups of the first system', () => {
    const files = [...plain, ...folder('b', { 'gt/gt.txt': truth, 'det/det.txt': detections })];
    const result = evaluateTracking(files, systems);
    expect(result.tables.map(({ title }) => title)).toEqual([
      'All sequences together',
      'street',
      'b',
    ]);
    expect(result.tables[0]!.rows[0]!.n).toBe(4);
    expect(result.groupings).toEqual([
      {
        by: 'sequence',
        metric: 'HOTA',
        groups: ['street', 'b'].map((name) => ({ name, n: 2, value: 100, answered: 100 })),
      },
    ]);
  });

  it('the picture size of seqinfo.ini is what boxes are shares of', () => {
    const seen: number[] = [];
    const track: DetectionTracker = (all, { fps, width }) => {
      seen.push(fps, width, all[0]![0]!.box.x);
      return all.map(() => []);
    };
    const info = 'frameRate=10\nimWidth=200\nimHeight=100\nseqLength=4';
    const files = [...plain, { path: 'street/seqinfo.ini', text: info }];
    evaluateTracking(files, [{ name: 'any', role: 'ours', track }]);
    expect(seen).toEqual([10, 200, 0.05]);
  });

  it('true boxes of confidence 0 are not scored', () => {
    const files = folder('street', {
      'gt.txt': truth.replaceAll(',2,60,10,20,40,1', ',2,60,10,20,40,0'),
      'det.txt': detections,
    });
    expect(cellsOf(evaluateTracking(files, systems), 'street').right).toMatchObject({
      CLR_FP: 4,
      CLR_FN: 0,
    });
  });

  it('what is wrong with a file is told, and the other sequences are scored', () => {
    const files = [
      ...plain,
      ...folder('empty', { 'gt.txt': truth }),
      ...folder('classes', { 'gt.txt': '1,1,1,1,5,5,1,1,0.9', 'det.txt': detections }),
      ...folder('unsure', { 'gt.txt': truth, 'det.txt': detections.replace('0.9', '12.5') }),
      { path: 'street/README.txt', text: 'no boxes' },
    ];
    const { read, tables } = evaluateTracking(files, systems);
    expect(tables.map(({ title }) => title)).toContain('unsure');
    expect(read.problems).toEqual([
      { file: 'empty', index: null, rule: 'has no boxes in det.txt', isSkipped: true },
      {
        file: 'classes',
        index: null,
        rule: 'has classes in gt.txt (MOT16 and later), which are scored by other rules',
        isSkipped: true,
      },
      {
        file: 'unsure',
        index: null,
        rule: 'has confidences outside 0..1: every box counts as sure',
        isSkipped: false,
      },
    ]);
  });

  it('a folder without any sequence is refused', () => {
    expect(() => evaluateTracking([{ path: 'a.txt', text: '' }], systems)).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });
});
