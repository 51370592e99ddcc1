import { describe, expect, it } from 'vitest';
import { parseMot, parseSequenceInfo } from '../../../../eval/datasets/mot.ts';

const parse = (text: string, content: 'identified' | 'detected' = 'identified') =>
  parseMot({ path: 'a/gt.txt', text }, content);

describe('parseMot()', () => {
  it('reads a box a line, with commas or spaces, with or without a confidence', () => {
    const { boxes, problems } = parse('1,7,10.5,20,30,40,0,-1,-1,-1\n2 7 11 20 30 40\n\n');
    expect(boxes).toEqual([
      { frame: 1, id: 7, x: 10.5, y: 20, width: 30, height: 40, confidence: 0 },
      { frame: 2, id: 7, x: 11, y: 20, width: 30, height: 40, confidence: 1 },
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ['1,2,3', 'a line has at least 6 columns, got 3'],
    ['1,2,here,4,5,6', 'x is a number'],
    ['0,2,3,4,5,6', 'frames count from 1 to 1000000, got 0'],
    ['2000000000,2,3,4,5,6', 'frames count from 1 to 1000000, got 2000000000'],
    ['1,2,3,4,0,6', 'width and height are positive, got 0 and 6'],
    ['1,-1,3,4,5,6', 'an id is a whole number, got -1'],
  ])('skips the line %s and names the rule', (line, rule) => {
    const { boxes, problems } = parse(`1,1,1,1,1,1\n${line}\n2,1,1,1,1,1`);
    expect(boxes).toHaveLength(2);
    expect(problems).toEqual([{ file: 'a/gt.txt', index: 1, rule, isSkipped: true }]);
  });

  it('an identity is in a frame once', () => {
    const { boxes, problems } = parse('1,4,1,1,5,5\n1,4,2,2,5,5\n2,4,1,1,5,5');
    expect(boxes.map(({ frame }) => frame)).toEqual([1, 2]);
    expect(problems.map(({ rule }) => rule)).toEqual(['id 4 is in frame 1 once, got it again']);
  });

  it('detections have no identity', () => {
    const { boxes, problems } = parse('1,-1,1,1,5,5,0.9\n1,-1,2,2,5,5,0.8', 'detected');
    expect(boxes).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  it('nine columns are ground truth with classes, ten are not', () => {
    expect(parse('1,1,1,1,5,5,1,1,0.9').hasClasses).toBe(true);
    expect(parse('1,1,1,1,5,5,1,-1,-1,-1').hasClasses).toBe(false);
  });
});

describe('parseSequenceInfo()', () => {
  it('reads frame rate, length and picture size, and leaves out what is no number', () => {
    const text = '[Sequence]\nname=A\nframeRate=25\nseqLength=71\nimWidth = 640\nimHeight=tall\n';
    expect(parseSequenceInfo(text)).toEqual({ fps: 25, frames: 71, width: 640 });
  });
});
