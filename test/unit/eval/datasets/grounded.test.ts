import { describe, expect, it } from 'vitest';
import { readDeveQa } from '../../../../eval/datasets/deve-qa.ts';
import { readFalconBench } from '../../../../eval/datasets/falcon-bench.ts';
import { readNextGqa } from '../../../../eval/datasets/next-gqa.ts';
import { AppError } from '../../../../kernel/errors.ts';

const json = (path: string, value: unknown) => ({ path, text: JSON.stringify(value) });

/** What was said of the files, as `file#index rule`. */
const said = (problems: readonly { file: string; index: number | null; rule: string }[]) =>
  problems.map(({ file, index, rule }) => `${file}#${index} ${rule}`);

describe('readFalconBench()', () => {
  const row = (over: object = {}) => ({
    question_id: 'q1',
    question: 'What colour is the car?',
    options: ['red', 'blue', 'green', 'white'],
    gt_option: 'B',
    gt_option_idx: 1,
    gt_answer: 'blue',
    gt_time_interval: [10, 20],
    dataset: 'Walking_Tours',
    category: 'Walking_Tours-VO',
    path: 'walks/venice.mp4',
    ...over,
  });
  const lines = (...rows: readonly unknown[]) => ({
    path: 'test.jsonl',
    text: rows.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'),
  });

  it('reads JSON Lines and JSON lists alike', () => {
    const wanted = {
      id: 'q1',
      video: 'walks/venice.mp4',
      gold: 'B',
      answer: 'blue',
      span: [10, 20],
      source: 'Walking_Tours',
      category: 'VO',
    };
    expect(readFalconBench([lines(row())]).rows).toMatchObject([wanted]);
    expect(readFalconBench([json('test.json', [row()])]).rows).toMatchObject([wanted]);
  });

  it('ends the options at the first that is not available', () => {
    const { rows } = readFalconBench([lines(row({ options: ['red', 'blue', 'N/A', 'N/A'] }))]);
    expect(rows[0]!.options).toEqual(['red', 'blue']);
  });

  it('names what is wrong by file and row, and reads the rest', () => {
    const { rows, problems } = readFalconBench([
      lines(
        row(),
        '{',
        row({ question_id: 'q2', gt_option_idx: 4 }),
        row({ question_id: 'q3', question: '' }),
        row(),
        row({ question_id: 'q4', gt_option: 'A', gt_time_interval: [20, 10] }),
      ),
      json('other.json', [{ anything: 1 }]),
    ]);
    expect(rows.map(({ id }) => id)).toEqual(['q1', 'q4']);
    expect(said(problems)).toEqual([
      expect.stringMatching(/^test.jsonl#1 is not JSON/),
      expect.stringMatching(/^test.jsonl#3 is not a question/),
      expect.stringMatching(/^test.jsonl#2 has 4 options, and E as the right one/),
      expect.stringMatching(/^test.jsonl#5 has gt_option A, and B/),
      expect.stringMatching(/^test.jsonl#5 has the reversed true span \[20, 10\]/),
      expect.stringMatching(/^test.jsonl#4 has the question_id q1/),
      expect.stringMatching(/^other.json#null holds no question/),
    ]);
    expect(problems.filter(({ isSkipped }) => !isSkipped)).toHaveLength(2);
  });

  it('refuses files that hold none of its questions', () => {
    expect(() => readFalconBench([json('other.json', { a: 1 })])).toThrow(AppError);
    expect(() => readFalconBench([])).toThrow(/no file holds a question of FALCON-Bench/);
  });
});

describe('readDeveQa()', () => {
  const row = (over: object = {}) => ({
    vid: 'v_1',
    question: 'What does he do?',
    answer: 'run',
    distract_answers: ['sit', 'jump', 'wave', 'sleep'],
    timestamp: [10, 20],
    ...over,
  });

  it('shuffles the options, always in the same way, and knows the right one', () => {
    const questions = Array.from({ length: 40 }, (_, at) => row({ question: `What ${at}?` }));
    const { rows } = readDeveQa([json('test.json', questions)]);
    for (const { options, gold } of rows) {
      expect([...options].sort()).toEqual(['jump', 'run', 'sit', 'sleep', 'wave']);
      expect(options['ABCDE'.indexOf(gold)]).toBe('run');
    }
    expect(new Set(rows.map(({ gold }) => gold)).size).toBe(5);
    const again = readDeveQa([json('test.json', questions.slice(20))]);
    expect(again.rows.map(({ options }) => options)).toEqual(
      rows.slice(20).map(({ options }) => options),
    );
  });

  it('takes lengths of videos from a file of their own, where there is one', () => {
    const questions = json('test.json', [row(), row({ vid: 'v_2' })]);
    const { rows } = readDeveQa([questions, json('durations.json', { v_1: 60.5 })]);
    expect(rows.map(({ duration }) => duration)).toEqual([60.5, null]);
    expect(readDeveQa([questions]).rows.map(({ duration }) => duration)).toEqual([null, null]);
  });

  it('counts the events of a video by the distinct true spans of its questions', () => {
    const questions = [row(), row({ question: 'Why?' }), row({ timestamp: [30, 40] })];
    const { rows } = readDeveQa([json('test.json', [...questions, row({ vid: 'v_2' })])]);
    expect(rows.map(({ video, events }) => [video, events])).toEqual([
      ['v_1', 2],
      ['v_1', 2],
      ['v_1', 2],
      ['v_2', 1],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
  });

  it('says what is odd, and uses it all the same', () => {
    const { rows, problems } = readDeveQa([
      json('test.json', [
        row({ distract_answers: ['sit', 'run'] }),
        row({ timestamp: [50, 70] }),
        row({ timestamp: [5, 5] }),
      ]),
      json('durations.json', { v_1: 60 }),
    ]);
    expect(rows).toHaveLength(3);
    expect(said(problems)).toEqual([
      'test.json#0 has 3 options instead of 5',
      'test.json#0 has its right answer also as a wrong one',
      'test.json#1 has the true span [50, 70], which ends after the video (60 s)',
      'test.json#2 has the empty true span [5, 5]: nothing can overlap it',
    ]);
    expect(problems.every(({ isSkipped }) => !isSkipped)).toBe(true);
  });
});

describe('readNextGqa()', () => {
  const header = 'video_id,frame_count,width,height,question,answer,qid,type,a0,a1,a2,a3,a4';
  const csv = (...records: readonly string[]) => ({
    path: 'val.csv',
    text: [header, ...records, ''].join('\n'),
  });
  const record = (qid: string, answer = 'run') =>
    `77,100,640,480,"what, and ""why""",${answer},${qid},CW,sit,run,jump,wave,sleep`;
  const spans = (location: object, duration = 30) =>
    json('gsub_val.json', { 77: { duration, location, fps: 29.97 } });

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

  it('knows videos by their paths where those are given, and no other file of names', () => {
    const files = [csv(record('1')), spans({ 1: [[1, 2]] })];
    const paths = json('map_vid_vidorID.json', { 77: '1164/3238737531' });
    expect(readNextGqa([...files, paths]).rows[0]!.video).toBe('1164/3238737531');
    expect(readNextGqa([...files, json('names.json', { 77: 'x' })]).rows[0]!.video).toBe('77');
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
