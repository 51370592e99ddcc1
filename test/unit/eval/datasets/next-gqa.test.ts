import { describe, expect, it } from 'vitest';
import { readNextGqa } from '../../../../eval/datasets/next-gqa.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { jsonFile, said } from '../../../support/question-files.ts';

describe('readNextGqa()', () => {
  const header = 'video_id,frame_count,width,height,question,answer,qid,type,a0,a1,a2,a3,a4';
  const csv = (...records: readonly string[]) => ({
    path: 'val.csv',
    text: [header, ...records, ''].join('\n'),
  });
  const record = (qid: string, answer = 'run') =>
    `77,100,640,480,"what, and ""why""",${answer},${qid},CW,sit,run,jump,wave,sleep`;
  const spans = (location: object, duration = 30) =>
    jsonFile('gsub_val.json', { 77: { duration, location, fps: 29.97 } });

  it('joins questions with their true spans and the length of the video', () => {
    const { rows, problems } = readNextGqa([
      csv(record('1')),
      spans({
        1: [
          [1, 2],
          [5, 9.5],
        ],
      }),
    ]);
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      {
        id: '77_1',
        video: '77',
        question: 'what, and "why"',
        options: ['sit', 'run', 'jump', 'wave', 'sleep'],
        gold: 'B',
        type: 'CW',
        spans: [
          [1, 2],
          [5, 9.5],
        ],
        duration: 30,
        fps: 29.97,
      },
    ]);
  });

  it.each([
    ['too few columns', '77,100'],
    ['too many columns', `${record('2')},more`],
  ])('a row with %s is told, and stops no other', (_what, broken) => {
    const { rows, problems } = readNextGqa([
      csv(record('1'), broken, record('3')),
      spans({ 1: [[1, 2]], 3: [[1, 2]] }),
    ]);
    expect(rows.map(({ id }) => id)).toEqual(['77_1', '77_3']);
    expect(problems).toMatchObject([
      { file: 'val.csv', index: 1, rule: expect.stringContaining('columns'), isSkipped: true },
    ]);
  });

  it('a quote inside a field without quotes is a letter like any other', () => {
    const quoted = record('1').replace(/"what.*"""/, 'what "is" it');
    const { rows } = readNextGqa([csv(quoted), spans({ 1: [[1, 2]] })]);
    expect(rows[0]!.question).toBe('what "is" it');
  });

  it('leaves out a row whose id an earlier one has, and tells it', () => {
    const { rows, problems } = readNextGqa([
      csv(record('1'), record('1', 'sit')),
      spans({ 1: [[1, 2]] }),
    ]);
    expect(rows.map(({ gold }) => gold)).toEqual(['B']);
    expect(problems).toMatchObject([{ index: 1, isSkipped: true }]);
  });

  it('knows videos by their paths where those are given, and no other file of names', () => {
    const files = [csv(record('1')), spans({ 1: [[1, 2]] })];
    const paths = jsonFile('map_vid_vidorID.json', { 77: '1164/3238737531' });
    expect(readNextGqa([...files, paths]).rows[0]!.video).toBe('1164/3238737531');
    expect(readNextGqa([...files, jsonFile('names.json', { 77: 'x' })]).rows[0]!.video).toBe('77');
  });

  it('names what is wrong by file and row, and reads the rest', () => {
    const { rows, problems } = readNextGqa([
      csv(record('1'), record('2', 'fly'), record('3'), record('4')),
      spans({ 1: [[1, 2]], 2: [[1, 2]], 4: [[28, 31]] }),
    ]);
    expect(rows.map(({ id }) => id)).toEqual(['77_1', '77_4']);
    expect(said(problems)).toEqual([
      'val.csv#2 has no true span',
      "val.csv#1 has the right answer 'fly', which is none of its options",
      'val.csv#3 has the true span [28, 31], which ends after the video (30 s)',
    ]);
    expect(problems.map(({ isSkipped }) => isSkipped)).toEqual([true, true, false]);
  });

  it('says once that a split has no true spans', () => {
    const train = { ...csv(record('7'), record('8')), path: 'train.csv' };
    const { problems } = readNextGqa([csv(record('1')), train, spans({ 1: [[1, 2]] })]);
    expect(said(problems)).toEqual([
      expect.stringMatching(/^train.csv#null has no question whose/),
    ]);
  });

  it('survives a file that is not CSV', () => {
    const broken = { path: 'a.csv', text: `${header}\n"77,100` };
    const { rows, problems } = readNextGqa([broken, csv(record('1')), spans({ 1: [[1, 2]] })]);
    expect(rows).toHaveLength(1);
    expect(said(problems)).toEqual([expect.stringMatching(/^a.csv#null is not CSV/)]);
    expect(() => readNextGqa([broken])).toThrow(AppError);
  });
});
