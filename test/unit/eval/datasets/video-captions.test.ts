/** Captions beside a benchmark: by frame number or by time, one file a video. */
import { describe, expect, it } from 'vitest';
import { readVideoCaptions } from '../../../../eval/datasets/video-captions.ts';

const file = (path: string, json: unknown) => ({ path, text: JSON.stringify(json) });

describe('captions of videos', () => {
  it('by frame number last one frame each, in order of time', () => {
    const frames = { 2: 'A cat.', 0: 'A dog.', 10: 'A cow.' };
    const { captions, problems } = readVideoCaptions([file('all/v1_cap.json', frames)], 0.5);
    expect(captions.get('v1')).toEqual([
      { start: 0, end: 0.5, text: 'A dog.' },
      { start: 1, end: 1.5, text: 'A cat.' },
      { start: 5, end: 5.5, text: 'A cow.' },
    ]);
    expect(problems).toEqual([]);
  });

  it('by time keep their level', () => {
    const told = [{ start: 3, end: 18, text: 'A dog.', level: 'short' }];
    expect(readVideoCaptions([file('v2.json', told)]).captions.get('v2')).toEqual(told);
  });

  it('that are none are named by file and place, and the others are kept', () => {
    const { captions, problems } = readVideoCaptions([
      file('a.json', { 0: 'A dog.', 1: '', 2: 7 }),
      file('b.json', [{ start: 4, end: 4, text: 'A dog.' }]),
      { path: 'c.json', text: '{' },
      file('d.json', { first: 'A dog.' }),
      file('other/a_cap.json', { 0: 'A cat.' }),
    ]);
    expect([...captions]).toEqual([['a', [{ start: 0, end: 1, text: 'A dog.' }]]]);
    expect(problems.map(({ file, index }) => [file, index])).toEqual([
      ['a.json', 1],
      ['a.json', 2],
      ['b.json', 0],
      ['c.json', null],
      ['d.json', null],
      ['other/a_cap.json', null],
    ]);
    expect(problems.every(({ isSkipped }) => isSkipped)).toBe(true);
  });

  it('of no video at all are refused with the first reason', () => {
    expect(() => readVideoCaptions([{ path: 'c.json', text: '{' }])).toThrow(/c\.json is not JSON/);
  });
});
