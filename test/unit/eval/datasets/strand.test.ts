import { describe, expect, it } from 'vitest';
import { readStrand } from '../../../../eval/datasets/strand.ts';

const sample = (over: object = {}): object => ({
  video_name: 'yard.mp4',
  questions: ['Does the van leave?', 'Does the dog bark?'],
  answers: ['Yes', 'No'],
  'sub-questions': [['Is there a van?', 'Is the van gone?'], ['Is there a dog?']],
  'sub-answers': [['Yes', 'Yes'], ['No']],
  ...over,
});

const file = (content: unknown, path = 'sample_1.json') => ({
  path,
  text: typeof content === 'string' ? content : JSON.stringify(content),
});

const read = (...samples: unknown[]) =>
  readStrand(samples.map((one, index) => file(one, `sample_${index}.json`)));

describe('readStrand()', () => {
  it('gives one row per target with its sub-questions', () => {
    const { rows, problems } = read(sample());
    expect(problems).toEqual([]);
    expect(rows[0]).toMatchObject({
      video: 'yard.mp4',
      text: 'Does the van leave?',
      gold: 'Yes',
      subs: [
        { text: 'Is there a van?', gold: 'Yes' },
        { text: 'Is the van gone?', gold: 'Yes' },
      ],
      type: null,
      span: null,
    });
  });

  it('takes the type and the span of a target where the file has them', () => {
    const { rows } = read(
      sample({
        'x-type': ['order', 'sound'],
        'x-span': [
          [1, 2],
          [3.5, 4],
        ],
      }),
    );
    expect(rows[1]).toMatchObject({ type: 'sound', span: [3.5, 4] });
  });

  it('uses what is whole of lists of unequal length, and names each target that is not', () => {
    const { rows, problems } = read(sample({ answers: ['Yes'] }));
    expect(rows).toHaveLength(1);
    expect(problems).toEqual([
      {
        file: 'sample_0.json',
        index: 1,
        rule: expect.stringMatching(/1 answers/),
        isSkipped: true,
      },
    ]);
  });

  it('pairs sub-questions and sub-answers up to the shorter list, and says so', () => {
    const { rows, problems } = read(sample({ 'sub-answers': [['Yes'], ['No']] }));
    expect(rows[0]!.subs).toHaveLength(1);
    expect(problems).toMatchObject([{ index: 0, isSkipped: false }]);
  });

  it('keeps a gold answer that is neither yes nor no as one that nothing matches', () => {
    const { rows, problems } = read(sample({ 'sub-answers': [['NA', 'Yes'], ['No']] }));
    expect(rows[0]!.subs[0]!.gold).toBeNull();
    expect(problems).toMatchObject([{ index: 0, rule: expect.stringMatching(/'NA'/) }]);
  });

  it('names every repetition of a text with another gold answer in one video, not across videos', () => {
    const again = { 'sub-questions': [['Is there a van?'], ['Is there a van?']] };
    const { problems } = read(sample({ ...again, 'sub-answers': [['Yes'], ['No']] }));
    expect(problems).toMatchObject([{ index: 1, rule: expect.stringMatching(/another gold/) }]);
    const apart = [sample(), sample({ video_name: 'gate.mp4', answers: ['No', 'No'] })];
    expect(read(...apart).problems).toEqual([]);
  });

  it('says when a target has no sub-question', () => {
    const none = { 'sub-questions': [[], ['Is there a dog?']], 'sub-answers': [[], ['No']] };
    const { rows, problems } = read(sample(none));
    expect(rows).toHaveLength(2);
    expect(problems).toMatchObject([{ index: 0, isSkipped: false }]);
  });

  it('skips a target that is none, and no other', () => {
    const { rows, problems } = read(sample({ questions: [7, 'Does the dog bark?'] }));
    expect(rows.map(({ index }) => index)).toEqual([1]);
    expect(problems).toMatchObject([{ index: 0, isSkipped: true }]);
  });

  it.each([
    ['no JSON', '{"video_name":'],
    ['JSON of something else', [1, 2]],
    ['a sample without its lists', { video_name: 'a.mp4' }],
  ])('skips a file that is %s, and no other', (_, bad) => {
    const { rows, problems } = read(bad, sample());
    expect(rows).toHaveLength(2);
    expect(problems).toMatchObject([{ file: 'sample_0.json', index: null, isSkipped: true }]);
  });

  it('refuses files of which none is a sample, and names why', () => {
    expect(() => read('nothing')).toThrow(/sample_0\.json is not JSON/);
  });
});
