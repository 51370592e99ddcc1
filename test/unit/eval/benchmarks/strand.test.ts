import { describe, expect, it } from 'vitest';
import { strandBenchmark } from '../../../../eval/benchmarks/strand.ts';
import type { Prediction } from '../../../../eval/domain/prediction.ts';
import { notKnowing, saying } from '../../../support/predictions.ts';

const sample = (video: string, over: object = {}) => ({
  video_name: video,
  questions: ['Does the van leave?', 'Does the dog bark?'],
  answers: ['Yes', 'No'],
  'sub-questions': [
    ['Is there a van?', 'Is the van still there?'],
    ['Is there a dog?', 'Is there a van?'],
  ],
  'sub-answers': [
    ['Yes', 'No'],
    ['No', 'Yes'],
  ],
  'x-type': ['order', 'sound'],
  'x-span': [
    [3, 5],
    [1, 2],
  ],
  ...over,
});

const rowsOf = (...samples: object[]) =>
  strandBenchmark.read(
    samples.map((one, index) => ({ path: `sample_${index}.json`, text: JSON.stringify(one) })),
  ).rows;

const rows = rowsOf(sample('yard.mp4'));

/** Answers the items in words; items that are not named are missing. */
async function scored(replies: Readonly<Record<string, string>>, of = rows) {
  const predictions = new Map<string, Prediction>();
  for (const { id, text } of strandBenchmark.items(of)) {
    const reply = replies[text];
    if (reply === undefined) continue;
    predictions.set(id, reply === '?' ? notKnowing(id) : saying(id, reply));
  }
  return strandBenchmark.score(of, predictions, { seed: 1, durationOf: () => 10 });
}

const right = {
  'Does the van leave?': 'Yes',
  'Is there a van?': 'Yes',
  'Is the van still there?': 'No',
  'Does the dog bark?': 'No',
  'Is there a dog?': 'No',
};

const ours = async (replies: Readonly<Record<string, string>>, table = 0) =>
  (await scored(replies)).tables[table]!.rows[0]!.cells;

describe('strandBenchmark', () => {
  it('asks each text once per video, targets with where their answer can be seen', () => {
    const items = strandBenchmark.items(rowsOf(sample('yard.mp4'), sample('gate.mp4')));
    expect(items).toHaveLength(10);
    expect(new Set(items.map(({ id }) => id)).size).toBe(10);
    expect(items.find(({ text }) => text === 'Does the dog bark?')!.evidence).toEqual([1, 2]);
    expect(items.find(({ text }) => text === 'Is there a dog?')).not.toHaveProperty('evidence');
  });

  it('gives full marks to right answers', async () => {
    const { aFaith, aTarget, aSub, aCons } = await ours(right);
    expect([aFaith, aTarget, aSub, aCons].map((cell) => cell!.value)).toEqual([100, 100, 100, 100]);
  });

  it('a wrong sub-question takes every target that rests on it', async () => {
    const { aFaith, aTarget, aSub } = await ours({ ...right, 'Is there a van?': 'No' });
    expect([aFaith, aTarget, aSub].map((cell) => cell!.value)).toEqual([0, 100, 50]);
  });

  it('unknown and missing count as wrong, and apart from wrong', async () => {
    const { 'Is there a dog?': _, ...missing } = right;
    const { aFaith } = await ours({ ...missing, 'Is the van still there?': '?' });
    expect(aFaith!.value).toBe(0);
    const selective = await ours({ ...missing, 'Is the van still there?': '?' }, 1);
    expect(selective.targets!.value).toBe(100);
    expect(selective.subs!.value).toBe(50);
    expect(selective.subsRight!.value).toBe(100);
    expect(selective.whole!.value).toBe(0);
    const { outcomes } = await scored({ ...missing, 'Is the van still there?': '?' });
    const marks = Map.groupBy(outcomes, ({ mark }) => mark);
    expect(marks.get('not-answered')).toMatchObject([{ reason: 'not-understood' }]);
    expect(marks.get('missing')).toHaveLength(1);
    expect(marks.get('right')).toHaveLength(3);
  });

  it('a reply that is neither yes nor no is unparsable', async () => {
    const { outcomes } = await scored({ ...right, 'Is there a dog?': 'Two dogs' });
    expect(outcomes.find(({ question }) => question === 'Is there a dog?')!.mark).toBe(
      'unparsable',
    );
  });

  it('a gold answer that is neither is never matched', async () => {
    const odd = rowsOf(
      sample('yard.mp4', {
        'sub-answers': [
          ['NA', 'No'],
          ['No', 'Yes'],
        ],
      }),
    );
    const { tables } = await scored(right, odd);
    expect(tables[0]!.rows[0]!.cells.aFaith!.value).toBe(50);
  });

  it('stands beside all four constants, blind answers and papers', async () => {
    const { tables } = await scored(right);
    const targetsOf = (name: string) =>
      tables[0]!.rows.find((row) => row.name === name)?.cells.aTarget?.value;
    expect(targetsOf('always Yes / Yes')).toBe(50);
    expect(targetsOf('always No / No')).toBe(50);
    expect(targetsOf('STRAND with Gemini-3-Flash')).toBe(77.1);
    expect(tables[0]!.rows.map(({ role }) => role)).toContain('baseline');
  });

  it('groups faithful accuracy by type and video', async () => {
    const { groupings } = await scored({ ...right, 'Is there a dog?': 'Yes' });
    expect(groupings.find(({ by }) => by === 'type')!.groups).toEqual([
      { name: 'order', n: 1, value: 100, answered: 100 },
      { name: 'sound', n: 1, value: 0, answered: 100 },
    ]);
    expect(groupings.find(({ by }) => by === 'video')!.groups).toHaveLength(1);
  });
});
