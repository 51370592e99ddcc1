import { describe, expect, it } from 'vitest';
import { decodeSsd, type SsdLevel } from '../../../../processors/detection/decode-ssd.ts';

const cocoIds = 91;

/** A level of `anchors` anchors with the given logits, all others far below any score. */
function level(anchors: number, boxes: number[], logits: Record<string, number>): SsdLevel {
  const all = new Float32Array(anchors * cocoIds).fill(-20);
  for (const [at, logit] of Object.entries(logits)) {
    const [anchor, id] = at.split(':').map(Number) as [number, number];
    all[anchor * cocoIds + id] = logit;
  }
  return { boxes: Float32Array.from(boxes), logits: all };
}

/** y1, x1, y2, x2: 0.2 high and 0.4 wide, centre (0.5, 0.3). */
const anchor = [0.2, 0.3, 0.4, 0.7];

describe('decodeSsd()', () => {
  it('gives the anchor itself for an output of zeros', () => {
    const levels = [level(1, [0, 0, 0, 0], { '0:1': 0 })];
    const [detection, ...others] = decodeSsd(levels, Float32Array.from(anchor), 0.5);
    expect(others).toEqual([]);
    expect(detection).toMatchObject({ kind: 'person', score: 0.5 });
    expect(detection?.box.x).toBeCloseTo(0.3);
    expect(detection?.box.y).toBeCloseTo(0.2);
    expect(detection?.box.width).toBeCloseTo(0.4);
    expect(detection?.box.height).toBeCloseTo(0.2);
  });

  it('moves the centre by tenths of the anchor and scales its sides by fifths of the logarithm', () => {
    const boxes = [5, -10, 5 * Math.log(2), 5 * Math.log(0.5)];
    const [detection] = decodeSsd([level(1, boxes, { '0:3': 4 })], Float32Array.from(anchor), 0.5);
    // Centre (0.5 - 0.4, 0.3 + 0.1), 0.2 wide and 0.4 high.
    expect(detection?.box.x).toBeCloseTo(0);
    expect(detection?.box.y).toBeCloseTo(0.2);
    expect(detection?.box.width).toBeCloseTo(0.2);
    expect(detection?.box.height).toBeCloseTo(0.4);
  });

  it.each([
    [1, 'person'],
    [11, 'fire hydrant'],
    [13, 'stop sign'],
    [25, 'giraffe'],
    [27, 'backpack'],
    [44, 'bottle'],
    [46, 'wine glass'],
    [67, 'dining table'],
    [70, 'toilet'],
    [90, 'toothbrush'],
  ])('calls COCO id %i %s', (id, kind) => {
    const levels = [level(1, [0, 0, 0, 0], { [`0:${id}`]: 3 })];
    expect(decodeSsd(levels, Float32Array.from(anchor), 0.5).map((d) => d.kind)).toEqual([kind]);
  });

  it.each([0, 12, 26, 29, 30, 45, 66, 68, 69, 71, 83])('drops id %i, which names nothing', (id) => {
    const levels = [level(1, [0, 0, 0, 0], { [`0:${id}`]: 9 })];
    expect(decodeSsd(levels, Float32Array.from(anchor), 0.5)).toEqual([]);
  });

  it('counts the anchors on through all levels', () => {
    const zeros = [0, 0, 0, 0];
    const levels = [level(2, [...zeros, ...zeros], { '1:1': 2 }), level(1, zeros, { '0:18': 1 })];
    const anchors = Float32Array.from([0, 0, 0.1, 0.1, 0, 0.2, 0.1, 0.3, 0, 0.4, 0.1, 0.5]);
    const found = decodeSsd(levels, anchors, 0.5);
    expect(found.map((d) => [d.kind, Number(d.box.x.toFixed(3))])).toEqual([
      ['person', 0.2],
      ['dog', 0.4],
    ]);
  });

  it('keeps what reaches the minimum score and nothing below', () => {
    const logitOf = (score: number) => Math.log(score / (1 - score));
    const levels = [level(1, [0, 0, 0, 0], { '0:1': logitOf(0.31), '0:2': logitOf(0.29) })];
    const found = decodeSsd(levels, Float32Array.from(anchor), 0.3);
    expect(found.map((d) => d.kind)).toEqual(['person']);
    expect(found[0]?.score).toBeCloseTo(0.31);
  });
});
